"use client";

import { Radio, SearchX } from "lucide-react";
import { useState } from "react";
import { NotLoaded } from "@/app/(dashboard)/page-skeleton";
import { useProject } from "@/app/(dashboard)/session";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { type Filters, isFiltered, noFilters } from "./address";
import { keyOf } from "./entries";
import { Entry } from "./entry";
import type { useLive } from "./use-live";

type EntriesProps = {
  live: ReturnType<typeof useLive>;
  filters: Filters;
  onFilter: (patch: Partial<Filters>) => void;
};

export function Entries({ live: { entries, error, cut, retry }, filters, onFilter }: EntriesProps) {
  const { id } = useProject();
  const [open, setOpen] = useState<string | null>(null);
  if (!entries) return <NotLoaded error={error} retry={retry} className="h-120" />;
  return (
    <>
      {error ? (
        <Alert
          tone="warning"
          live
          title="What arrives now is not shown"
          actions={
            <Button size="sm" onClick={retry}>
              Try again
            </Button>
          }
        >
          {error.message}
        </Alert>
      ) : null}
      {cut ? (
        <p className="text-muted text-xs">
          More arrives than can be shown: only the newest are here. Filters show the rest.
        </p>
      ) : null}
      <Card>
        {entries.length === 0 ? (
          isFiltered(filters) ? (
            <EmptyState
              icon={SearchX}
              title="Nothing that matches has arrived"
              actions={<Button onClick={() => onFilter(noFilters)}>Clear filters</Button>}
            >
              {filters.install || filters.user ? "Ids are looked for whole. " : ""}What matches appears here
              as soon as it arrives.
            </EmptyState>
          ) : (
            <EmptyState
              icon={Radio}
              title="Nothing has arrived yet"
              actions={
                <Button asChild variant="primary">
                  <IntentLink href={`/p/${id}/integrate`}>Integrate the app</IntentLink>
                </Button>
              }
            >
              Follow a link, or let the app send its first init: it appears here within two seconds.
            </EmptyState>
          )
        ) : (
          <ol aria-label="What arrived, the newest first" className="divide-y">
            {entries.map((entry) => {
              const key = keyOf(entry);
              return (
                <Entry
                  key={key}
                  entry={entry}
                  open={open === key}
                  onToggle={() => setOpen(open === key ? null : key)}
                  onFilter={onFilter}
                />
              );
            })}
          </ol>
        )}
      </Card>
    </>
  );
}
