import dynamic from "next/dynamic";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { ChartFrame, Legend } from "@/components/charts/chart-frame";
import { timePoints } from "@/components/charts/prepare";
import { fullDay, shortDay } from "@/components/format";
import { Skeleton } from "@/components/ui/skeleton";
import { inSentence, t } from "@/lib/base/languages/texts";
import { type ShownTest, testKpis } from "@/lib/reporting/incrementality/schema";
import { kpiUnit, roundedCount } from "./labels";

const LinesChart = dynamic(
  () => import("@/components/charts/lines-chart").then((module) => module.LinesChart),
  { ssr: false, loading: () => <Skeleton className="h-[260px] w-full rounded-md" /> },
);

type ComparisonChartProps = {
  series: readonly { day: string; actual: number; predicted: number }[];
  kpi: ShownTest["kpi"];
  currency: string;
  /** The first day that the prediction did not see, with its mark. */
  from: string | null;
  mark: string;
};

const Mark = ({ text }: { text: string }) => (
  <span className="whitespace-nowrap rounded-sm bg-pressed px-1.5 py-0.5 text-2xs text-muted">{text}</span>
);

/** The countries of a test, and their prediction from untouched ones as a dotted line. */
export function ComparisonChart({ series, kpi, currency, from, mark }: ComparisonChartProps) {
  const format = figureFormat(currency);
  const unit = kpiUnit(kpi);
  const x = series.map(({ day }) => day);
  const lines = [
    {
      label: t("Actual {testKpi}", { testKpi: inSentence(testKpis[kpi]) }),
      color: "var(--chart-1)",
      points: timePoints({ x, values: series.map(({ actual }) => actual) }),
    },
    {
      label: t("Predicted by untouched ones"),
      color: "var(--chart-2)",
      isProjection: true,
      points: timePoints({ x, values: series.map(({ predicted }) => roundedCount(kpi, predicted)) }),
    },
  ];
  const full = (value: number | null) => format.full(unit, value);
  const at = series.findIndex(({ day }) => day === from);
  return (
    <ChartFrame
      label={t("{testKpi} by day", { testKpi: testKpis[kpi] })}
      legend={lines.map(({ label, color }) => (
        <Legend key={label} color={color}>
          {label}
        </Legend>
      ))}
      table={{
        headers: [t("Day"), ...lines.map(({ label }) => label)],
        rows: series
          .map(
            ({ day, actual, predicted }) =>
              [fullDay(day), full(actual), full(roundedCount(kpi, predicted))] as const,
          )
          .reverse(),
      }}
    >
      <LinesChart
        label={t("{testKpi} by day. Use the arrow keys to move between days.", { testKpi: testKpis[kpi] })}
        lines={lines}
        x={shortDay}
        y={(value) => format.short(unit, value)}
        fullX={(day) => (day === from ? `${fullDay(day)} (${mark})` : fullDay(day))}
        fullY={full}
        height={260}
        {...(at === -1 || from === null ? {} : { marks: [{ x: from, mark: <Mark text={mark} /> }] })}
      />
    </ChartFrame>
  );
}

/** Organic installs next to the network's spend: if they rise during a pause, the network only claimed them. */
export function OrganicChart({
  days,
  currency,
  network,
  from,
}: {
  days: readonly { day: string; organic: number; spend: number }[];
  currency: string;
  network: string;
  from: string;
}) {
  const format = figureFormat(currency);
  const count = (value: number | null) => format.full("count", value);
  const money = (value: number | null) => format.full("money", value);
  const x = days.map(({ day }) => day);
  const charts = [
    {
      label: t("Organic installs"),
      color: "var(--chart-1)",
      pick: "organic" as const,
      full: count,
      unit: "count" as const,
    },
    {
      label: t("Spend on {network}", { network }),
      color: "var(--chart-2)",
      pick: "spend" as const,
      full: money,
      unit: "money" as const,
    },
  ];
  return (
    <div className="grid gap-4">
      {charts.map(({ label, color, pick, full, unit }) => (
        <ChartFrame
          key={label}
          label={t("{label} by day", { label })}
          legend={<Legend color={color}>{label}</Legend>}
          table={{
            headers: [t("Day"), label],
            rows: days.map((each) => [fullDay(each.day), full(each[pick])] as const).reverse(),
          }}
        >
          <LinesChart
            label={t("{label} by day. Use the arrow keys to move between days.", { label })}
            lines={[{ label, color, points: timePoints({ x, values: days.map((each) => each[pick]) }) }]}
            x={shortDay}
            y={(value) => format.short(unit, value)}
            fullX={fullDay}
            fullY={full}
            height={140}
            {...(x.includes(from) ? { marks: [{ x: from, mark: <Mark text={t("Start")} /> }] } : {})}
          />
        </ChartFrame>
      ))}
    </div>
  );
}
