import { at } from "@/app/(dashboard)/shell/api";
import { listedCountries } from "@/app/(dashboard)/shell/country-options";
import { useGet } from "@/app/(dashboard)/shell/data";
import {
  choiceFilter,
  daysFilter,
  fixedChoiceFilter,
  type ListFilterField,
  textFilter,
} from "@/app/(dashboard)/shell/list/list-filters";
import { useProject } from "@/app/(dashboard)/shell/session";
import { installPlatforms } from "@/lib/activity/lists/installs/names";
import { platformNames } from "@/lib/base/text/platform-names";
import { networkLabel } from "@/lib/campaigns/networks";
import { unknownPublisher } from "@/lib/ledger/ad-ids/publishers";
import { campaignGroupOf, noAdSetId } from "@/lib/ledger/campaign-groups";
import { unknownCountry } from "@/lib/ledger/country";
import { countryLabel } from "@/lib/reporting/metrics/value-labels";
import { useCampaignChoices } from "./campaign-choices";
import { namedChoices } from "./install-labels";
import { useNetworkChoices } from "./network-choices";

/** The newest campaigns by name. Another campaign can only come from a link, and is shown by its number. */
function useCampaigns(chosen: string) {
  const campaigns = useCampaignChoices();
  const group = useGroup(chosen);
  return group === null ? campaigns : [{ value: chosen, label: group }, ...campaigns];
}

/** The label of a group of campaigns, to which the report and the overview link. */
function useGroup(chosen: string): string | null {
  const group = campaignGroupOf(chosen);
  const address = at("/projects/:project/affiliates", { project: useProject().id });
  const { data } = useGet(group?.by === "affiliate" && group.value ? address : null, { staleTime: 60_000 });
  if (group === null) return null;
  const { by, value } = group;
  if (value === null) return `All without ${by === "affiliate" ? "an" : "a"} ${by}`;
  if (by === "network") return `All of ${networkLabel(value)}`;
  if (by === "tag") return `All tagged “${value}”`;
  return `All of ${data?.affiliates.find(({ id }) => String(id) === value)?.name ?? `affiliate ${value}`}`;
}

const inorganic = { value: "inorganic", label: "Not organic" };

const anyCampaign = choiceFilter("Campaign", (value) => [
  { value: "organic", label: "Organic" },
  inorganic,
  ...useCampaigns(value),
]);

/** For facts that only campaigns have. The overview's links use `inorganic`. */
export const paidCampaign = choiceFilter("Campaign", (value) => [
  ...(value === "inorganic" ? [inorganic] : []),
  ...useCampaigns(value),
]);

/** A campaign that touched the install before another one won it. */
export const assistingCampaign = choiceFilter("Assisted by", (value) => useCampaigns(value));

export const networkFilter: ListFilterField<string> = choiceFilter("Network", () => useNetworkChoices());

/** Countries by name; for some facts the country is unknown. */
export const countryFilter: ListFilterField<string> = fixedChoiceFilter("Country", [
  { value: unknownCountry as string, label: countryLabel(unknownCountry) },
  ...listedCountries,
]);

export const countedFilter = fixedChoiceFilter("Counted", [
  { value: "yes", label: "Counted" },
  { value: "no", label: "Not counted" },
]);

/** Filters by a part of a campaign, which the report's links use. */
export const adPartFilters = {
  ad_set: textFilter("Ad set", {
    placeholder: "Ad set ID",
    show: (value) => (value === noAdSetId ? "Not known" : value),
  }),
  creative: textFilter("Creative", { placeholder: "Creative ID" }),
  keyword: textFilter("Keyword", { placeholder: "Keyword ID" }),
};

export const publisherFilter = textFilter("Publisher", {
  placeholder: "Publisher ID",
  show: (value) => (value === unknownPublisher ? "No publisher" : value),
});

/** The filters for facts sent by apps. */
export const senderFilters = {
  days: daysFilter(),
  campaign: anyCampaign,
  platform: fixedChoiceFilter("Platform", namedChoices(platformNames, installPlatforms)),
  country: countryFilter,
  counted: countedFilter,
  ...adPartFilters,
  publisher: publisherFilter,
};
