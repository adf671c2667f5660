"use client";

import type { ReactNode } from "react";
import { useDayNotes } from "@/app/(dashboard)/shell/notes/day-notes";
import { ChartFrame, type ChartTable } from "@/components/charts/chart-frame";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import type { ChartByDay } from "./day-drawings";

type DayChartProps = {
  title: string;
  description: string;
  drawing: ChartByDay;
  actions?: ReactNode;
  /** Figures of other days are loading. */
  busy?: boolean;
};

/** Figures by day, with the notes about these days. */
export function DayChart(props: DayChartProps) {
  const { title, description, drawing, actions, busy = false } = props;
  const { legend, table, days, today, chart } = drawing;
  const notes = useDayNotes({ from: days.at(0) ?? today, to: days.at(-1) ?? today }, today);
  return (
    <Card>
      <CardHeader title={title} description={description} actions={actions} />
      <CardBody aria-busy={busy} className={busy ? "opacity-60 transition-opacity delay-150" : ""}>
        <ChartFrame
          label={title}
          legend={legend}
          table={notes.marks.length === 0 ? table : withNotes(table, days.map(notes.textsOf))}
          actions={notes.add}
        >
          {chart(t("{title}. Use the arrow keys to move between days.", { title }), notes.marks)}
        </ChartFrame>
      </CardBody>
    </Card>
  );
}

const withNotes = ({ headers, rows }: ChartTable, notes: readonly string[][]): ChartTable => ({
  headers: [...headers, t("Notes")],
  rows: rows.map(([day, ...cells], i) => [
    day,
    ...cells,
    <span key="notes" className="inline-block max-w-80 whitespace-normal text-start">
      {notes[i]?.join("; ")}
    </span>,
  ]),
});
