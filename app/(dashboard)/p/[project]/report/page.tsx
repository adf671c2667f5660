"use client";

import { ChartNoAxesColumn, CircleAlert, Columns3, SearchX } from "lucide-react";
import { useCallback, useState } from "react";
import { asking, at, urlOf, within } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { windowText } from "@/app/(dashboard)/figure-format";
import { RecalculationNote } from "@/app/(dashboard)/p/[project]/recalculation-note";
import { TrafficSwitch } from "@/app/(dashboard)/p/[project]/traffic-switch";
import { useProject } from "@/app/(dashboard)/session";
import { windowOf } from "@/app/(dashboard)/window";
import { WindowPicker } from "@/app/(dashboard)/window-picker";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { pageSizes } from "@/components/table-state";
import { Button } from "@/components/ui/button";
import { Pagination } from "@/components/ui/pagination";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { useUrlState } from "@/components/use-url-state";
import { dayIn } from "@/lib/base/time";
import { ColumnChooser } from "./column-chooser";
import { ExportReport } from "./export-report";
import { ReportFilters } from "./report-filters";
import { ReportTable } from "./report-table";
import { SavedViews } from "./saved-views";
import {
  codecs,
  type Filters,
  fileQuery,
  isFiltered,
  noFilters,
  shownColumns,
  tableQuery,
} from "./table-address";

const views = [
  { value: "user_acquisition", label: "User acquisition" },
  { value: "retargeting", label: "Retargeting" },
] as const;

/** By what a view is about. */
const usualSorts = { user_acquisition: "-installs", retargeting: "-revenue" } as const;

export default function Report() {
  const { id, time_zone: timeZone } = useProject();
  const [address, setAddress] = useUrlState(codecs);
  const [choosing, setChoosing] = useState(false);
  const today = dayIn(timeZone, new Date());
  const window = windowOf(address, today);
  const path = at("/projects/:project/report", { project: id });
  const { data, error, refetch, isPlaceholderData } = useGet(asking(path, tableQuery(address, window)), {
    keep: true,
    staleTime: 0,
  });
  const filter = useCallback((patch: Partial<Filters>) => setAddress({ ...patch, page: 1 }), [setAddress]);
  const columns = shownColumns(address);
  const filtered = isFiltered(address);
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title="Report"
        description={`${windowText(window)}, days in ${timeZone}`}
        actions={
          <>
            <TrafficSwitch value={address.traffic} onValueChange={(traffic) => setAddress({ traffic })} />
            <WindowPicker
              state={address}
              window={window}
              today={today}
              timeZone={timeZone}
              onChange={(state) => setAddress({ ...state, page: 1 })}
            />
            <ExportReport
              hrefOf={(level) =>
                urlOf(asking(within(path, "/export.csv"), fileQuery(address, window, level)))
              }
            />
          </>
        }
      />
      <RecalculationNote />
      <div className="overflow-hidden rounded-xl border bg-raised">
        <div className="flex min-h-12 flex-wrap items-center gap-2 border-b px-2.5 py-2">
          <Segmented
            label="View"
            options={views}
            value={address.view}
            onValueChange={(view) => setAddress({ view, page: 1, sort: usualSorts[view] })}
          />
          <ReportFilters address={address} onChange={filter} />
          <SavedViews />
          <Button size="sm" variant="ghost" onClick={() => setChoosing(true)}>
            <Columns3 className="size-3.5" />
            Columns
          </Button>
        </div>
        {data || !error ? (
          <ReportTable
            data={data}
            busy={isPlaceholderData}
            columns={columns}
            sort={address.sort}
            onSort={(sort) => setAddress({ sort, page: 1 })}
            open={address.open}
            onOpen={(open) => setAddress({ open })}
            platform={address.platform}
            view={address.view}
            traffic={address.traffic}
          />
        ) : (
          <EmptyState
            icon={CircleAlert}
            title="This could not be loaded"
            actions={<Button onClick={() => void refetch()}>Try again</Button>}
          >
            {error.message}
          </EmptyState>
        )}
        {data?.campaigns.length === 0 ? (
          filtered ? (
            <EmptyState
              icon={SearchX}
              title="No campaign matches"
              actions={<Button onClick={() => filter(noFilters)}>Clear filters</Button>}
            />
          ) : (
            <EmptyState
              icon={ChartNoAxesColumn}
              title="No campaign yet"
              actions={
                <Button asChild variant="primary">
                  <IntentLink href={`/p/${id}/campaigns/new`}>New campaign</IntentLink>
                </Button>
              }
            >
              Each gets a row here with all it brings, and opens to its ad sets, creatives and keywords.
            </EmptyState>
          )
        ) : null}
        {data && (data.pagination.total > pageSizes[0] || address.page > 1) ? (
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t px-3.5 py-2">
            <div className="flex items-center gap-2 text-muted text-xs">
              Rows
              <Select
                aria-label="Rows per page"
                size="sm"
                className="w-17"
                value={String(address.limit)}
                options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
                onValueChange={(value) => setAddress({ limit: Number(value), page: 1 })}
              />
            </div>
            <Pagination
              page={address.page}
              limit={address.limit}
              total={data.pagination.total}
              noun="campaigns"
              onPageChange={(page) => setAddress({ page })}
            />
          </div>
        ) : null}
      </div>
      <ColumnChooser
        open={choosing}
        onOpenChange={setChoosing}
        shown={columns}
        isUsual={address.columns.length === 0}
        view={address.view}
        events={data?.events ?? []}
        payments={data?.payments ?? []}
        onChange={(ids) => setAddress({ columns: ids })}
      />
    </div>
  );
}
