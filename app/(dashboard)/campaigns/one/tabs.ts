import { type UrlCodec, urlChoice } from "@/components/use-url-state";
import { t } from "@/lib/base/languages/texts";

/** The parts of a campaign's page. Only the open one loads its data. */
export const campaignTabs = {
  overview: t("Overview"),
  breakdown: t("Breakdown"),
  clicks: t("Clicks"),
  cohorts: t("Cohorts"),
  users: t("Users"),
  link: t("Link and settings"),
} as const;

export type CampaignTab = keyof typeof campaignTabs;

export const campaignTabNames = Object.keys(campaignTabs) as CampaignTab[];

/** Names of parameters that only one tab uses. */
const stateOf: Partial<Record<CampaignTab, readonly string[]>> = {
  breakdown: ["by"],
  users: ["search", "page", "before", "limit"],
};

const codec: UrlCodec<CampaignTab | ""> = urlChoice<CampaignTab | "">(campaignTabNames, "");
export const campaignTabCodecs = { tab: codec };

/** The tab of an address. Bookmarks from before the tabs have none, but some have the state of a table in a tab. */
export function campaignTabAt(params: Pick<URLSearchParams, "get" | "has">): CampaignTab {
  const named = codec.read(params.get("tab") ?? "");
  if (named) return named;
  return campaignTabNames.find((tab) => stateOf[tab]?.some((name) => params.has(name))) ?? "overview";
}
