"use client";

import { ChartNoAxesColumn, SearchX } from "lucide-react";
import { useDeferredValue } from "react";
import { withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { LeftOutNote } from "@/app/(dashboard)/shell/figures/left-out-note";
import {
  hasReportFilters,
  noReportFilters,
  type ReportPartProps,
  reportColumns,
  tableQuery,
} from "@/app/(dashboard)/shell/figures/table-address";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { PagesBar } from "@/components/table/data-table-bar";
import { Button } from "@/components/ui/button";
import { t } from "@/lib/base/languages/texts";
import { ColumnChooser } from "./column-chooser";
import { ComparisonNote } from "./comparison";
import { ReportNotFound } from "./report-not-found";
import { ReportTable } from "./report-table";
import { UninstallDelayNote } from "./uninstall-delay-note";
import { useChanges } from "./use-changes";
import { WithoutCostNote } from "./without-cost-note";

/** A row for each campaign, which expands to its ad sets, creatives and keywords. */
export function CampaignsReport(props: ReportPartProps) {
  const { path, address, window, today, onChange, choosing } = props;
  const changes = useChanges(props);
  const { id } = useProject();
  const {
    data: received,
    error,
    refetch,
    isPlaceholderData,
  } = useGet(withQuery(path, tableQuery(address, window)), { keepPrevious: true, staleTime: 0 });
  // Rendering many rows is deferred, so that the page remains responsive.
  const data = useDeferredValue(received);
  const columns = reportColumns(address);
  return (
    <>
      {data || !error ? (
        <ReportTable
          data={data}
          busy={isPlaceholderData}
          columns={columns}
          sort={address.sort}
          onSort={(sort) => onChange({ sort, page: 1 })}
          open={address.open}
          onOpen={(open) => onChange({ open })}
          platform={address.platform}
          country={address.country}
          view={address.view}
          traffic={address.traffic}
          changes={changes}
          shading={address.shading === "on"}
        />
      ) : (
        <ReportNotFound error={error} retry={() => void refetch()} />
      )}
      {data?.campaigns.length === 0 ? (
        hasReportFilters(address) ? (
          <EmptyState
            icon={SearchX}
            title={t("No matching campaigns")}
            actions={
              <Button onClick={() => onChange({ ...noReportFilters, page: 1 })}>{t("Clear filters")}</Button>
            }
          />
        ) : address.view === "retargeting" ? (
          <EmptyState icon={ChartNoAxesColumn} title={t("No campaign brought users back in this period")}>
            {t(
              "Campaigns with re-engagements or reinstalls get a row, and those with the purpose Retargeting also with clicks or spend.",
            )}
          </EmptyState>
        ) : (
          <EmptyState
            icon={ChartNoAxesColumn}
            title={t("No campaigns yet")}
            actions={
              <Button asChild variant="primary">
                <IntentLink href={`/p/${id}/campaigns/new`}>{t("New campaign")}</IntentLink>
              </Button>
            }
          >
            {t(
              "Each campaign gets a row with its results. Expand it to see ad sets, creatives and keywords.",
            )}
          </EmptyState>
        )
      ) : null}
      <WithoutCostNote count={data?.total.metrics.reengagements_without_cost} />
      <LeftOutNote
        amount={data?.spend_left_out}
        format={figureFormat(data?.currency ?? "USD")}
        className="border-t px-4 py-2.5"
      />
      <UninstallDelayNote columns={columns} window={window} today={today} />
      <ComparisonNote changes={changes} />
      <PagesBar state={address} total={data?.pagination.total} noun={t("campaigns")} onChange={onChange} />
      <ColumnChooser
        {...choosing}
        shown={columns}
        isDefault={address.columns.length === 0}
        view={address.view}
        events={data?.events ?? []}
        payments={data?.payments ?? []}
        onChange={(ids) => onChange({ columns: ids })}
      />
    </>
  );
}
