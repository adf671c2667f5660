"use client";

import type { ReactNode } from "react";
import type { DayDrawing } from "@/app/(dashboard)/p/[project]/day-drawings";
import { ChartFrame } from "@/components/charts/chart-frame";
import { Card, CardBody, CardHeader } from "@/components/ui/card";

type DayChartProps = {
  title: string;
  description: string;
  drawing: DayDrawing;
  actions?: ReactNode;
  /** Figures of other days are on their way. */
  busy?: boolean;
};

/** Figures over days. */
export function DayChart({ title, description, drawing, actions, busy = false }: DayChartProps) {
  const { legend, table, chart } = drawing;
  return (
    <Card>
      <CardHeader title={title} description={description} actions={actions} />
      <CardBody aria-busy={busy} className={busy ? "opacity-60 transition-opacity delay-150" : ""}>
        <ChartFrame label={title} legend={legend} table={table}>
          {chart(`${title}. The arrow keys walk along the days.`)}
        </ChartFrame>
      </CardBody>
    </Card>
  );
}
