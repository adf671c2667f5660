"use client";

import type { FigureFormat } from "@/app/(dashboard)/figure-format";
import { windowText } from "@/app/(dashboard)/figure-format";
import { useProject } from "@/app/(dashboard)/session";
import { changeOf } from "@/components/charts/prepare";
import { Sparkline } from "@/components/charts/sparkline";
import { cn } from "@/components/cn";
import { Stat } from "@/components/stat";
import { Card } from "@/components/ui/card";
import { metrics } from "@/lib/reporting/metrics";
import { type MainFigure, mainFigures, type OverviewData } from "@/lib/reporting/overview-schema";
import { labelOf, meaningOf } from "@/lib/reporting/traffic";
import { drillDown } from "./drill-down";
import { Figure } from "./figure";

type TilesProps = {
  data: OverviewData;
  format: FigureFormat;
  chosen: MainFigure;
  onChoose: (figure: MainFigure) => void;
};

/** The main figures; each opens its rows, and pressing the tile shows it in the chart. */
export function Tiles({ data, format, chosen, onChoose }: TilesProps) {
  const { id: project } = useProject();
  const { from, to, traffic, today, compared } = data;
  const campaign = traffic === "paid" ? "inorganic" : undefined;
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
              <Figure href={total ? drillDown({ metric: name }, { project, from, to, campaign }) : undefined}>
                {format.full(unit, total)}
              </Figure>
            }
            // More spend is neither good nor bad.
            change={name === "spend" ? null : changeOf(over, previous)}
            lowerIsBetter={name === "cost_per_install"}
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
