"use client";

import { Coins } from "lucide-react";
import dynamic from "next/dynamic";
import type { FigureFormat } from "@/app/(dashboard)/figure-format";
import { ChartFrame, Legend } from "@/components/charts/chart-frame";
import { timePoints } from "@/components/charts/prepare";
import { EmptyState } from "@/components/empty-state";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { CampaignDays } from "@/lib/reporting/days-schema";

const height = 220;

const TimeChart = dynamic(() => import("@/components/charts/time-chart").then((module) => module.TimeChart), {
  ssr: false,
  loading: () => <Skeleton className="h-[220px] w-full rounded-md" />,
});

const title = "Revenue per install by day since the install";

/** The average is over installs that are old enough, so that young ones do not pull it down. */
export function SinceInstall({ data, format }: { data: CampaignDays; format: FigureFormat }) {
  const ages = data.since_install;
  const points = timePoints({
    x: ages.map(({ age }) => String(age)),
    values: ages.map((age) => age.so_far),
  });
  const money = (value: number | null) => (value === null ? "Not yet mature" : format.full("money", value));
  const isEmpty = ages.every(({ installs }) => installs === 0);
  const isUnpaid = ages.every(({ revenue }) => !revenue);
  return (
    <Card>
      <CardHeader
        title={title}
        description="What an install brings on each day of its life, less refunds, added up; each day over the installs at least as many days old. The line ends where fewer than a quarter of the installs are."
      />
      <CardBody>
        {isEmpty ? (
          <EmptyState icon={Coins} title="No installs in this period">
            Once there are some, this shows what each has brought by how old it is.
          </EmptyState>
        ) : isUnpaid ? (
          <EmptyState icon={Coins} title="Nothing was paid yet">
            Once somebody pays, this shows what each install has brought by how old it is.
          </EmptyState>
        ) : (
          <ChartFrame
            label={title}
            legend={<Legend className="border-chart-1">Revenue per install so far</Legend>}
            table={{
              heads: ["Day", "Installs old enough", "Revenue on that day", "Per install so far"],
              rows: points.map(({ x, value }, i) => [
                `Day ${x}`,
                format.full("count", ages[i]?.installs ?? null),
                money(ages[i]?.revenue ?? null),
                money(value),
              ]),
            }}
          >
            <TimeChart
              label={`${title}. The arrow keys walk along the days.`}
              points={points}
              x={(age) => `D${age}`}
              y={(value) => format.short("money", value)}
              fullX={(age) => `Day ${age}`}
              fullY={money}
              height={height}
            />
          </ChartFrame>
        )}
      </CardBody>
    </Card>
  );
}
