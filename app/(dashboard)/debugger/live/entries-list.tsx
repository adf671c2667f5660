"use client";

import { Radio, SearchX } from "lucide-react";
import { useState } from "react";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import { hasLiveFilters, type LiveFilterState, noLiveFilters } from "./address";
import { entryKey } from "./entries";
import { LiveEntryRow } from "./entry";
import type { useLiveEntries } from "./use-live";

type EntriesProps = {
  live: ReturnType<typeof useLiveEntries>;
  filters: LiveFilterState;
  onFilter: (patch: Partial<LiveFilterState>) => void;
};

export function LiveEntries({ live: { entries, error, cut, retry }, filters, onFilter }: EntriesProps) {
  const { id } = useProject();
  const [open, setOpen] = useState<string | null>(null);
  if (!entries) return <NotLoaded error={error} retry={retry} className="h-120" />;
  return (
    <>
      {error ? (
        <Alert
          tone="warning"
          live
          title={t("Live events are unavailable")}
          actions={
            <Button size="sm" onClick={retry}>
              {t("Try again")}
            </Button>
          }
        >
          {error.message}
        </Alert>
      ) : null}
      {cut ? (
        <p className="text-muted text-xs">
          {t("Too many events to show: these are the newest. Use filters to see others.")}
        </p>
      ) : null}
      <Card>
        {entries.length === 0 ? (
          hasLiveFilters(filters) ? (
            <EmptyState
              icon={SearchX}
              title={t("No matching events yet")}
              actions={<Button onClick={() => onFilter(noLiveFilters)}>{t("Clear filters")}</Button>}
            >
              {t(
                "{if_install, select, yes {IDs must match exactly. } other {}}Matching events appear here as they arrive.",
                { if_install: filters.install || filters.user ? "yes" : "no" },
              )}
            </EmptyState>
          ) : (
            <EmptyState
              icon={Radio}
              title={t("Nothing received yet")}
              actions={
                <Button asChild variant="primary">
                  <IntentLink href={`/p/${id}/developers`}>{t("Integrate the app")}</IntentLink>
                </Button>
              }
            >
              {t("Click a link, or let the app send its first init. It shows up here within two seconds.")}
            </EmptyState>
          )
        ) : (
          <ol aria-label={t("Received, newest first")} className="divide-y">
            {entries.map((entry) => {
              const key = entryKey(entry);
              return (
                <LiveEntryRow
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
