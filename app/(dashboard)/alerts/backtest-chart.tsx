import dynamic from "next/dynamic";
import { ChartFrame, Legend } from "@/components/charts/chart-frame";
import { boundsText } from "@/components/charts/prepare";
import { fullDay, shortDay } from "@/components/format";
import { Skeleton } from "@/components/ui/skeleton";
import type { Backtest } from "@/lib/alerts/rules/schema";
import { t } from "@/lib/base/languages/texts";
import { backtestUnitFormat } from "./labels";

const BandChart = dynamic(() => import("@/components/charts/band-chart").then((module) => module.BandChart), {
  ssr: false,
  loading: () => <Skeleton className="h-[240px] w-full rounded-md" />,
});

type Chart = NonNullable<Backtest["chart"]>;

/** The figure by day with its usual range or its limit. */
export function BacktestChart({ data, chart }: { data: Backtest; chart: Chart }) {
  const format = backtestUnitFormat(data);
  const full = (value: number | null) => format.full(format.unit, value);
  const isBand = chart.points.some(({ low, high }) => low !== null && high !== null);
  const bandName = isBand ? t("Usual") : t("Limit");
  const name = chart.label === "" ? (data.unit === "hours" ? t("Longest pause") : t("Figure")) : chart.label;
  return (
    <ChartFrame
      label={t("{name} by day", { name })}
      legend={
        <>
          <Legend color="var(--chart-1)">{name}</Legend>
          <Legend color="var(--faint)">{bandName}</Legend>
          {chart.points.some(({ outside }) => outside) ? (
            <span className="inline-flex items-center gap-1.5">
              <span aria-hidden="true" className="size-2 rounded-full bg-danger" />
              {t("Outside")}
            </span>
          ) : null}
        </>
      }
      table={{
        headers: [t("Day"), name, bandName, t("Outside")],
        rows: chart.points.map((point) => [
          fullDay(point.day),
          full(point.value),
          boundsText(point, full),
          point.outside ? t("Yes") : "",
        ]),
      }}
    >
      <BandChart
        label={t("{name} by day. Use the arrow keys to move between days.", { name })}
        points={chart.points.map(({ day, ...point }) => ({ x: day, ...point }))}
        bandName={bandName}
        x={shortDay}
        fullX={fullDay}
        y={(value) => format.short(format.unit, value)}
        fullY={full}
        whole={data.unit === "count"}
        height={240}
      />
    </ChartFrame>
  );
}
