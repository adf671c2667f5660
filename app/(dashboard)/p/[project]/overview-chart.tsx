"use client";

import { metrics } from "@/lib/reporting/metrics";
import type { MainFigure, OverviewData } from "@/lib/reporting/overview-schema";
import type { FigureFormat } from "../../figure-format";
import { DayChart } from "./day-chart";

type FigureChartProps = { data: OverviewData; figure: MainFigure; format: FigureFormat };

export function FigureChart({ data, figure, format }: FigureChartProps) {
  return (
    <DayChart
      title={`${metrics[figure].label} by day`}
      description={metrics[figure].meaning}
      metric={figure}
      window={data}
      previous={data.previous}
      series={data.figures[figure]}
      format={format}
    />
  );
}
