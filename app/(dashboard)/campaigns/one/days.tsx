"use client";

import type { CampaignsAddress } from "@/app/(dashboard)/campaigns/table-address";
import { child, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { DayChart } from "@/app/(dashboard)/shell/figures/day-chart";
import { oneFigure } from "@/app/(dashboard)/shell/figures/day-drawings";
import { CardSkeleton } from "@/app/(dashboard)/shell/page-skeleton";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { urlChoice, useUrlState } from "@/components/use-url-state";
import type { Campaign } from "@/lib/campaigns/table/schema";
import { type DayFigure, dayFigures } from "@/lib/reporting/campaign/days-schema";
import { metrics } from "@/lib/reporting/metrics/metrics";
import { usePeriod } from "./period";
import { SinceInstall } from "./since-install";

const codecs = { figure: urlChoice<DayFigure>(dayFigures, "installs") };

const options = dayFigures.map((value) => ({ value, label: metrics[value].label }));

/** The campaign's figures by day, and the revenue of its installs by their age. */
export function CampaignDaysCard({ path, campaign }: { path: CampaignsAddress; campaign: Campaign }) {
  const [{ figure }, setAddress] = useUrlState(codecs);
  const { days, compare } = usePeriod();
  const { data, error, refetch, isPlaceholderData } = useGet(
    withQuery(child(path, "/:campaign/days", { campaign: campaign.id }), { ...days, compare }),
    { keepPrevious: true },
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
