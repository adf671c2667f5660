"use client";

import { ChevronRight } from "lucide-react";
import { useDeferredValue } from "react";
import { child, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { DayChart } from "@/app/(dashboard)/shell/figures/day-chart";
import { figureByDay, figureByDayOfRows } from "@/app/(dashboard)/shell/figures/day-drawings";
import { type ReportPartProps, reportLinesQuery } from "@/app/(dashboard)/shell/figures/table-address";
import { CardSkeleton } from "@/app/(dashboard)/shell/page-skeleton";
import { cn } from "@/components/cn";
import { Select } from "@/components/fields/select";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useRemembered } from "@/components/use-remembered";
import { inSentence, t } from "@/lib/base/languages/texts";
import { dimensions, lineSizeMetric } from "@/lib/reporting/groups/dimensions";
import type { LinesData } from "@/lib/reporting/groups/lines-schema";
import { type MetricName, type MetricView, metrics } from "@/lib/reporting/metrics/metrics";
import { metricLabel, metricMeaning } from "@/lib/reporting/metrics/traffic";
import { isInView, meaningInView, metricColumns } from "@/lib/reporting/table/columns";
import { ReportNotFound } from "./report-not-found";

/** The figures of the view, and the chosen one if it is of the other view. */
const optionsIn = (view: MetricView, chosen: MetricName) =>
  metricColumns
    .filter((column) => isInView(view, column) || column.id === chosen)
    .map(({ id, label }) => ({ value: id as MetricName, label }));

function meaningOf(metric: MetricName, { view, traffic }: ReportPartProps["address"]): string {
  const column = metricColumns.find(({ id }) => id === metric);
  return view === "retargeting" && column ? meaningInView(view, column) : metricMeaning(metric, traffic);
}

type ReportChartProps = Pick<ReportPartProps, "path" | "address" | "window" | "onChange">;

/** The chart above the report's rows. Members can hide it permanently. */
export function ReportChart({ path, address, window, onChange }: ReportChartProps) {
  const [shown, setShown] = useRemembered<"yes" | "no">("report-chart", "yes");
  const isOpen = shown === "yes";
  const query = reportLinesQuery(address, window);
  const {
    data: received,
    error,
    refetch,
    isPlaceholderData,
  } = useGet(isOpen ? withQuery(child(path, "/lines"), query) : null, { keepPrevious: true, staleTime: 0 });
  // Rendering is deferred, so that the page remains responsive.
  const data = useDeferredValue(received);
  const metric = query.metric;
  const toggle = (
    <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setShown(isOpen ? "no" : "yes")}>
      <ChevronRight className={cn("size-3.5 transition-transform", isOpen && "rotate-90")} />
      {isOpen ? t("Hide chart") : t("Show chart")}
    </Button>
  );
  if (!isOpen) return <div className="-my-3 flex justify-end">{toggle}</div>;
  if (!data)
    return error ? (
      <Card>
        <ReportNotFound error={error} retry={() => void refetch()} />
      </Card>
    ) : (
      <CardSkeleton className="h-[396px]" />
    );
  return (
    <DayChart
      title={t("{metric} by day", { metric: metricLabel(metric, address.traffic) })}
      description={descriptionOf(data, meaningOf(metric, address))}
      busy={isPlaceholderData}
      drawing={drawingOf(data)}
      actions={
        <>
          <Select
            size="sm"
            aria-label={t("Figure in the chart")}
            className="w-auto"
            value={metric}
            options={optionsIn(address.view, metric)}
            onValueChange={(chart) => onChange({ chart })}
          />
          {toggle}
        </>
      }
    />
  );
}

function descriptionOf({ metric, by, lines }: LinesData, meaning: string): string {
  if (by === null) return meaning;
  if (lines.length === 0) return t("{meaning} There is no data for these days.", { meaning });
  const which =
    lines.length < 5
      ? t("Each")
      : t("The five with the most {label}", { label: inSentence(metrics[lineSizeMetric(metric)].label) });
  return t("{meaning} {which}, by {label}.", { meaning, which, label: inSentence(dimensions[by].label) });
}

function drawingOf(data: LinesData) {
  const { metric, today, by, lines } = data;
  const days = { metric, today, window: data, format: figureFormat(data.currency) };
  if (by !== null && lines.length > 0) return figureByDayOfRows({ ...days, lines });
  return figureByDay({ ...days, previous: null, series: { days: lines[0]?.days ?? [], previous_days: [] } });
}
