"use client";

import { Columns3, Grid3x3, Handshake } from "lucide-react";
import { useCallback, useState } from "react";
import { ActivityOnly } from "@/app/(dashboard)/report/activity-only";
import { Assists } from "@/app/(dashboard)/report/assists";
import { BreakDownBy } from "@/app/(dashboard)/report/break-down-by";
import { CampaignsReport } from "@/app/(dashboard)/report/campaigns-report";
import { ExportReport } from "@/app/(dashboard)/report/export-report";
import { GroupsReport } from "@/app/(dashboard)/report/groups-report";
import { ReportChart } from "@/app/(dashboard)/report/report-chart";
import { ReportFilters } from "@/app/(dashboard)/report/report-filters";
import { SavedViews } from "@/app/(dashboard)/report/saved-views";
import { sortOptions } from "@/app/(dashboard)/report/sort-options";
import { sqlChoices } from "@/app/(dashboard)/report/sql-choices";
import { at, child, urlOf, withQuery } from "@/app/(dashboard)/shell/api";
import { CompareWith } from "@/app/(dashboard)/shell/dates/compare-with";
import { dayWindow } from "@/app/(dashboard)/shell/dates/window";
import { WindowPicker } from "@/app/(dashboard)/shell/dates/window-picker";
import { IosEstimate, IosEstimateSwitch } from "@/app/(dashboard)/shell/figures/ios-estimate";
import { RecalculationNote } from "@/app/(dashboard)/shell/figures/recalculation-note";
import { RevenueSwitch } from "@/app/(dashboard)/shell/figures/revenue-switch";
import { sharedQueryText } from "@/app/(dashboard)/shell/figures/shared-text";
import { ShowSql } from "@/app/(dashboard)/shell/figures/show-sql";
import {
  defaultSort,
  fileQuery,
  groupsFileQuery,
  isGrouped,
  type ReportPartProps,
  type ReportTableFilters,
  reportCodecs,
  reportColumns,
  sentReport,
} from "@/app/(dashboard)/shell/figures/table-address";
import { TrafficSwitch } from "@/app/(dashboard)/shell/figures/traffic-switch";
import { ExportCsv } from "@/app/(dashboard)/shell/list/export-csv";
import { PhoneSort } from "@/app/(dashboard)/shell/list/phone-filters";
import { useProject } from "@/app/(dashboard)/shell/session";
import { ShareButton } from "@/app/(dashboard)/shell/shares/share-button";
import { windowText } from "@/components/format";
import { PageHeader } from "@/components/page-header";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { useUrlState } from "@/components/use-url-state";
import { t } from "@/lib/base/languages/texts";
import { dayIn } from "@/lib/base/time";
import {
  columnsOfSource,
  type RevenueSource,
  revenueSourceOfAll,
  withRevenueSource,
} from "@/lib/reporting/metrics/revenue-sources";

const views = [
  { value: "user_acquisition", label: t("User acquisition") },
  { value: "retargeting", label: t("Retargeting") },
] as const;

/** The column's name follows a minus for the descending order. */
const withSourceOfSort = (sort: string, source: RevenueSource) =>
  sort.startsWith("-") ? `-${withRevenueSource(sort.slice(1), source)}` : withRevenueSource(sort, source);

export default function Report() {
  const { id, name, time_zone: timeZone, week_starts_on: weekStart } = useProject();
  const [address, setAddress] = useUrlState(reportCodecs);
  const [choosing, setChoosing] = useState(false);
  const today = dayIn(timeZone, new Date());
  const window = dayWindow(address, today, weekStart);
  const path = at("/projects/:project/report", { project: id });
  const filter = useCallback(
    (patch: Partial<ReportTableFilters>) => setAddress({ ...patch, page: 1 }),
    [setAddress],
  );
  const grouped = isGrouped(address);
  const shownIds = reportColumns(address).map(({ id: column }) => column);
  const isAcquisition = address.view === "user_acquisition";
  const part: ReportPartProps = {
    path,
    address,
    window,
    today,
    onChange: setAddress,
    choosing: { open: choosing, onOpenChange: setChoosing },
  };
  return (
    <div data-print="wide" className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title={t("Report")}
        description={t("{window}, days in {timeZone}", { window: windowText(window), timeZone })}
        actions={
          <>
            <TrafficSwitch
              value={address.traffic}
              onValueChange={(traffic) => setAddress({ traffic, page: 1 })}
            />
            <WindowPicker
              state={address}
              window={window}
              today={today}
              timeZone={timeZone}
              onChange={(state) => setAddress({ ...state, page: 1 })}
            />
            {grouped ? (
              <ExportCsv
                file={withQuery(child(path, "/groups/export.csv"), groupsFileQuery(address, window))}
              />
            ) : (
              <ExportReport
                hrefOf={(level) =>
                  urlOf(withQuery(child(path, "/export.csv"), fileQuery(address, window, level)))
                }
              />
            )}
            <ShareButton
              title={t("{name}: report", { name })}
              shown={{ kind: "report", query: sharedQueryText(groupsFileQuery(address, window)) }}
              window={window}
              today={today}
            />
            <ShowSql choices={sqlChoices({ project: id, path, address, window })} />
          </>
        }
      />
      <RecalculationNote />
      <div className="grid grid-cols-1 print:hidden">
        <ReportChart path={path} address={address} window={window} onChange={setAddress} />
      </div>
      <div className="overflow-hidden rounded-xl border bg-raised print:overflow-visible print:border-0">
        <div className="grid gap-2 border-b px-2.5 py-2 print:hidden">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Segmented
              label={t("View")}
              options={views}
              value={address.view}
              onValueChange={(view) => setAddress({ view, page: 1, sort: defaultSort({ ...address, view }) })}
            />
            <BreakDownBy
              by={address.by}
              second={address.second}
              onChange={(by, second) => {
                const next = { ...address, by, second };
                setAddress({ by, second, page: 1, open: [], sort: defaultSort(next) });
              }}
            />
            <RevenueSwitch
              value={revenueSourceOfAll(shownIds)}
              onValueChange={(source) =>
                setAddress({
                  columns: columnsOfSource(shownIds, source),
                  sort: withSourceOfSort(address.sort, source),
                  chart: withRevenueSource(address.chart, source) as typeof address.chart,
                  page: 1,
                })
              }
            />
            <CompareWith
              size="sm"
              value={address.compare || "none"}
              onChange={(compare) => setAddress({ compare })}
            />
            <div className="ms-auto flex flex-wrap items-center gap-2">
              {isAcquisition ? (
                <>
                  <IosEstimateSwitch
                    isOn={address.ios === "on"}
                    onChange={(isOn) => setAddress({ ios: isOn ? "on" : "" })}
                  />
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-pressed={address.assists === "on"}
                    className="aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
                    onClick={() => setAddress({ assists: address.assists === "on" ? "" : "on" })}
                  >
                    <Handshake className="size-3.5" />
                    {t("Assists")}
                  </Button>
                </>
              ) : null}
              <Button
                size="sm"
                variant="ghost"
                aria-pressed={address.shading === "on"}
                className="aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
                onClick={() => setAddress({ shading: address.shading === "on" ? "" : "on" })}
              >
                <Grid3x3 className="size-3.5" />
                {t("Shading")}
              </Button>
              <SavedViews sent={sentReport(address, window)} />
              <Button size="sm" variant="ghost" onClick={() => setChoosing(true)}>
                <Columns3 className="size-3.5" />
                {t("Columns")}
              </Button>
            </div>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <ReportFilters address={address} onChange={filter} />
            <PhoneSort
              value={address.sort}
              options={sortOptions(address)}
              onChange={(sort) => setAddress({ sort, page: 1 })}
            />
            {grouped ? null : (
              <ActivityOnly
                value={address.activity === "only"}
                onChange={(only) => setAddress({ activity: only ? "only" : "", page: 1 })}
              />
            )}
          </div>
        </div>
        {grouped ? <GroupsReport {...part} /> : <CampaignsReport {...part} />}
      </div>
      {isAcquisition && address.ios === "on" ? <IosEstimate window={window} /> : null}
      {isAcquisition && address.assists === "on" ? <Assists window={window} address={address} /> : null}
    </div>
  );
}
