"use client";

import { Download, SearchX, Zap } from "lucide-react";
import { useCallback, useState } from "react";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { Button } from "@/components/ui/button";
import { useUrlState } from "@/components/use-url-state";
import type { EventList, EventRow, EventTotals } from "../../../contract";
import { useGet } from "../../../data";
import { figureFormat } from "../../../figure-format";
import { useProject } from "../../../session";
import { WalkBar } from "../../../walk-bar";
import { codecs, type Filters, filterQuery, isFiltered, noFilters, pageQuery } from "./address";
import { eventColumns } from "./event-columns";
import { EventFilters } from "./event-filters";
import { EventSheet } from "./event-sheet";

export function Events() {
  const { id, time_zone: timeZone, currency } = useProject();
  const path = `/projects/${id}/events`;
  const [address, setAddress] = useUrlState(codecs);
  const [open, setOpen] = useState<EventRow | null>(null);
  const { data, error, refetch, isPlaceholderData } = useGet<EventList>(`${path}?${pageQuery(address)}`, {
    keep: true,
  });
  const filter = useCallback((patch: Partial<Filters>) => setAddress({ ...patch, before: "" }), [setAddress]);
  const filtered = isFiltered(address);
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title="Events"
        description="What users did, as the app told it, each with the install it happened on and the campaign behind it."
        actions={
          <Button asChild>
            <a href={`/api/dashboard${path}/export.csv?${filterQuery(address)}`} download>
              <Download />
              Export CSV
            </a>
          </Button>
        }
      />
      <div className="grid grid-cols-1 gap-3">
        <Totals path={`${path}/totals?${filterQuery(address)}`} />
        <DataTable
          label="Events"
          columns={eventColumns(`/p/${id}`, timeZone, currency)}
          rows={data?.events}
          rowId={(row) => row.id}
          onRowOpen={setOpen}
          state={{ sort: "", page: 1, limit: 50, columns: address.columns }}
          onStateChange={({ columns }) => columns && setAddress({ columns })}
          busy={isPlaceholderData}
          error={error}
          onRetry={() => void refetch()}
          toolbar={<EventFilters address={address} onChange={filter} />}
          empty={
            filtered ? (
              <EmptyState
                icon={SearchX}
                title="No event matches"
                actions={<Button onClick={() => filter(noFilters)}>Clear filters</Button>}
              >
                Ids are looked for whole. There may be events that other filters leave.
              </EmptyState>
            ) : (
              <EmptyState
                icon={Zap}
                title="No event yet"
                actions={
                  <Button asChild variant="primary">
                    <IntentLink href={`/p/${id}/integrate`}>Integrate the app</IntentLink>
                  </Button>
                }
              >
                The first capture-event of a user who signed in is one. It appears here at once.
              </EmptyState>
            )
          }
        />
        <WalkBar
          count={data?.events.length ?? 0}
          noun="events"
          isFirst={address.before === ""}
          next={data?.next ?? null}
          onNewest={() => setAddress({ before: "" }, { push: true })}
          onOlder={(before) => setAddress({ before }, { push: true })}
        />
      </div>
      <EventSheet event={open} onClose={() => setOpen(null)} onFilter={filter} />
    </div>
  );
}

/** Of all that matches, not only of the page. */
function Totals({ path }: { path: string }) {
  const { currency } = useProject();
  const { data } = useGet<EventTotals>(path, { keep: true });
  const format = figureFormat(currency);
  return (
    <p aria-live="polite" className="num min-h-5 text-muted text-sm">
      {data
        ? `${format.full("count", data.count)}${data.more ? "+" : ""} ${data.count === 1 ? "event" : "events"}${
            data.amount_minor === 0 ? "" : `, ${format.full("money", data.amount_minor)} in amounts`
          }${data.more ? " among the newest" : ""}`
        : null}
    </p>
  );
}
