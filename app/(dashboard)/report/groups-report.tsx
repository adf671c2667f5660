"use client";

import { ChartNoAxesColumn, SearchX } from "lucide-react";
import { child, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { LeftOutNote } from "@/app/(dashboard)/shell/figures/left-out-note";
import {
  breakdownsOfTable,
  hasReportFilters,
  noReportFilters,
  type ReportPartProps,
  reportColumns,
  reportGroupsQuery,
} from "@/app/(dashboard)/shell/figures/table-address";
import { EmptyState } from "@/components/empty-state";
import { PagesBar } from "@/components/table/data-table-bar";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";
import { breakdownNotes } from "@/lib/reporting/groups/dimensions";
import { ColumnChooser } from "./column-chooser";
import { ComparisonNote } from "./comparison";
import { ReportGroupsTable } from "./groups-table";
import { ReportNotFound } from "./report-not-found";
import { UninstallDelayNote } from "./uninstall-delay-note";
import { useChanges } from "./use-changes";
import { WithoutCostNote } from "./without-cost-note";

/** A row for each value of the breakdown with activity, such as a network, day or tag. */
export function GroupsReport(props: ReportPartProps) {
  const { path, address, window, today, onChange, choosing } = props;
  const changes = useChanges(props);
  const question = withQuery(child(path, "/groups"), reportGroupsQuery(address, window));
  const { data, error, refetch, isPlaceholderData } = useGet(question, { keepPrevious: true, staleTime: 0 });
  const columns = reportColumns(address);
  const filtered = hasReportFilters(address);
  // The rows of another breakdown have different names.
  const isOther = isPlaceholderData && data?.by.join() !== breakdownsOfTable(address).join();
  const notes = data && !isOther ? breakdownNotes(data.by, data.week_start) : [];
  return (
    <>
      {data || !error ? (
        <ReportGroupsTable
          data={isOther ? undefined : data}
          busy={isPlaceholderData}
          columns={columns}
          address={address}
          window={window}
          today={today}
          changes={changes}
          onSort={(sort) => onChange({ sort, page: 1 })}
        />
      ) : (
        <ReportNotFound error={error} retry={() => void refetch()} />
      )}
      {data?.rows.length === 0 && !isPlaceholderData && address.page === 1 ? (
        <EmptyState
          icon={filtered ? SearchX : ChartNoAxesColumn}
          title={filtered ? t("No results") : t("No activity in this period")}
          actions={
            filtered ? (
              <Button onClick={() => onChange({ ...noReportFilters, page: 1 })}>{t("Clear filters")}</Button>
            ) : null
          }
        >
          {t("Only rows with activity or spend are shown.")}
        </EmptyState>
      ) : null}
      {notes.length > 0 ? <p className="border-t px-4 py-2.5 text-muted text-xs">{notes.join(" ")}</p> : null}
      <WithoutCostNote count={isOther ? undefined : data?.total?.reengagements_without_cost} />
      <LeftOutNote
        amount={isOther ? undefined : data?.spend_left_out}
        format={figureFormat(data?.currency ?? "USD")}
        className="border-t px-4 py-2.5"
      />
      <UninstallDelayNote columns={columns} window={window} today={today} />
      <ComparisonNote changes={changes} />
      <PagesBar state={address} total={data?.pagination.total} noun={t("rows")} onChange={onChange} />
      <ColumnChooser
        {...choosing}
        shown={columns}
        isDefault={address.columns.length === 0}
        view={address.view}
        events={data?.events ?? []}
        payments={data?.payments ?? []}
        byGroup
        onChange={(ids) => onChange({ columns: ids })}
      />
    </>
  );
}
