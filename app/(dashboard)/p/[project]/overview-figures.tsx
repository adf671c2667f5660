"use client";

import type { ReactNode } from "react";
import { asking, at } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { comparedText, figureFormat, windowText } from "@/app/(dashboard)/figure-format";
import { NotLoaded } from "@/app/(dashboard)/p/[project]/settings/not-loaded";
import { CardSkeleton } from "@/app/(dashboard)/page-skeleton";
import { useProject } from "@/app/(dashboard)/session";
import { comparisonOf, windowCodecs, windowOf } from "@/app/(dashboard)/window";
import { WindowPicker } from "@/app/(dashboard)/window-picker";
import { PageHeader } from "@/components/page-header";
import { urlChoice, useUrlState } from "@/components/use-url-state";
import { dayIn } from "@/lib/base/time";
import { type MainFigure, mainFigures, type OverviewData } from "@/lib/reporting/overview-schema";
import { type Traffic, traffics } from "@/lib/reporting/traffic";
import { Countries } from "./countries";
import { Bringers, FunnelCard, Networks } from "./overview-cards";
import { FigureChart } from "./overview-chart";
import { Tiles } from "./overview-tiles";
import { RecalculationNote } from "./recalculation-note";
import { TrafficSwitch } from "./traffic-switch";

const codecs = {
  ...windowCodecs,
  figure: urlChoice<MainFigure>(mainFigures, "installs"),
  traffic: urlChoice<Traffic>(traffics, "paid"),
};

export function OverviewFigures({ lead }: { lead?: ReactNode }) {
  const { id, name, time_zone: timeZone } = useProject();
  const [state, setState] = useUrlState(codecs);
  const today = dayIn(timeZone, new Date());
  const window = windowOf(state, today);
  const { traffic } = state;
  const query = { ...window, traffic, compare: comparisonOf(state) };
  const { data, error, refetch, isPlaceholderData } = useGet(
    asking(at("/projects/:project/overview", { project: id }), query),
    // Whoever comes back sees what has happened meanwhile.
    { keep: true, refetchInterval: 60_000, staleTime: 0 },
  );
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title={name}
        description={`${windowText(window)}, days in ${timeZone}`}
        actions={
          <>
            <TrafficSwitch value={traffic} onValueChange={(next) => setState({ traffic: next })} />
            <WindowPicker
              state={state}
              window={window}
              today={today}
              timeZone={timeZone}
              onChange={setState}
            />
          </>
        }
      />
      {lead}
      <RecalculationNote />
      {data ? (
        <div
          aria-busy={isPlaceholderData}
          className={`grid grid-cols-1 gap-6 transition-opacity delay-150 ${isPlaceholderData ? "opacity-60" : ""}`}
        >
          <Figures data={data} figure={state.figure} onFigure={(figure) => setState({ figure })} />
        </div>
      ) : error ? (
        <NotLoaded error={error} retry={refetch} />
      ) : (
        <>
          <CardSkeleton className="h-32" />
          <CardSkeleton className="h-92" />
        </>
      )}
    </div>
  );
}

function Figures({
  data,
  figure,
  onFigure,
}: {
  data: OverviewData;
  figure: MainFigure;
  onFigure: (figure: MainFigure) => void;
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
        <Networks data={data} format={format} />
        <Countries window={data} traffic={data.traffic} format={format} />
      </div>
      <FunnelCard data={data} format={format} />
      <section className="grid grid-cols-1 gap-3">
        <h2 className="px-1 font-semibold text-base">Top campaigns</h2>
        <Bringers data={data} format={format} />
      </section>
    </>
  );
}

function ComparedNote({ data: { compared, from, to, today } }: { data: OverviewData }) {
  const runs = from <= today && today <= to;
  const words = compared === null ? "" : `Changes compare ${comparedText(compared)}.`;
  const ofToday = runs ? " Today is not over: it counts in the figures, and in no change." : "";
  return <p className="px-1 text-muted text-xs">{(words + ofToday).trim()}</p>;
}
