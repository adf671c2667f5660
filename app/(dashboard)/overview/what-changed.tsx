"use client";

import { useState } from "react";
import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { type FigureFormat, figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { type FocusState, focusQuery } from "@/app/(dashboard)/shell/figures/focus";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useProject } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { shortDay, windowText } from "@/components/format";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Segmented } from "@/components/ui/segmented";
import { Tooltip } from "@/components/ui/tooltip";
import { metricLabel, type Traffic, withLowerFirst } from "@/lib/reporting/metrics/traffic";
import { moverCauses } from "@/lib/reporting/movers/effects";
import type { MoverDimension, MoversData, MoversPeriod } from "@/lib/reporting/movers/schema";
import type { MainFigure } from "@/lib/reporting/overview/names";
import { BudgetLines } from "./budget-lines";
import { MoverRows, toneClasses } from "./mover-rows";
import { causeLabels, causeMeanings, changeText, changeTone, mainFigureText } from "./mover-text";

const periodOptions = [
  { value: "yesterday", label: "Yesterday" },
  { value: "week", label: "Last 7 days" },
] as const;
const dimensionOptions = [
  { value: "campaign", label: "Campaigns" },
  { value: "network", label: "Networks" },
  { value: "country", label: "Countries" },
  { value: "creative", label: "Creatives" },
] as const;

const explained = "rounded-sm underline decoration-line-strong decoration-dotted underline-offset-4";

type WhatChangedProps = {
  figure: MainFigure;
  traffic: Traffic;
  focus: FocusState;
  onFocus: (patch: Partial<FocusState>) => void;
};

/** What changed in the chosen figure, which rows drove it and why, and what to do about each. */
export function WhatChanged({ figure, traffic, focus, onFocus }: WhatChangedProps) {
  const { id } = useProject();
  const [name, setName] = useState<MoversPeriod["name"]>("week");
  const [dimension, setDimension] = useState<MoverDimension>("campaign");
  const request = withQuery(at("/projects/:project/overview/movers", { project: id }), {
    figure,
    traffic,
    ...focusQuery(focus),
  });
  const { data, error, refetch } = useGet(request, { keepPrevious: true, staleTime: 60_000 });
  const period = data?.periods.find((one) => one.name === name);
  if (!data || !period) return <NotLoaded error={error} retry={refetch} className="h-96" />;
  const rows = period.by[dimension];
  return (
    <Card>
      <CardHeader
        title="What changed"
        description={<Headline data={data} period={period} traffic={traffic} />}
        actions={<Segmented label="Period" options={periodOptions} value={name} onValueChange={setName} />}
      />
      <CardBody className="grid grid-cols-1 gap-4">
        <BudgetLines />
        {period.change === null || rows.length === 0 ? null : (
          <>
            <Causes period={period} data={data} />
            <div className="grid grid-cols-1 gap-2">
              <Segmented
                label="Break down by"
                options={dimensionOptions}
                value={dimension}
                onValueChange={setDimension}
                className="w-fit max-w-full overflow-x-auto"
              />
              <MoverRows
                dimension={dimension}
                data={data}
                period={period}
                traffic={traffic}
                onFocus={onFocus}
              />
            </div>
          </>
        )}
      </CardBody>
    </Card>
  );
}

type PartProps = { data: MoversData; period: MoversPeriod };

function Headline({ data, period, traffic }: PartProps & { traffic: Traffic }) {
  const { figure } = data;
  const format = figureFormat(data.currency);
  const { before, after, change, days, previous } = period;
  const label = metricLabel(figure, traffic);
  const against = days.from === days.to ? shortDay(previous.from) : windowText(previous);
  if (change === null)
    return `${label} has no value in ${before === null ? against : windowText(days)}, so there is no change to explain.`;
  const value = (amount: number | null) => mainFigureText(format, figure, amount);
  if (change === 0) return `${label} stayed at ${value(after)}, as on ${against}.`;
  return (
    <>
      {label} {change > 0 ? "rose" : "fell"} from {value(before)} to {value(after)}{" "}
      <span className={cn("num font-medium", toneClasses[changeTone(figure, change)])}>
        ({changeText(format, figure, change)})
      </span>
      , {windowText(days)} against {against}.
      {period.is_spend_missing && figure !== "clicks"
        ? " Spend of these days hasn't arrived yet, so costs are incomplete."
        : null}
    </>
  );
}

/** The effects by cause, which add up to the change. */
function Causes({ period: { effects, change }, data: { figure, currency } }: PartProps) {
  if (effects === null || figure === "spend") return null;
  const format: FigureFormat = figureFormat(currency);
  const shown = moverCauses.filter((cause) => effects[cause] !== 0);
  if (shown.length === 0) return null;
  return (
    <dl
      aria-label={`Why ${withLowerFirst(metricLabel(figure, "paid"))} changed`}
      className="flex flex-wrap gap-2"
    >
      {shown.map((cause) => (
        <div key={cause} className="grid gap-0.5 rounded-md border bg-sunken px-3 py-1.5">
          <dt className="text-muted text-xs">
            <Tooltip content={causeMeanings[cause](figure)} taps>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the meaning has to be reachable by keyboard */}
              <span tabIndex={0} className={explained}>
                {causeLabels[cause](figure)}
              </span>
            </Tooltip>
          </dt>
          <dd className={cn("num font-medium text-sm", toneClasses[changeTone(figure, effects[cause])])}>
            {changeText(format, figure, effects[cause])}
          </dd>
        </div>
      ))}
      <div className="grid gap-0.5 px-2 py-1.5">
        <dt className="text-muted text-xs">Together</dt>
        <dd className="num font-medium text-sm">{changeText(format, figure, change ?? 0)}</dd>
      </div>
    </dl>
  );
}
