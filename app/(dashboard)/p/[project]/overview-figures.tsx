"use client";

import type { ReactNode } from "react";
import { asking, at } from "@/app/(dashboard)/api";
import { CompareWith } from "@/app/(dashboard)/compare-with";
import { useGet } from "@/app/(dashboard)/data";
import { comparedText, type FigureFormat, figureFormat } from "@/app/(dashboard)/figure-format";
import { CardSkeleton, NotLoaded } from "@/app/(dashboard)/page-skeleton";
import { useProject } from "@/app/(dashboard)/session";
import { compareCodec, comparisonOf, windowCodecs, windowOf } from "@/app/(dashboard)/window";
import { WindowPicker } from "@/app/(dashboard)/window-picker";
import { changeOf } from "@/components/charts/prepare";
import { Sparkline } from "@/components/charts/sparkline";
import { cn } from "@/components/cn";
import { windowText } from "@/components/format";
import { PageHeader } from "@/components/page-header";
import { Stat } from "@/components/stat";
import { Card } from "@/components/ui/card";
import { urlChoice, useUrlState } from "@/components/use-url-state";
import { dayIn } from "@/lib/base/time";
import { organicNetwork } from "@/lib/reporting/focus-schema";
import { metrics } from "@/lib/reporting/metrics";
import { type MainFigure, mainFigures, type OverviewData } from "@/lib/reporting/overview-schema";
import { labelOf, lowerFirst, meaningOf, type Traffic, traffics } from "@/lib/reporting/traffic";
import { Countries } from "./countries";
import { DayChart } from "./day-chart";
import { oneFigure } from "./day-drawings";
import { drillDown } from "./drill-down";
import { Figure } from "./figure";
import { type FocusState, focusCodecs, focusQuery, placeOfFocus } from "./focus";
import { FocusChips } from "./focus-chips";
import { NeedsAttention } from "./needs-attention";
import { isNeutral } from "./neutral";
import { Bringers, Creatives, FunnelCard, Networks, Platforms } from "./overview-cards";
import { RecalculationNote } from "./recalculation-note";
import { ShareButton } from "./share/share-button";
import { sharedText } from "./share/shared-text";
import { TrafficSwitch } from "./traffic-switch";

const codecs = {
  ...windowCodecs,
  compare: compareCodec,
  figure: urlChoice<MainFigure>(mainFigures, "installs"),
  traffic: urlChoice<Traffic>(traffics, "paid"),
  ...focusCodecs,
};

export function OverviewFigures({ lead }: { lead?: ReactNode }) {
  const { id, name, time_zone: timeZone } = useProject();
  const [state, setState] = useUrlState(codecs);
  const today = dayIn(timeZone, new Date());
  const window = windowOf(state, today);
  const { traffic } = state;
  const compare = comparisonOf(state);
  const query = { ...window, traffic, compare, figure: state.figure, ...focusQuery(state) };
  const { data, error, refetch, isPlaceholderData } = useGet(
    asking(at("/projects/:project/overview", { project: id }), query),
    // Whoever comes back sees what has happened meanwhile.
    { keep: true, refetchInterval: 60_000, staleTime: 0 },
  );
  const attention = useGet(at("/projects/:project/overview/attention", { project: id }), {
    refetchInterval: 300_000,
  });
  // Figures and the notes above them wait for each other, which would push them down otherwise; not for notes that do not
  // come.
  const isReady = attention.data || attention.error;
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title={name}
        description={`${windowText(window)}, days in ${timeZone}`}
        actions={
          <>
            <TrafficSwitch
              value={traffic}
              onValueChange={(next) =>
                // Nothing that was paid for is organic.
                setState({
                  traffic: next,
                  ...(next === "paid" && state.network === organicNetwork ? { network: "" } : {}),
                })
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
              title={`${name}: overview`}
              shown={{ kind: "overview", query: sharedText(query) }}
              window={window}
              today={today}
            />
          </>
        }
      />
      <FocusChips state={state} known={data?.focus} onChange={setState} />
      {lead}
      <RecalculationNote />
      {attention.data && (data || error) ? <NeedsAttention items={attention.data.items} /> : null}
      {data && isReady ? (
        <div
          aria-busy={isPlaceholderData}
          className={`grid grid-cols-1 gap-6 transition-opacity delay-150 ${isPlaceholderData ? "opacity-60" : ""}`}
        >
          <Figures
            data={data}
            figure={state.figure}
            onFigure={(figure) => setState({ figure })}
            // Each step can be walked back through.
            onFocus={(patch) => setState(patch, { push: true })}
          />
        </div>
      ) : error ? (
        <NotLoaded error={error} retry={refetch} />
      ) : (
        <>
          <CardSkeleton className="h-32" />
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
  figure,
  onFigure,
  onFocus,
}: {
  data: OverviewData;
  figure: MainFigure;
  onFigure: (figure: MainFigure) => void;
  onFocus: (patch: Partial<FocusState>) => void;
}) {
  const format = figureFormat(data.currency);
  return (
    <>
      <div className="grid grid-cols-1 gap-2">
        <Tiles data={data} format={format} chosen={figure} onChoose={onFigure} />
        <ComparedNote data={data} />
      </div>
      <FigureChart data={data} figure={figure} format={format} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <Networks data={data} format={format} onFocus={onFocus} />
        <Creatives data={data} format={format} onFocus={onFocus} />
        <Countries data={data} format={format} />
        <div className="grid grid-cols-1 grid-rows-[auto_1fr] gap-6">
          <Platforms data={data} format={format} onFocus={onFocus} />
          <FunnelCard data={data} format={format} />
        </div>
      </div>
      <section className="grid grid-cols-1 gap-3">
        <h2 className="px-1 font-semibold text-base">
          Top campaigns by {lowerFirst(labelOf(data.figure, "paid"))}
        </h2>
        <Bringers data={data} format={format} onFocus={onFocus} />
      </section>
    </>
  );
}

function ComparedNote({ data: { compared, from, to, today } }: { data: OverviewData }) {
  const runs = from <= today && today <= to;
  const words = compared === null ? "" : `Changes compare ${comparedText(compared)}.`;
  const ofToday = runs ? " Today isn't over: it's in the totals but not in the changes." : "";
  return <p className="px-1 text-muted text-xs">{(words + ofToday).trim()}</p>;
}

type FigureChartProps = { data: OverviewData; figure: MainFigure; format: FigureFormat };

function FigureChart({ data, figure, format }: FigureChartProps) {
  const label = labelOf(figure, data.traffic);
  return (
    <DayChart
      title={`${label} by day`}
      description={meaningOf(figure, data.traffic)}
      drawing={oneFigure({
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

type TilesProps = {
  data: OverviewData;
  format: FigureFormat;
  chosen: MainFigure;
  onChoose: (figure: MainFigure) => void;
};

/** The main figures; each opens its rows, and pressing the tile shows it in the chart. */
function Tiles({ data, format, chosen, onChoose }: TilesProps) {
  const { id: project } = useProject();
  const { to, traffic, today, compared } = data;
  const place = placeOfFocus(project, data);
  return (
    <Card className="grid grid-cols-2 gap-px bg-line sm:grid-cols-4 xl:grid-cols-7">
      {mainFigures.map((name) => {
        const { unit } = metrics[name];
        const label = labelOf(name, traffic);
        const { total, over, previous, days } = data.figures[name];
        const change =
          compared === null
            ? ""
            : ` ${windowText(compared)}: ${format.full(unit, over)}. ${windowText(compared.previous)}: ${format.full(unit, previous)}.`;
        return (
          <Stat
            key={name}
            label={label}
            hint={meaningOf(name, traffic) + change}
            value={
              <Figure href={total && place ? drillDown({ metric: name }, place) : undefined}>
                {format.full(unit, total)}
              </Figure>
            }
            change={changeOf(over, previous)}
            neutral={isNeutral(name)}
            className={cn(
              "relative grid-rows-[auto_1fr_auto] bg-raised last:max-xl:col-span-2 hover:bg-sunken",
              chosen === name && "shadow-[inset_0_-2px_var(--chart-1)]",
            )}
          >
            <button
              type="button"
              aria-pressed={chosen === name}
              aria-label={`Show ${label} in the chart`}
              onClick={() => onChoose(name)}
              className="mt-1.5 block w-full rounded-sm after:absolute after:inset-0 after:content-['']"
            >
              <Sparkline
                values={days}
                growing={to === today}
                className={chosen === name ? "" : "text-faint"}
              />
            </button>
          </Stat>
        );
      })}
    </Card>
  );
}
