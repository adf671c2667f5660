"use client";

import type { FigureFormat } from "@/app/(dashboard)/figure-format";
import type { MainFigure, OverviewData } from "@/lib/reporting/overview-schema";
import { labelOf, meaningOf } from "@/lib/reporting/traffic";
import { DayChart } from "./day-chart";

type FigureChartProps = { data: OverviewData; figure: MainFigure; format: FigureFormat };

export function FigureChart({ data, figure, format }: FigureChartProps) {
  const label = labelOf(figure, data.traffic);
  return (
    <DayChart
      title={`${label} by day`}
      description={meaningOf(figure, data.traffic)}
      metric={figure}
      label={label}
      window={data}
      previous={data.previous}
      today={data.today}
      series={data.figures[figure]}
      format={format}
    />
  );
}
