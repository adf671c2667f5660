"use client";

import { child, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import type { DayWindow } from "@/app/(dashboard)/shell/dates/window";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { relativeChange } from "@/components/charts/prepare";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Stat } from "@/components/ui/stat";
import { t } from "@/lib/base/languages/texts";
import type { CampaignSummary } from "@/lib/reporting/campaign/list-schema";
import type { Comparison } from "@/lib/reporting/metrics/compare";
import { isNeutral, metrics } from "@/lib/reporting/metrics/metrics";
import { metricLabel, metricMeaning } from "@/lib/reporting/metrics/traffic";
import { type CampaignsAddress, type CampaignTableFilters, campaignListFilters } from "./table-address";

const shown = ["spend", "installs", "cost_per_install", "roas"] as const;

/** The figures of all campaigns that match the filter, in some days. */
export function useCampaignSummary(
  path: CampaignsAddress,
  filters: CampaignTableFilters,
  window: DayWindow,
  compare: Comparison | "none",
) {
  const query = { ...campaignListFilters(filters), from: window.from, to: window.to, compare };
  return useGet(withQuery(child(path, "/summary"), query), { keepPrevious: true, staleTime: 60_000 });
}

export function CampaignSummaryStrip({
  data,
  error,
  retry,
}: {
  data: CampaignSummary | undefined;
  error: Error | null;
  retry: () => void;
}) {
  return (
    <>
      {error ? (
        <Alert
          tone="danger"
          live
          title={t("The figures could not be loaded")}
          actions={<Button onClick={retry}>{t("Try again")}</Button>}
        >
          {error.message}
        </Alert>
      ) : null}
      <Card
        aria-label={t("Figures of these campaigns")}
        className="grid grid-cols-2 gap-px bg-line lg:grid-cols-4"
      >
        {shown.map((name) => {
          const figure = data?.figures[name];
          return (
            <Stat
              key={name}
              label={metricLabel(name, "paid")}
              hint={metricMeaning(name, "paid")}
              value={
                data && figure
                  ? figureFormat(data.currency).full(metrics[name].unit, figure.total)
                  : error
                    ? null
                    : undefined
              }
              change={figure && relativeChange(figure.over, figure.previous)}
              neutral={isNeutral(name)}
              className="bg-raised"
            />
          );
        })}
      </Card>
    </>
  );
}
