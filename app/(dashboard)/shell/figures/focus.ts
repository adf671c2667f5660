/** The overview's filters, which are set by pressing its rows, and the lists of the filtered facts. */
import { type UrlCodec, type UrlState, urlText } from "@/components/use-url-state";
import { t } from "@/lib/base/languages/texts";
import { platformNames } from "@/lib/base/text/platform-names";
import { networkLabel } from "@/lib/campaigns/networks";
import { campaignGroupText } from "@/lib/ledger/campaign-groups";
import { notBrokenDown } from "@/lib/ledger/country";
import { countryLabel } from "@/lib/reporting/metrics/value-labels";
import type { FocusShown } from "@/lib/reporting/overview/focus-schema";
import { noValueFilter, organicNetwork } from "@/lib/reporting/overview/names";
import type { OverviewData } from "@/lib/reporting/overview/schema";
import type { DrillDownDimensions } from "./drill-down";

const id: UrlCodec<string> = {
  ...urlText(),
  read: (text) => (/^[1-9]\d{0,14}$/.test(text) ? text : undefined),
};

export const focusCodecs = {
  network: urlText(),
  campaign: id,
  platform: urlText(),
  country: urlText(),
  creative: urlText(),
};
export type FocusState = UrlState<typeof focusCodecs>;
export type FocusName = keyof FocusState;
export const focusNames = Object.keys(focusCodecs) as FocusName[];
export const noFocus: FocusState = { network: "", campaign: "", platform: "", country: "", creative: "" };

export const focusLabels: Record<FocusName, string> = {
  network: t("Network"),
  campaign: t("Campaign"),
  platform: t("Platform"),
  country: t("Country"),
  creative: t("Creative"),
};

export const isFocused = (state: FocusState) => focusNames.some((name) => state[name] !== "");

/** The active filters, as query parameters. */
export const focusQuery = (state: FocusState) =>
  Object.fromEntries(focusNames.map((name) => [name, state[name] || undefined])) as Partial<FocusState>;

export const networkText = (network: string) => {
  if (network === organicNetwork) return t("Organic");
  return network === noValueFilter ? t("No network") : (networkLabel(network) ?? network);
};

export const platformText = (platform: string) =>
  platform === noValueFilter || platform === "" ? notBrokenDown : (platformNames[platform] ?? platform);

/** The text of a chip; an ID until its name has loaded. */
export function focusText(name: FocusName, value: string, known: FocusShown | undefined): string {
  if (name === "network") return networkText(value);
  if (name === "platform") return platformText(value);
  if (name === "country") return countryLabel(value);
  const shown = known?.[name];
  return shown && String(shown.id) === value ? (shown.name ?? value) : value;
}

type FocusWindow = Pick<OverviewData, "from" | "to" | "traffic" | "focus">;

/** Null if lists have no such filter, as for facts of an unknown platform. */
export function drillDownOfFocus(
  project: string | number,
  { from, to, traffic, focus }: FocusWindow,
): DrillDownDimensions | null {
  const { network, campaign, platform, country, creative } = focus;
  if (platform === noValueFilter) return null;
  return {
    project,
    from,
    to,
    campaign:
      campaign?.id ?? (network ? campaignsOfNetwork(network) : traffic === "paid" ? "inorganic" : undefined),
    ...(platform ? { platform } : {}),
    ...(country ? { country } : {}),
    ...(creative ? { part: { creative: creative.id } } : {}),
  };
}

export const campaignsOfNetwork = (network: string) =>
  network === organicNetwork
    ? network
    : campaignGroupText("network", network === noValueFilter ? "" : network);
