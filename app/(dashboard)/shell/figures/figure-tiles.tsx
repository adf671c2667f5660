"use client";

import type { FigureFormat } from "@/app/(dashboard)/shell/figure-format";
import { relativeChange } from "@/components/charts/prepare";
import { Sparkline } from "@/components/charts/sparkline";
import { cn } from "@/components/cn";
import { windowText } from "@/components/format";
import { Card } from "@/components/ui/card";
import { Stat } from "@/components/ui/stat";
import { t } from "@/lib/base/languages/texts";
import { isNeutral, metrics } from "@/lib/reporting/metrics/metrics";
import { type RevenueSource, withRevenueSource } from "@/lib/reporting/metrics/revenue-sources";
import { metricLabel, metricMeaning } from "@/lib/reporting/metrics/traffic";
import { mainFigures, type OverviewFigure } from "@/lib/reporting/overview/names";
import type { OverviewData } from "@/lib/reporting/overview/schema";
import { FigureLink } from "./figure";

type FigureTilesProps = {
  data: Pick<OverviewData, "figures" | "traffic" | "compared">;
  format: FigureFormat;
  /** The last day is still incomplete. */
  growing: boolean;
  /** Whose revenue the tiles show. */
  revenue?: RevenueSource;
  chosen: OverviewFigure;
  onChoose: (figure: OverviewFigure) => void;
  /** The link to the rows of a figure; shared pages have none. */
  behind?: (figure: OverviewFigure) => string | undefined;
};

/** The main figures; pressing a tile shows it in the chart. */
export function FigureTiles(props: FigureTilesProps) {
  const { data, format, growing, revenue = "purchases", chosen, onChoose, behind } = props;
  const { figures, traffic, compared } = data;
  return (
    <Card className="grid grid-cols-2 gap-px bg-line sm:grid-cols-4 xl:grid-cols-7">
      {mainFigures.map((main) => {
        const name = withRevenueSource(main, revenue) as OverviewFigure;
        const { unit } = metrics[name];
        const label = metricLabel(name, traffic);
        const { total, over, previous, days } = figures[name];
        const change =
          compared === null
            ? ""
            : ` ${windowText(compared)}: ${format.full(unit, over)}. ${windowText(compared.previous)}: ${format.full(unit, previous)}.`;
        return (
          <Stat
            key={name}
            label={label}
            hint={metricMeaning(name, traffic) + change}
            value={
              <FigureLink href={total ? behind?.(name) : undefined}>{format.full(unit, total)}</FigureLink>
            }
            change={relativeChange(over, previous)}
            neutral={isNeutral(name)}
            className={cn(
              "relative grid-rows-[auto_1fr_auto] bg-raised last:max-xl:col-span-2 hover:bg-sunken",
              chosen === name && "shadow-[inset_0_-2px_var(--chart-1)]",
            )}
          >
            <button
              type="button"
              aria-pressed={chosen === name}
              aria-label={t("Show {label} in the chart", { label })}
              onClick={() => onChoose(name)}
              className="mt-1.5 block w-full rounded-sm after:absolute after:inset-0 after:content-['']"
            >
              <Sparkline values={days} growing={growing} className={chosen === name ? "" : "text-faint"} />
            </button>
          </Stat>
        );
      })}
    </Card>
  );
}
