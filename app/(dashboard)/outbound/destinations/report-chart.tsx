import dynamic from "next/dynamic";
import { ChartFrame, Legend } from "@/components/charts/chart-frame";
import { timePoints } from "@/components/charts/prepare";
import { fullDay, numberText, shortDay } from "@/components/format";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/base/languages/texts";
import type { ReportDay } from "@/lib/outbound/deliveries/schema";
import { daysOfReport } from "./report-rules";

const height = 220;

const LinesChart = dynamic(
  () => import("@/components/charts/lines-chart").then((module) => module.LinesChart),
  { ssr: false, loading: () => <Skeleton className="h-[220px] w-full rounded-md" /> },
);

type Line = { label: string; color: string; states: readonly string[] };

const lines: Line[] = [
  { label: t("Sent"), color: "var(--chart-1)", states: ["sent"] },
  { label: t("Dry run"), color: "var(--chart-3)", states: ["dry"] },
  { label: t("Skipped"), color: "var(--chart-2)", states: ["skipped", "withheld"] },
  { label: t("Failed"), color: "var(--chart-4)", states: ["dead"] },
];

type ReportChartProps = { days: readonly ReportDay[]; today: string };

/** The results of the deliveries that began on each day. */
export function DeliveryChart({ days, today }: ReportChartProps) {
  const shown = daysOfReport(days, today);
  const x = shown.map(({ day }) => day);
  const countOf = (each: (typeof shown)[number], { states }: Line) =>
    "states" in each ? states.reduce((sum, state) => sum + (each.states[state] ?? 0), 0) : 0;
  // Lines without any deliveries are hidden, except "Sent".
  const drawn = lines.filter(
    (line) => line.label === "Sent" || shown.some((each) => countOf(each, line) > 0),
  );
  const series = drawn.map((line) => ({
    ...line,
    points: timePoints({ x, values: shown.map((each) => countOf(each, line)) }),
  }));
  return (
    <Card>
      <CardHeader
        title={t("Deliveries by day")}
        description={t("Last 30 days, by the day each delivery started.")}
      />
      <CardBody>
        <ChartFrame
          label={t("Deliveries by day")}
          legend={series.map(({ label, color }) => (
            <Legend key={label} color={color}>
              {label}
            </Legend>
          ))}
          table={{
            headers: [t("Day"), ...series.map(({ label }) => label)],
            rows: shown
              .map(
                (each) =>
                  [fullDay(each.day), ...drawn.map((line) => numberText(countOf(each, line)))] as const,
              )
              .reverse(),
          }}
        >
          <LinesChart
            label={t("Deliveries by day. Use the arrow keys to move between days.")}
            lines={series}
            x={shortDay}
            y={numberText}
            fullX={fullDay}
            fullY={(value) => numberText(value ?? 0)}
            height={height}
            whole
          />
        </ChartFrame>
      </CardBody>
    </Card>
  );
}
