import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { ChartFrame, Legend } from "@/components/charts/chart-frame";
import { timePoints } from "@/components/charts/prepare";
import { fullDay, numberText, shortDay } from "@/components/format";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { AppleFigures } from "@/lib/apple/figures/schema";
import { t } from "@/lib/base/languages/texts";
import { postbackWindowName } from "./labels";

const LinesChart = dynamic(
  () => import("@/components/charts/lines-chart").then((module) => module.LinesChart),
  { ssr: false, loading: () => <Skeleton className="h-[220px] w-full rounded-md" /> },
);

const colors = ["var(--chart-1)", "var(--chart-2)", "var(--chart-3)"];

const about = {
  received: t("By the day a postback arrived: exact, but days after the conversion."),
  began: t("Estimated: the middle of the days on which the window can have started, given Apple's delays."),
};

export function AppleChart({ data, actions }: { data: AppleFigures; actions: ReactNode }) {
  const x = data.days.map(({ day }) => day);
  const lines = ([0, 1, 2] as const).map((sequence) => ({
    label: postbackWindowName(sequence),
    color: colors[sequence]!,
    points: timePoints({ x, values: data.days.map(({ windows }) => windows[sequence]) }),
  }));
  return (
    <Card>
      <CardHeader title={t("Postbacks by day")} description={about[data.by]} actions={actions} />
      <CardBody>
        <ChartFrame
          label={t("Postbacks by day")}
          legend={lines.map(({ label, color }) => (
            <Legend key={label} color={color}>
              {label}
            </Legend>
          ))}
          table={{
            headers: [t("Day"), ...lines.map(({ label }) => label)],
            rows: data.days
              .map(({ day, windows }) => [fullDay(day), ...windows.map(numberText)] as const)
              .reverse(),
          }}
        >
          <LinesChart
            label={t("Postbacks by day. Use the arrow keys to move between days.")}
            lines={lines}
            x={shortDay}
            y={numberText}
            fullX={fullDay}
            fullY={(value) => numberText(value ?? 0)}
            height={220}
            whole
          />
        </ChartFrame>
      </CardBody>
    </Card>
  );
}
