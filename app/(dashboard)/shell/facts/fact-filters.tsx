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
import { t } from "@/lib/base/languages/texts";
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
  if (value === null)
    return t("All without {if_by, select, yes {an} other {a}} {by}", {
      if_by: by === "affiliate" ? "yes" : "no",
      by,
    });
  if (by === "network") return t("All of {networkLabel}", { networkLabel: networkLabel(value) });
  if (by === "tag") return t("All tagged “{value}”", { value });
  return t("All of {name}", {
    name: data?.affiliates.find(({ id }) => String(id) === value)?.name ?? t("affiliate {value}", { value }),
  });
}

const inorganic = { value: "inorganic", label: t("Not organic") };

const anyCampaign = choiceFilter(t("Campaign"), (value) => [
  { value: "organic", label: t("Organic") },
  inorganic,
  ...useCampaigns(value),
]);

/** For facts that only campaigns have. The overview's links use `inorganic`. */
export const paidCampaign = choiceFilter(t("Campaign"), (value) => [
  ...(value === "inorganic" ? [inorganic] : []),
  ...useCampaigns(value),
]);

/** A campaign that touched the install before another one won it. */
export const assistingCampaign = choiceFilter(t("Assisted by"), (value) => useCampaigns(value));

export const networkFilter: ListFilterField<string> = choiceFilter(t("Network"), () => useNetworkChoices());

/** Countries by name; for some facts the country is unknown. */
export const countryFilter: ListFilterField<string> = fixedChoiceFilter(t("Country"), [
  { value: unknownCountry as string, label: countryLabel(unknownCountry) },
  ...listedCountries,
]);

export const countedFilter = fixedChoiceFilter(t("Counted"), [
  { value: "yes", label: t("Counted") },
  { value: "no", label: t("Not counted") },
]);

/** Filters by a part of a campaign, which the report's links use. */
export const adPartFilters = {
  ad_set: textFilter(t("Ad set"), {
    placeholder: t("Ad set ID"),
    show: (value) => (value === noAdSetId ? t("Not known") : value),
  }),
  creative: textFilter(t("Creative"), { placeholder: t("Creative ID") }),
  keyword: textFilter(t("Keyword"), { placeholder: t("Keyword ID") }),
};

export const publisherFilter = textFilter(t("Publisher"), {
  placeholder: t("Publisher ID"),
  show: (value) => (value === unknownPublisher ? t("No publisher") : value),
});

/** The filters for facts sent by apps. */
export const senderFilters = {
  days: daysFilter(),
  campaign: anyCampaign,
  platform: fixedChoiceFilter(t("Platform"), namedChoices(platformNames, installPlatforms)),
  country: countryFilter,
  counted: countedFilter,
  ...adPartFilters,
  publisher: publisherFilter,
};
