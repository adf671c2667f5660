"use client";

import { Coins } from "lucide-react";
import dynamic from "next/dynamic";
import type { FigureFormat } from "@/app/(dashboard)/shell/figure-format";
import { ChartFrame, Legend } from "@/components/charts/chart-frame";
import { timePoints } from "@/components/charts/prepare";
import { EmptyState } from "@/components/empty-state";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/base/languages/texts";
import type { CampaignDays } from "@/lib/reporting/campaign/days-schema";

const height = 220;

const TimeChart = dynamic(() => import("@/components/charts/time-chart").then((module) => module.TimeChart), {
  ssr: false,
  loading: () => <Skeleton className="h-[220px] w-full rounded-md" />,
});

const title = t("Revenue per install by day since the install");

/** The average covers only installs of sufficient age, because younger ones would lower it. */
export function SinceInstall({ data, format }: { data: CampaignDays; format: FigureFormat }) {
  const ages = data.since_install;
  const points = timePoints({
    x: ages.map(({ age }) => String(age)),
    values: ages.map((age) => age.so_far),
  });
  const money = (value: number | null) =>
    value === null ? t("Not yet mature") : format.full("money", value);
  const isEmpty = data.figures.installs.days.every((installs) => !installs);
  const isYoung = ages.every(({ installs }) => installs === 0);
  const isUnpaid = ages.every(({ revenue }) => !revenue);
  return (
    <Card>
      <CardHeader
        title={title}
        description={t(
          "Average revenue per install by day since install, net of refunds. Each day counts only installs at least that old. The line stops when fewer than a quarter are.",
        )}
      />
      <CardBody>
        {isEmpty ? (
          <EmptyState icon={Coins} title={t("No installs in this period")}>
            {t("Later you'll see how much an install has earned by its age.")}
          </EmptyState>
        ) : isYoung ? (
          <EmptyState icon={Coins} title={t("No install is old enough yet")}>
            {t("A day counts once its installs are 24 hours old.")}
          </EmptyState>
        ) : isUnpaid ? (
          <EmptyState icon={Coins} title={t("No payments yet")}>
            {t("Once users pay, you'll see how much an install has earned by its age.")}
          </EmptyState>
        ) : (
          <ChartFrame
            label={title}
            legend={<Legend className="border-chart-1">{t("Revenue per install so far")}</Legend>}
            table={{
              headers: [
                t("Day"),
                t("Eligible installs"),
                t("Revenue on that day"),
                t("Cumulative per install"),
              ],
              rows: points.map(({ x, value }, i) => [
                t("Day {x}", { x }),
                format.full("count", ages[i]?.installs ?? null),
                money(ages[i]?.revenue ?? null),
                money(value),
              ]),
            }}
          >
            <TimeChart
              label={t("{title}. Use the arrow keys to move between days.", { title })}
              points={points}
              x={(age) => `D${age}`}
              y={(value) => format.short("money", value)}
              fullX={(age) => t("Day {age}", { age })}
              fullY={money}
              height={height}
            />
          </ChartFrame>
        )}
      </CardBody>
    </Card>
  );
}
