"use client";

import { CalendarClock } from "lucide-react";
import dynamic from "next/dynamic";
import type { CampaignsAddress } from "@/app/(dashboard)/campaigns/table-address";
import { child, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { ChartFrame, Legend } from "@/components/charts/chart-frame";
import { timePoints } from "@/components/charts/prepare";
import { EmptyState } from "@/components/empty-state";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/base/languages/texts";
import type { Campaign } from "@/lib/campaigns/table/schema";
import type { Cohorts as CampaignCohorts } from "@/lib/reporting/campaign/cohorts-schema";
import { CohortTriangle } from "./cohort-triangle";
import { LoadError } from "./load-error";
import { useCampaignPeriod } from "./period";

const height = 220;

const TimeChart = dynamic(() => import("@/components/charts/time-chart").then((module) => module.TimeChart), {
  ssr: false,
  loading: () => <Skeleton className="h-[220px] w-full rounded-md" />,
});

export function CampaignRetention({ path, campaign }: { path: CampaignsAddress; campaign: Campaign }) {
  const { days } = useCampaignPeriod();
  const { data, error, refetch } = useGet(
    withQuery(child(path, "/:campaign/cohorts", { campaign: campaign.id }), days ?? {}),
    { keepPrevious: true },
  );
  return (
    <Card>
      <CardHeader
        title={t("Retention")}
        description={t(
          "Share of installs that opened the app on that day after installing, counting only installs old enough. The line stops when fewer than a quarter are.",
        )}
      />
      <CardBody>
        {data ? (
          <Drawn data={data} />
        ) : error ? (
          <LoadError error={error} retry={refetch} />
        ) : (
          <Skeleton className="h-[220px] w-full rounded-md" />
        )}
      </CardBody>
    </Card>
  );
}

function Drawn({ data }: { data: CampaignCohorts }) {
  const { ages, curve, cohorts } = data;
  if (cohorts.length === 0) {
    return (
      <EmptyState icon={CalendarClock} title={t("No installs in this period")}>
        {t("Later you'll see how many users came back on each day.")}
      </EmptyState>
    );
  }
  const format = figureFormat("USD");
  const points = timePoints({
    x: ages.map(String),
    values: curve.map(({ installs, opened }) => (opened === null ? null : (100 * opened) / installs)),
  });
  const isYoung = curve.every(({ opened }) => opened === null);
  const percent = (value: number | null) =>
    value === null ? t("Not yet mature") : format.full("percent", value);
  return (
    <div className="grid grid-cols-1 gap-6">
      {isYoung ? (
        <EmptyState icon={CalendarClock} title={t("Not yet mature")}>
          {curve[0]?.installs
            ? t("Too few of these installs are a day old to show retention.")
            : t("None of these installs is a day old yet. Check back tomorrow.")}
        </EmptyState>
      ) : (
        <ChartFrame
          label={t("Retention by day since the install")}
          legend={<Legend className="border-chart-1">{t("Opened on that day")}</Legend>}
          table={{
            headers: [t("Day"), t("Eligible installs"), t("Came back"), t("Share")],
            rows: points.map(({ x, value }, i) => [
              t("Day {x}", { x }),
              format.full("count", curve[i]?.installs ?? null),
              format.full("count", curve[i]?.opened ?? null),
              percent(value),
            ]),
          }}
        >
          <TimeChart
            label={t("Retention by day since install. Use the arrow keys to move between days.")}
            points={points}
            x={(age) => `D${age}`}
            y={(value) => format.short("percent", value)}
            fullX={(age) => t("Day {age}", { age })}
            fullY={percent}
            height={height}
          />
        </ChartFrame>
      )}
      <CohortTriangle data={data} />
    </div>
  );
}
