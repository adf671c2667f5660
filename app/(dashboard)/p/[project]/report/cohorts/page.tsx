"use client";

import { CalendarRange, SearchX } from "lucide-react";
import {
  type CohortAddress,
  cohortCodecs,
  cohortsQueryOf,
  cohortWindow,
  installsHref,
  lacksSpend,
  shownMetric,
  sqlChoicesOf,
  withBreakdown,
} from "@/app/(dashboard)/report/cohorts/address";
import { CohortCurves } from "@/app/(dashboard)/report/cohorts/curves";
import { CohortTriangle } from "@/app/(dashboard)/report/cohorts/triangle";
import { ReportFilters } from "@/app/(dashboard)/report/report-filters";
import { at, child, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { WindowPicker } from "@/app/(dashboard)/shell/dates/window-picker";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { IosEstimate, IosEstimateSwitch } from "@/app/(dashboard)/shell/figures/ios-estimate";
import { LeftOutNote } from "@/app/(dashboard)/shell/figures/left-out-note";
import { RecalculationNote } from "@/app/(dashboard)/shell/figures/recalculation-note";
import { RevenueSwitch } from "@/app/(dashboard)/shell/figures/revenue-switch";
import { ShowSql } from "@/app/(dashboard)/shell/figures/show-sql";
import { hasReportFilters, noReportFilters } from "@/app/(dashboard)/shell/figures/table-address";
import { TrafficSwitch } from "@/app/(dashboard)/shell/figures/traffic-switch";
import { ExportCsv } from "@/app/(dashboard)/shell/list/export-csv";
import { FiguresFrame } from "@/app/(dashboard)/shell/page-skeleton";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { Select } from "@/components/fields/select";
import { Switch } from "@/components/fields/switch";
import { windowText } from "@/components/format";
import { PageHeader } from "@/components/page-header";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Segmented } from "@/components/ui/segmented";
import { useUrlState } from "@/components/use-url-state";
import { t } from "@/lib/base/languages/texts";
import { dayIn } from "@/lib/base/time";
import { breakdownNames, type CohortBreakdown, cohortBreakdowns } from "@/lib/reporting/cohorts/breakdowns";
import type { CohortsData } from "@/lib/reporting/cohorts/schema";
import {
  type CohortMetricName,
  cohortMetricNames,
  cohortMetrics,
  isOfEvent,
  isOfUsers,
  isProjected,
} from "@/lib/reporting/metrics/cohort-metrics";
import { revenueSourceOf, withRevenueSource } from "@/lib/reporting/metrics/revenue-sources";

const metricOptions = (event: string) =>
  cohortMetricNames
    .filter((name) => event !== "" || !isOfEvent(name))
    .map((value) => ({ value, label: cohortMetrics[value].label }));
const granularityOptions = [
  { value: "day", label: t("Day") },
  { value: "week", label: t("Week") },
  { value: "month", label: t("Month") },
] as const;
const none = "none";
const breakdownOptions = [
  { value: none, label: t("No breakdown") },
  ...breakdownNames.map((value) => ({ value, label: cohortBreakdowns[value] })),
];

const eventOptions = (names: readonly string[], chosen: string) => [
  { value: none, label: t("No event") },
  ...(chosen === "" || names.includes(chosen) ? names : [chosen, ...names])
    .filter((name) => name !== none)
    .map((name) => ({ value: name, label: name })),
];

export default function CohortsPage() {
  const { id, time_zone: timeZone, week_starts_on: weekStart } = useProject();
  const [address, setAddress] = useUrlState(cohortCodecs);
  const today = dayIn(timeZone, new Date());
  const window = cohortWindow(address, today, weekStart);
  // Other metrics, such as retention, have no revenue to switch.
  const source = revenueSourceOf(shownMetric(address));
  const path = at("/projects/:project/cohorts", { project: id });
  const query = cohortsQueryOf(address, window);
  const cohorts = useGet(withQuery(path, query), {
    keepPrevious: true,
    staleTime: 0,
  });
  return (
    <div data-print="wide" className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title={t("Cohorts")}
        description={t("Installs of {window} by age, days in {timeZone}", {
          window: windowText(window),
          timeZone,
        })}
        actions={
          <>
            <TrafficSwitch value={address.traffic} onValueChange={(traffic) => setAddress({ traffic })} />
            <WindowPicker
              state={address}
              window={window}
              today={today}
              timeZone={timeZone}
              onChange={setAddress}
            />
            <ShowSql choices={sqlChoicesOf(id, shownMetric(address), address, window)} />
            <ExportCsv file={withQuery(child(path, "/export.csv"), query)} />
          </>
        }
      />
      <RecalculationNote />
      <div className="grid gap-2 print:hidden">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Select
            size="sm"
            aria-label={t("Metric")}
            className="w-auto"
            value={shownMetric(address)}
            options={metricOptions(address.event)}
            onValueChange={(metric) => setAddress({ metric: metric as CohortMetricName })}
          />
          {source === null ? null : (
            <RevenueSwitch
              value={source}
              onValueChange={(next) =>
                setAddress({ metric: withRevenueSource(shownMetric(address), next) as CohortMetricName })
              }
            />
          )}
          <Segmented
            label={t("Cohorts by")}
            options={granularityOptions}
            value={address.granularity}
            onValueChange={(granularity) => setAddress({ granularity })}
          />
          <Select
            size="sm"
            aria-label={t("Break down by")}
            className="w-auto"
            value={address.by || none}
            options={breakdownOptions}
            onValueChange={(by) =>
              setAddress(withBreakdown(by === none ? "" : (by as CohortBreakdown), address))
            }
          />
          <Select
            size="sm"
            aria-label={t("Event")}
            className="w-auto max-w-48"
            value={address.event || none}
            options={eventOptions(cohorts.data?.event_names ?? [], address.event)}
            onValueChange={(event) =>
              setAddress(event === none ? { event: "" } : { event, metric: "events" })
            }
          />
          <span className="flex items-center gap-2 text-muted text-xs">
            <Switch
              id="projection"
              checked={address.projection === "on"}
              onCheckedChange={(on) => setAddress({ projection: on ? "on" : "off" })}
            />
            <label htmlFor="projection">{t("Projection")}</label>
          </span>
          <IosEstimateSwitch
            isOn={address.ios === "on"}
            onChange={(isOn) => setAddress({ ios: isOn ? "on" : "" })}
          />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <ReportFilters address={address} onChange={setAddress} />
        </div>
      </div>
      <FiguresFrame query={cohorts}>
        {(data, busy) =>
          data.rows.length === 0 ? (
            <NoCohorts filtered={hasReportFilters(address)} onClear={() => setAddress(noReportFilters)} />
          ) : (
            <Cohorts data={data} address={address} project={id} busy={busy} />
          )
        }
      </FiguresFrame>
      {address.ios === "on" ? <IosEstimate window={window} /> : null}
    </div>
  );
}

type CohortsProps = { data: CohortsData; address: CohortAddress; project: number; busy: boolean };

function Cohorts({ data, address, project, busy }: CohortsProps) {
  const metric = shownMetric(address);
  const notes = [
    ...(data.event !== null && isOfEvent(metric) ? [t("Events: {event}.", { event: data.event })] : []),
    ...(lacksSpend(data.by ?? "", metric)
      ? [
          t(
            "Ad networks do not report spend by app version, so no row has a value. Choose another metric, such as LTV.",
          ),
        ]
      : []),
    ...(data.by === "tag" ? [t("A campaign with several tags appears under each of them.")] : []),
    isOfUsers(metric)
      ? t("D0 is the day of the install.")
      : metric === "retention"
        ? t("D1 is the calendar day after the install.")
        : t("D0 is the first 24 hours after the install."),
    t("Dashed: the cohort is not that old yet. At each age, the total covers the cohorts that are."),
    ...(data.total.projection && !isProjected(metric)
      ? [t("Only revenue, LTV and ROAS of purchases have projections.")]
      : []),
    ...(data.total.projection && isProjected(metric)
      ? [
          data.total.projection.refused ??
            t("Italic: projected by older weeks; point at a value for its range."),
        ]
      : []),
  ];
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,11fr)_minmax(0,4fr)]">
      <Card>
        <CohortTriangle
          data={data}
          metric={metric}
          busy={busy}
          hrefOf={(line) => installsHref(project, address, line)}
        />
        <div className="grid gap-1 border-t px-4 py-2.5">
          <p className="text-muted text-xs">{notes.join(" ")}</p>
          <LeftOutNote amount={data.spend_left_out} format={figureFormat(data.currency)} />
        </div>
      </Card>
      <Card>
        <CardHeader
          title={t("{label} by age", { label: cohortMetrics[metric].label })}
          description={cohortMetrics[metric].meaning}
        />
        <CardBody>
          <CohortCurves data={data} metric={metric} />
        </CardBody>
      </Card>
    </div>
  );
}

const NoCohorts = ({ filtered, onClear }: { filtered: boolean; onClear: () => void }) => (
  <Card>
    <EmptyState
      icon={filtered ? SearchX : CalendarRange}
      title={filtered ? t("No results") : t("No installs in this period")}
      actions={filtered ? <Button onClick={onClear}>{t("Clear filters")}</Button> : null}
    >
      {filtered
        ? t("No cohort matches these filters.")
        : t("Each cohort of installs gets a row with its revenue, spend and retention by age.")}
    </EmptyState>
  </Card>
);
