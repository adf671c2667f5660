import { asking, at } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { choice, days, type Filter, oneOf, text } from "@/app/(dashboard)/list-filters";
import { choicesOf } from "@/app/(dashboard)/p/[project]/installs/labels";
import { useProject } from "@/app/(dashboard)/session";
import { platformNames } from "@/lib/base/platform-names";
import { networks } from "@/lib/campaigns/networks";
import { platforms } from "@/lib/reporting/lists/installs/schema";

/** The newest campaigns by name; any other comes from a link and is shown by its number. */
function useCampaigns() {
  const address = at("/projects/:project/campaigns", { project: useProject().id });
  const { data } = useGet(asking(address, { limit: 100 }), { staleTime: 60_000 });
  return (data?.campaigns ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
}

const inorganic = { value: "inorganic", label: "Not organic" };

const anyCampaign = oneOf("Campaign", () => [
  { value: "organic", label: "Organic" },
  inorganic,
  ...useCampaigns(),
]);

/** Of what only campaigns have. The overview leads here by `inorganic`. */
export const paidCampaign = oneOf("Campaign", (value) => [
  ...(value === "inorganic" ? [inorganic] : []),
  ...useCampaigns(),
]);

export const networkFilter: Filter<string> = choice(
  "Network",
  networks.map(({ code, label }) => ({ value: code as string, label })),
);

export const countedFilter = choice("Counted", [
  { value: "yes", label: "Counted" },
  { value: "no", label: "Not counted" },
]);

/** Of which part of a campaign: the report leads here by them. */
export const partFilters = {
  ad_set: text("Ad set", { placeholder: "Ad set ID" }),
  creative: text("Creative", { placeholder: "Creative ID" }),
  keyword: text("Keyword", { placeholder: "Keyword ID" }),
};

/** What the facts that apps sent are narrowed by. */
export const senderFilters = {
  days: days(),
  campaign: anyCampaign,
  platform: choice("Platform", choicesOf(platformNames, platforms)),
  counted: countedFilter,
  ...partFilters,
};
