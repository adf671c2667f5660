"use client";

import { Zap } from "lucide-react";
import { useCallback, useState } from "react";
import { asking, at, type Question, within } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { ExportCsv } from "@/app/(dashboard)/export-csv";
import { figureFormat } from "@/app/(dashboard)/figure-format";
import { KeysetTable } from "@/app/(dashboard)/keyset-table";
import { useProject } from "@/app/(dashboard)/session";
import { PageHeader } from "@/components/page-header";
import { useUrlState } from "@/components/use-url-state";
import type { ListedEvent } from "@/lib/reporting/lists/events/schema";
import { codecs, type Filters, filterQuery, isFiltered, noFilters, pageQuery } from "./address";
import { eventColumns } from "./event-columns";
import { EventFilters } from "./event-filters";
import { EventSheet } from "./event-sheet";

export function Events() {
  const { id, time_zone: timeZone, currency } = useProject();
  const path = at("/projects/:project/events", { project: id });
  const [address, setAddress] = useUrlState(codecs);
  const [open, setOpen] = useState<ListedEvent | null>(null);
  const asked = useGet(asking(path, pageQuery(address)), {
    keep: true,
  });
  const filter = useCallback((patch: Partial<Filters>) => setAddress({ ...patch, before: "" }), [setAddress]);
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title="Events"
        description="What users did, as the app told it, each with the install it happened on and the campaign behind it."
        actions={<ExportCsv file={asking(within(path, "/export.csv"), filterQuery(address))} />}
      />
      <div className="grid grid-cols-1 gap-3">
        <Totals path={asking(within(path, "/totals"), filterQuery(address))} />
        <KeysetTable
          one="event"
          many="events"
          columns={eventColumns(`/p/${id}`, timeZone, currency)}
          rows={asked.data?.events}
          asked={asked}
          place={address}
          onPlaceChange={setAddress}
          onRowOpen={setOpen}
          toolbar={<EventFilters address={address} onChange={filter} />}
          isFiltered={isFiltered(address)}
          onClear={() => filter(noFilters)}
          byId={address.user !== "" || address.install !== ""}
          icon={Zap}
          first="The first capture-event of a user who signed in is one."
        />
      </div>
      <EventSheet event={open} onClose={() => setOpen(null)} onFilter={filter} />
    </div>
  );
}

/** Of all that matches, not only of the page. */
function Totals({ path }: { path: Question<"/projects/:project/events/totals"> }) {
  const { currency } = useProject();
  const { data } = useGet(path, { keep: true });
  const format = figureFormat(currency);
  return (
    <p aria-live="polite" className="num min-h-5 text-muted text-sm">
      {data
        ? `${format.full("count", data.count)}${data.more ? "+" : ""} ${data.count === 1 ? "event" : "events"}${
            data.amount_minor === 0
              ? ""
              : `, ${format.full("money", data.amount_minor)} in amounts sent with them, which is not revenue`
          }${data.more ? " among the newest" : ""}`
        : null}
    </p>
  );
}
