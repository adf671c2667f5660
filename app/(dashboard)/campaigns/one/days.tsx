"use client";

import type { CampaignsAddress } from "@/app/(dashboard)/campaigns/table-address";
import { child, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { DayChart } from "@/app/(dashboard)/shell/figures/day-chart";
import { figureByDay } from "@/app/(dashboard)/shell/figures/day-drawings";
import { CardSkeleton } from "@/app/(dashboard)/shell/page-skeleton";
import { Segmented } from "@/components/ui/segmented";
import { urlChoice, useUrlState } from "@/components/use-url-state";
import { t } from "@/lib/base/languages/texts";
import type { Campaign } from "@/lib/campaigns/table/schema";
import { type DayFigure, dayFigures } from "@/lib/reporting/campaign/days-schema";
import { metrics } from "@/lib/reporting/metrics/metrics";
import { LoadError } from "./load-error";
import { useCampaignPeriod } from "./period";
import { SinceInstall } from "./since-install";

const codecs = { figure: urlChoice<DayFigure>(dayFigures, "installs") };

const options = dayFigures.map((value) => ({ value, label: metrics[value].label }));

type DaysProps = { path: CampaignsAddress; campaign: Campaign };

/** One response has the figures by day and by age. */
function useDays({ path, campaign }: DaysProps) {
  const { days, compare } = useCampaignPeriod();
  return useGet(withQuery(child(path, "/:campaign/days", { campaign: campaign.id }), { ...days, compare }), {
    keepPrevious: true,
  });
}

/** The campaign's figures by day. */
export function CampaignDaysCard(props: DaysProps) {
  const [{ figure }, setAddress] = useUrlState(codecs);
  const { data, isPlaceholderData, ...query } = useDays(props);
  if (!data) return <NoDays {...query} />;
  return (
    <DayChart
      title={t("{label} by day", { label: metrics[figure].label })}
      description={metrics[figure].meaning}
      drawing={figureByDay({
        metric: figure,
        window: data,
        previous: data.previous,
        today: data.today,
        series: data.figures[figure],
        format: figureFormat(data.currency),
      })}
      busy={isPlaceholderData}
      actions={
        <Segmented
          label={t("Figure")}
          options={options}
          value={figure}
          onValueChange={(next) => setAddress({ figure: next })}
        />
      }
    />
  );
}

/** The revenue of the campaign's installs by their age. */
export function CampaignRevenueCard(props: DaysProps) {
  const { data, ...query } = useDays(props);
  return data ? <SinceInstall data={data} format={figureFormat(data.currency)} /> : <NoDays {...query} />;
}

function NoDays({ error, refetch }: { error: Error | null; refetch: () => unknown }) {
  if (!error) return <CardSkeleton className="h-92" />;
  return <LoadError error={error} retry={refetch} />;
}
