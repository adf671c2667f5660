"use client";

import type { ReactNode } from "react";
import { PageHeader } from "@/components/page-header";
import { urlChoice, useUrlState } from "@/components/use-url-state";
import { type MainFigure, mainFigures, type OverviewData } from "@/lib/reporting/overview-schema";
import { dayIn } from "@/lib/time";
import { useGet } from "../../data";
import { figureFormat, windowText } from "../../figure-format";
import { CardSkeleton } from "../../page-skeleton";
import { useProject } from "../../session";
import { windowCodecs, windowOf } from "../../window";
import { WindowPicker } from "../../window-picker";
import { Countries } from "./countries";
import { Bringers, FunnelCard, Networks } from "./overview-cards";
import { FigureChart } from "./overview-chart";
import { Tiles } from "./overview-tiles";
import { RecutNote } from "./recut-note";
import { NotLoaded } from "./settings/not-loaded";

const codecs = { ...windowCodecs, figure: urlChoice<MainFigure>(mainFigures, "installs") };

export function OverviewFigures({ lead }: { lead?: ReactNode }) {
  const { id, name, time_zone: timeZone } = useProject();
  const [state, setState] = useUrlState(codecs);
  const today = dayIn(timeZone, new Date());
  const window = windowOf(state, today);
  const { data, error, refetch, isPlaceholderData } = useGet<OverviewData>(
    `/projects/${id}/overview?from=${window.from}&to=${window.to}`,
    // Whoever comes back sees what has happened meanwhile.
    { keep: true, refetchInterval: 60_000, staleTime: 0 },
  );
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title={name}
        description={`${windowText(window)}, days in ${timeZone}`}
        actions={
          <WindowPicker state={state} window={window} today={today} timeZone={timeZone} onChange={setState} />
        }
      />
      {lead}
      <RecutNote />
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
      <Tiles data={data} format={format} chosen={figure} onChoose={onFigure} />
      <FigureChart data={data} figure={figure} format={format} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <Networks data={data} format={format} />
        <Countries window={data} format={format} />
      </div>
      <FunnelCard data={data} format={format} />
      <section className="grid grid-cols-1 gap-3">
        <h2 className="px-1 font-semibold text-base">Top campaigns</h2>
        <Bringers data={data} format={format} />
      </section>
    </>
  );
}
