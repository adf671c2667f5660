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
import { rich } from "@/components/rich";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Segmented } from "@/components/ui/segmented";
import { Tooltip } from "@/components/ui/tooltip";
import { t } from "@/lib/base/languages/texts";
import { metricLabel, type Traffic, withLowerFirst } from "@/lib/reporting/metrics/traffic";
import { moverCauses } from "@/lib/reporting/movers/effects";
import type { MoverDimension, MoversData, MoversPeriod } from "@/lib/reporting/movers/schema";
import type { MainFigure } from "@/lib/reporting/overview/names";
import { BudgetLines } from "./budget-lines";
import { MoverRows, toneClasses } from "./mover-rows";
import { causeLabels, causeMeanings, changeText, changeTone, mainFigureText } from "./mover-text";

const periodOptions = [
  { value: "yesterday", label: t("Yesterday") },
  { value: "week", label: t("Last 7 days") },
] as const;
const dimensionOptions = [
  { value: "campaign", label: t("Campaigns") },
  { value: "network", label: t("Networks") },
  { value: "country", label: t("Countries") },
  { value: "creative", label: t("Creatives") },
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
        title={t("What changed")}
        description={<Headline data={data} period={period} traffic={traffic} />}
        actions={
          <Segmented label={t("Period")} options={periodOptions} value={name} onValueChange={setName} />
        }
      />
      <CardBody className="grid grid-cols-1 gap-4">
        <BudgetLines />
        {period.change === null || rows.length === 0 ? null : (
          <>
            <Causes period={period} data={data} />
            <div className="grid grid-cols-1 gap-2">
              <Segmented
                label={t("Break down by")}
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
    return t("{label} has no value in {against}, so there is no change to explain.", {
      label,
      against: before === null ? against : windowText(days),
    });
  const value = (amount: number | null) => mainFigureText(format, figure, amount);
  if (change === 0)
    return t("{label} stayed at {after}, as on {against}.", { label, after: value(after), against });
  return (
    <>
      {rich(
        "{label} {if_change, select, yes {rose} other {fell}} from {before} to {after} <span>({format})</span>, {days} against {against}.{if_is_spend_missing, select, yes { Spend of these days hasn't arrived yet, so costs are incomplete.} other {}}",
        {
          label,
          if_change: change > 0 ? "yes" : "no",
          before: value(before),
          after: value(after),
          format: changeText(format, figure, change),
          span: (text) => (
            <span className={cn("num font-medium", toneClasses[changeTone(figure, change)])}>{text}</span>
          ),
          days: windowText(days),
          against,
          if_is_spend_missing: period.is_spend_missing && figure !== "clicks" ? "yes" : "no",
        },
      )}
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
      aria-label={t("Why {figure} changed", { figure: withLowerFirst(metricLabel(figure, "paid")) })}
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
        <dt className="text-muted text-xs">{t("Together")}</dt>
        <dd className="num font-medium text-sm">{changeText(format, figure, change ?? 0)}</dd>
      </div>
    </dl>
  );
}
