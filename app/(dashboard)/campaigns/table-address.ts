import type { ApiAddress as AddressOf } from "@/app/(dashboard)/shell/api";
import { compareCodec, type DayWindow, windowCodecs } from "@/app/(dashboard)/shell/dates/window";
import { tableCodecs } from "@/components/table/table-state";
import { type UrlState, urlChoice, urlText } from "@/components/use-url-state";
import { type CampaignPurpose, campaignPurposes } from "@/lib/campaigns/purposes";
import { type CampaignState, campaignStates } from "@/lib/campaigns/table/names";

const states = Object.keys(campaignStates) as CampaignState[];
const statuses: readonly Status[] = ["all", ...states];
type Status = "all" | CampaignState;

/** These parts of the screen are stored in its address. */
export const campaignCodecs = {
  ...tableCodecs("-spend", 50),
  ...windowCodecs,
  compare: compareCodec,
  search: urlText(),
  status: urlChoice<Status>(statuses, "all"),
  network: urlText(),
  domain: urlText(),
  affiliate: urlText(),
  tag: urlText(),
  purpose: urlChoice<CampaignPurpose | "">(campaignPurposes, ""),
  create: urlChoice(["no", "yes"], "no"),
};

export type CampaignTableAddress = UrlState<typeof campaignCodecs>;
export type CampaignTableFilters = Pick<
  CampaignTableAddress,
  "search" | "status" | "network" | "domain" | "affiliate" | "tag" | "purpose"
>;

export const noCampaignFilters: CampaignTableFilters = {
  search: "",
  status: "all",
  network: "",
  domain: "",
  affiliate: "",
  tag: "",
  purpose: "",
};

export const hasCampaignFilters = (filters: CampaignTableFilters) =>
  (Object.keys(noCampaignFilters) as (keyof CampaignTableFilters)[]).some(
    (name) => filters[name] !== noCampaignFilters[name],
  );

/** The filters of the list. */
export const campaignListFilters = ({
  search,
  status,
  network,
  domain,
  affiliate,
  tag,
  purpose,
}: CampaignTableFilters) => ({
  search: search || undefined,
  status: status === "all" ? undefined : status,
  network: network || undefined,
  domain: domain || undefined,
  affiliate: affiliate || undefined,
  tag: tag || undefined,
  purpose: purpose || undefined,
});

/** The query of the list and of its export. */
export const campaignFilterQuery = ({ sort, ...filters }: CampaignTableAddress, { from, to }: DayWindow) => ({
  ...campaignListFilters(filters),
  from,
  to,
  sort: sort.replace(/^-/, ""),
  order: sort.startsWith("-") ? "descending" : "ascending",
});

export const campaignPageQuery = (address: CampaignTableAddress, window: DayWindow) => ({
  ...campaignFilterQuery(address, window),
  page: address.page,
  limit: address.limit,
});

export type CampaignsAddress = AddressOf<"/projects/:project/campaigns">;
