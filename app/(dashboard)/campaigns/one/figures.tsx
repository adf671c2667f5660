"use client";

import type { CampaignsAddress } from "@/app/(dashboard)/campaigns/table-address";
import { child, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { CompareWith } from "@/app/(dashboard)/shell/dates/compare-with";
import { WindowPicker } from "@/app/(dashboard)/shell/dates/window-picker";
import { comparedWindowsText, figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { drillDown } from "@/app/(dashboard)/shell/figures/drill-down";
import { FigureLink } from "@/app/(dashboard)/shell/figures/figure";
import { useProject } from "@/app/(dashboard)/shell/session";
import { relativeChange } from "@/components/charts/prepare";
import { windowText } from "@/components/format";
import { Card } from "@/components/ui/card";
import { Stat } from "@/components/ui/stat";
import { t } from "@/lib/base/languages/texts";
import type { Campaign } from "@/lib/campaigns/table/schema";
import type { FigureSums as CampaignFigures } from "@/lib/reporting/campaign/figures-schema";
import { isNeutral, type MetricName, metrics } from "@/lib/reporting/metrics/metrics";
import { LoadError } from "./load-error";
import { useCampaignPeriod } from "./period";

const shown = [
  ...(["clicks", "installs", "signups", "conversion"] as const),
  ...(["revenue", "spend", "roas", "cost_per_install"] as const),
  ...(["cost_per_signup", "reinstalls", "reengagements", "suspicious_installs"] as const),
] satisfies MetricName[];

/** Only complete days are compared. */
const changeIn = ({ over, previous }: CampaignFigures, name: MetricName) =>
  relativeChange(over?.[name] ?? null, previous?.[name] ?? null);

/** The date range of the tabs with figures. Only the overview compares it with another one. */
export function CampaignPeriod({ compares = false }: { compares?: boolean }) {
  const { state, setState, days, today, timeZone, compare } = useCampaignPeriod();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="text-muted text-sm">
        {t("{days}, days in {timeZone}", {
          days: days ? windowText(days) : t("All time"),
          timeZone: timeZone.replaceAll("_", " "),
        })}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <WindowPicker
          state={state}
          window={days}
          today={today}
          timeZone={timeZone}
          allTime
          onChange={setState}
        />
        {days && compares ? (
          <CompareWith value={compare} onChange={(next) => setState({ compare: next })} />
        ) : null}
      </div>
    </div>
  );
}

export function CampaignFigureCards({ path, campaign }: { path: CampaignsAddress; campaign: Campaign }) {
  const { id: project } = useProject();
  const { days, compare } = useCampaignPeriod();
  const { data, error, refetch, isPlaceholderData } = useGet(
    withQuery(child(path, "/:campaign/figures", { campaign: campaign.id }), { ...days, compare }),
    {
      keepPrevious: true,
      staleTime: 0,
    },
  );
  return (
    <Card aria-label={t("Figures")}>
      {error && !data ? (
        <div className="p-5">
          <LoadError error={error} retry={refetch} />
        </div>
      ) : (
        <div
          aria-busy={!data || isPlaceholderData}
          className="grid grid-cols-2 gap-px bg-line lg:grid-cols-4"
        >
          {shown.map((name) => {
            const value = data?.figures[name];
            return (
              <Stat
                key={name}
                className="bg-raised px-5"
                label={metrics[name].label}
                hint={metrics[name].meaning}
                value={
                  data && value != null ? (
                    <FigureLink
                      href={
                        value
                          ? drillDown({ metric: name }, { project, campaign: campaign.id, ...days })
                          : undefined
                      }
                    >
                      {figureFormat(data.currency).full(metrics[name].unit, value)}
                    </FigureLink>
                  ) : data ? null : undefined
                }
                change={data ? changeIn(data, name) : null}
                neutral={isNeutral(name)}
              />
            );
          })}
        </div>
      )}
      {data?.compared ? (
        <p className="border-t px-5 py-2 text-muted text-xs">
          {t("Changes compare {compared}, without today.", { compared: comparedWindowsText(data.compared) })}
        </p>
      ) : null}
    </Card>
  );
}
