"use client";

import { type ReactNode, useDeferredValue } from "react";
import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { CompareWith } from "@/app/(dashboard)/shell/dates/compare-with";
import {
  chosenComparison,
  compareCodec,
  dayWindow,
  windowCodecs,
} from "@/app/(dashboard)/shell/dates/window";
import { WindowPicker } from "@/app/(dashboard)/shell/dates/window-picker";
import { type FigureFormat, figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { ComparedNote } from "@/app/(dashboard)/shell/figures/compared-note";
import { DayChart } from "@/app/(dashboard)/shell/figures/day-chart";
import { figureByDay } from "@/app/(dashboard)/shell/figures/day-drawings";
import { drillDown } from "@/app/(dashboard)/shell/figures/drill-down";
import { FigureTiles } from "@/app/(dashboard)/shell/figures/figure-tiles";
import {
  drillDownOfFocus,
  type FocusState,
  focusCodecs,
  focusQuery,
} from "@/app/(dashboard)/shell/figures/focus";
import { FunnelCard } from "@/app/(dashboard)/shell/figures/funnel-card";
import { LeftOutNote } from "@/app/(dashboard)/shell/figures/left-out-note";
import { RecalculationNote } from "@/app/(dashboard)/shell/figures/recalculation-note";
import { RevenueSwitch } from "@/app/(dashboard)/shell/figures/revenue-switch";
import { sharedQueryText } from "@/app/(dashboard)/shell/figures/shared-text";
import { ShowSql, type SqlChoice } from "@/app/(dashboard)/shell/figures/show-sql";
import { TrafficSwitch } from "@/app/(dashboard)/shell/figures/traffic-switch";
import { CardSkeleton, NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useProject } from "@/app/(dashboard)/shell/session";
import { ShareButton } from "@/app/(dashboard)/shell/shares/share-button";
import { windowText } from "@/components/format";
import { PageHeader } from "@/components/page-header";
import { urlChoice, useUrlState } from "@/components/use-url-state";
import { t } from "@/lib/base/languages/texts";
import { dayIn } from "@/lib/base/time";
import {
  type RevenueSource,
  revenueSources,
  withRevenueSource,
} from "@/lib/reporting/metrics/revenue-sources";
import { metricLabel, metricMeaning, type Traffic, trafficKinds } from "@/lib/reporting/metrics/traffic";
import {
  isMainFigure,
  type OverviewFigure,
  type OverviewRows,
  organicNetwork,
  overviewFigures,
  overviewRows,
} from "@/lib/reporting/overview/names";
import type { OverviewData } from "@/lib/reporting/overview/schema";
import { AttentionStrip } from "./attention-strip";
import { FocusChips } from "./focus-chips";
import { Countries, Creatives, Platforms, TopNetworks } from "./overview-cards";
import { WhatChanged } from "./what-changed";

const codecs = {
  ...windowCodecs,
  compare: compareCodec,
  figure: urlChoice<OverviewFigure>(overviewFigures, "installs"),
  revenue: urlChoice<RevenueSource>(revenueSources, "purchases"),
  traffic: urlChoice<Traffic>(trafficKinds, "paid"),
  ...focusCodecs,
};

const sqlLabels: Record<OverviewRows, string> = {
  total: t("Totals"),
  day: t("Days"),
  network: t("Networks"),
  campaign: t("Campaigns"),
  platform: t("Platforms"),
  country: t("Countries"),
  creative: t("Creatives"),
  paying: t("Paying users"),
  changes: t("What changed"),
};

function sqlChoices(project: number, query: object): [SqlChoice, ...SqlChoice[]] {
  const choice = (by: OverviewRows): SqlChoice => ({
    label: sqlLabels[by],
    request: withQuery(at("/projects/:project/overview/sql", { project }), { ...query, by }),
  });
  const [first, ...others] = overviewRows;
  return [choice(first), ...others.map(choice)];
}

type OverviewFiguresProps = {
  /** Above the figures. */
  lead?: ReactNode;
  /** Below the first figures, which stay at the top of the page. */
  note?: ReactNode;
};

export function OverviewFigures({ lead, note }: OverviewFiguresProps) {
  const { id, name, time_zone: timeZone, week_starts_on: weekStart } = useProject();
  const [state, setState] = useUrlState(codecs);
  const today = dayIn(timeZone, new Date());
  const window = dayWindow(state, today, weekStart);
  const { traffic } = state;
  const compare = chosenComparison(state);
  const query = { ...window, traffic, compare, figure: state.figure, ...focusQuery(state) };
  const { data, error, refetch, isPlaceholderData } = useGet(
    withQuery(at("/projects/:project/overview", { project: id }), query),
    // A returning reader gets current figures.
    { keepPrevious: true, refetchInterval: 60_000, staleTime: 0 },
  );
  const attention = useGet(at("/projects/:project/overview/attention", { project: id }), {
    refetchInterval: 300_000,
  });
  const alerts = useGet(at("/projects/:project/alerts/firing", { project: id }), { refetchInterval: 60_000 });
  // The figures wait for the notes above them, which would push them down, unless loading the notes fails. Rendering is
  // deferred, so that the page remains responsive.
  const isReady = (attention.data || attention.error) && (alerts.data || alerts.error);
  const ready = useDeferredValue(isReady ? data : undefined);
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-3">
      <PageHeader
        title={name}
        description={t("{window}, days in {timeZone}", { window: windowText(window), timeZone })}
        actions={
          <>
            <TrafficSwitch
              value={traffic}
              onValueChange={(next) =>
                // Paid traffic is never organic.
                setState({
                  traffic: next,
                  ...(next === "paid" && state.network === organicNetwork ? { network: "" } : {}),
                })
              }
            />
            <RevenueSwitch
              value={state.revenue}
              onValueChange={(revenue) =>
                setState({ revenue, figure: withRevenueSource(state.figure, revenue) as OverviewFigure })
              }
            />
            <WindowPicker
              state={state}
              window={window}
              today={today}
              timeZone={timeZone}
              onChange={setState}
            />
            <CompareWith value={compare} onChange={(next) => setState({ compare: next })} />
            <ShareButton
              title={t("{name}: overview", { name })}
              shown={{ kind: "overview", query: sharedQueryText(query) }}
              window={window}
              today={today}
            />
            <ShowSql choices={sqlChoices(id, { ...window, traffic, ...focusQuery(state) })} />
          </>
        }
      />
      <FocusChips state={state} known={data?.focus} onChange={setState} />
      {lead}
      <RecalculationNote />
      {ready || error ? (
        <AttentionStrip alerts={alerts.data?.firing ?? []} items={attention.data?.items ?? []} />
      ) : null}
      {ready ? (
        <div
          aria-busy={isPlaceholderData}
          className={`grid grid-cols-1 gap-6 transition-opacity delay-150 ${isPlaceholderData ? "opacity-60" : ""}`}
        >
          <Figures
            data={ready}
            note={note}
            focus={state}
            revenue={state.revenue}
            figure={state.figure}
            onFigure={(figure) => setState({ figure })}
            // The Back button reverts each step.
            onFocus={(patch) => setState(patch, { push: true })}
          />
        </div>
      ) : error ? (
        <NotLoaded error={error} retry={refetch} />
      ) : (
        <>
          <CardSkeleton className="h-32" />
          <CardSkeleton className="h-96" />
          <CardSkeleton className="h-92" />
          <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
            <CardSkeleton className="h-80" />
            <CardSkeleton className="h-80" />
          </div>
        </>
      )}
    </div>
  );
}

function Figures({
  data,
  note,
  focus,
  revenue,
  figure,
  onFigure,
  onFocus,
}: {
  data: OverviewData;
  note: ReactNode;
  focus: FocusState;
  revenue: RevenueSource;
  figure: OverviewFigure;
  onFigure: (figure: OverviewFigure) => void;
  onFocus: (patch: Partial<FocusState>) => void;
}) {
  const { id: project } = useProject();
  const format = figureFormat(data.currency);
  const dimensions = drillDownOfFocus(project, data);
  const paid = drillDownOfFocus(project, { ...data, traffic: "paid" });
  return (
    <>
      <div className="grid grid-cols-1 gap-2">
        <FigureTiles
          data={data}
          format={format}
          growing={data.to === data.today}
          revenue={revenue}
          chosen={figure}
          onChoose={onFigure}
          behind={(metric) => (dimensions ? drillDown({ metric }, dimensions) : undefined)}
        />
        <ComparedNote data={data} />
        <LeftOutNote amount={data.spend_left_out} format={format} className="px-1" />
      </div>
      {note}
      {isMainFigure(figure) ? (
        <WhatChanged figure={figure} traffic={data.traffic} focus={focus} onFocus={onFocus} />
      ) : null}
      <FigureChart data={data} figure={figure} format={format} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <TopNetworks data={data} format={format} onFocus={onFocus} />
        <Creatives data={data} format={format} onFocus={onFocus} />
        <Countries data={data} format={format} onFocus={onFocus} />
        <div className="grid grid-cols-1 grid-rows-[auto_1fr] gap-6">
          <Platforms data={data} format={format} onFocus={onFocus} />
          <FunnelCard
            funnel={data.funnel}
            format={format}
            behind={(metric) => (paid ? drillDown({ metric }, paid) : undefined)}
          />
        </div>
      </div>
    </>
  );
}

type FigureChartProps = { data: OverviewData; figure: OverviewFigure; format: FigureFormat };

function FigureChart({ data, figure, format }: FigureChartProps) {
  const label = metricLabel(figure, data.traffic);
  return (
    <DayChart
      title={t("{label} by day", { label })}
      description={metricMeaning(figure, data.traffic)}
      drawing={figureByDay({
        metric: figure,
        label,
        window: data,
        previous: data.previous,
        today: data.today,
        series: data.figures[figure],
        format,
      })}
    />
  );
}
