"use client";

import { child, withQuery } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { figureFormat } from "@/app/(dashboard)/figure-format";
import type { CampaignsAddress } from "@/app/(dashboard)/p/[project]/campaigns/table-address";
import { DayChart } from "@/app/(dashboard)/p/[project]/day-chart";
import { oneFigure } from "@/app/(dashboard)/p/[project]/day-drawings";
import { CardSkeleton } from "@/app/(dashboard)/page-skeleton";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { urlChoice, useUrlState } from "@/components/use-url-state";
import type { Campaign } from "@/lib/campaigns/table/schema";
import { type DayFigure, dayFigures } from "@/lib/reporting/days-schema";
import { metrics } from "@/lib/reporting/metrics";
import { usePeriod } from "./period";
import { SinceInstall } from "./since-install";

const codecs = { figure: urlChoice<DayFigure>(dayFigures, "installs") };

const options = dayFigures.map((value) => ({ value, label: metrics[value].label }));

/** The course of the campaign over days, and what its installs brought by how old they were. */
export function CampaignDaysCard({ path, campaign }: { path: CampaignsAddress; campaign: Campaign }) {
  const [{ figure }, setAddress] = useUrlState(codecs);
  const { days, compare } = usePeriod();
  const { data, error, refetch, isPlaceholderData } = useGet(
    withQuery(child(path, "/:campaign/days", { campaign: campaign.id }), { ...days, compare }),
    { keep: true },
  );
  if (!data && error) {
    return (
      <Alert
        tone="danger"
        actions={
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        {error.message}
      </Alert>
    );
  }
  if (!data) return <CardSkeleton className="h-92" />;
  const format = figureFormat(data.currency);
  return (
    <>
      <DayChart
        title={`${metrics[figure].label} by day`}
        description={metrics[figure].meaning}
        drawing={oneFigure({
          metric: figure,
          window: data,
          previous: data.previous,
          today: data.today,
          series: data.figures[figure],
          format,
        })}
        busy={isPlaceholderData}
        actions={
          <Segmented
            label="Figure"
            options={options}
            value={figure}
            onValueChange={(next) => setAddress({ figure: next })}
          />
        }
      />
      <SinceInstall data={data} format={format} />
    </>
  );
}
