"use client";

import type { FigureFormat } from "@/app/(dashboard)/shell/figure-format";
import { type DrillDownDimensions, drillDown } from "@/app/(dashboard)/shell/figures/drill-down";
import {
  campaignsOfNetwork,
  drillDownOfFocus,
  type FocusState,
  networkText,
  platformText,
} from "@/app/(dashboard)/shell/figures/focus";
import { RankedCard } from "@/app/(dashboard)/shell/figures/ranked-card";
import { type ReportAddress, reportHref, sharedReport } from "@/app/(dashboard)/shell/figures/table-address";
import { useProject } from "@/app/(dashboard)/shell/session";
import { ShareButton } from "@/app/(dashboard)/shell/shares/share-button";
import { t } from "@/lib/base/languages/texts";
import { notBrokenDownCountry, unknownCountry, withoutPlatform } from "@/lib/ledger/country";
import type { Dimension } from "@/lib/reporting/groups/dimensions";
import { metricLabel, trafficNames, withLowerFirst } from "@/lib/reporting/metrics/traffic";
import { countryLabel } from "@/lib/reporting/metrics/value-labels";
import { noValueFilter, organicNetwork } from "@/lib/reporting/overview/names";
import type { OverviewData } from "@/lib/reporting/overview/schema";

type CardProps = { data: OverviewData; format: FigureFormat };
type NarrowingProps = CardProps & { onFocus: (patch: Partial<FocusState>) => void };

/** The list behind a row's figure, if there is one. */
function useBehind(data: OverviewData) {
  const { id: project } = useProject();
  const dimensions = drillDownOfFocus(project, data);
  return (more: Partial<DrillDownDimensions>) =>
    dimensions ? drillDown({ metric: data.figure }, { ...dimensions, ...more }) : undefined;
}

/** The report of the same days and rows, to open and to share. It has no filter for a campaign, a creative, or a missing value. */
function useReport({ from, to, today, traffic, focus, figure }: OverviewData) {
  const { id: project, name } = useProject();
  const { network, campaign, platform, country, creative } = focus;
  const isNone = [network, platform].some((each) => each === noValueFilter || each === organicNetwork);
  if (campaign || creative || isNone) return () => undefined;
  const ofPlatform = { IOS: "ios", ANDROID: "android" }[platform ?? ""] as "ios" | "android" | undefined;
  if (platform && !ofPlatform) return () => undefined;
  return (by: Dimension) => {
    const chosen: Partial<ReportAddress> = {
      by,
      traffic,
      sort: `-${figure}`,
      chart: figure,
      ...(network ? { network } : {}),
      ...(ofPlatform ? { platform: ofPlatform } : {}),
      ...(country ? { country } : {}),
    };
    const query = sharedReport(chosen, { from, to });
    return {
      report: reportHref(project, chosen, { from, to }),
      actions: (
        <ShareButton
          small
          title={t("{name}: {figure} by {by}", {
            name,
            figure: withLowerFirst(metricLabel(figure, traffic)),
            by,
          })}
          shown={{ kind: "report", query }}
          window={{ from, to }}
          today={today}
        />
      ),
    };
  };
}

export function TopNetworks({ data, format, onFocus }: NarrowingProps) {
  const behind = useBehind(data);
  const report = useReport(data);
  return (
    <RankedCard
      data={data}
      format={format}
      of={t("Network")}
      description={
        data.traffic === "all"
          ? t("All traffic. Organic: no campaign. No network: your own links.")
          : t("Paid traffic. No network: your own links.")
      }
      {...report("network")}
      rows={data.networks.map(({ network, organic, value }) => {
        const key = organic ? organicNetwork : (network ?? noValueFilter);
        return {
          label: networkText(key),
          value,
          color: organic ? "var(--chart-8)" : "var(--chart-1)",
          href: behind(data.focus.campaign ? {} : { campaign: campaignsOfNetwork(key) }),
          onChoose: () => onFocus({ network: key }),
        };
      })}
    />
  );
}

export function Platforms({ data, format, onFocus }: NarrowingProps) {
  const behind = useBehind(data);
  const report = useReport(data);
  return (
    <RankedCard
      data={data}
      format={format}
      of={t("Platform")}
      description={t("{trafficName} traffic. Spend only where networks report a platform.", {
        trafficName: trafficNames[data.traffic],
      })}
      {...report("platform")}
      rows={data.platforms.map(({ platform, value }) => ({
        label: platformText(platform),
        value,
        href: behind({ platform: platform || withoutPlatform }),
        onChoose: () => onFocus({ platform: platform || noValueFilter }),
      }))}
    />
  );
}

const shownCountries = 8;

export function Countries({ data, format, onFocus }: NarrowingProps) {
  const behind = useBehind(data);
  const report = useReport(data);
  return (
    <RankedCard
      data={data}
      format={format}
      of={t("Country")}
      description={t("{trafficName} traffic, by IP address or your proxy's country header.", {
        trafficName: trafficNames[data.traffic],
      })}
      {...report("country")}
      most={shownCountries}
      rows={data.countries.map(({ country, value }) => {
        const key = country || unknownCountry;
        return {
          label: countryLabel(key),
          value,
          href: behind({ country: key }),
          ...(key === notBrokenDownCountry ? {} : { onChoose: () => onFocus({ country: key }) }),
        };
      })}
    />
  );
}

export function Creatives({ data, format, onFocus }: NarrowingProps) {
  const behind = useBehind(data);
  const names = data.creatives.map(({ creative, name }) => name ?? creative);
  return (
    <RankedCard
      data={data}
      format={format}
      of={t("Creative")}
      description={t("The top creatives of all campaigns they run in. Shares are of the total.")}
      rows={data.creatives.map(({ creative, name, value }) => {
        const label = name ?? creative;
        const isShared = names.filter((each) => each === label).length > 1;
        return {
          id: creative,
          label: isShared ? `${label} (${creative})` : label,
          value,
          href: behind({ part: { creative } }),
          onChoose: () => onFocus({ creative }),
        };
      })}
    />
  );
}
