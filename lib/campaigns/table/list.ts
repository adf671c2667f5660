import type { Project } from "@/lib/accounts/access/project";
import { paginationOf } from "@/lib/base/params";
import { Refusal } from "@/lib/base/refusal";
import { type CsvColumns, csvTable } from "@/lib/base/text/csv";
import { domainNamed } from "@/lib/campaigns/find";
import { knownNetworkCode } from "@/lib/campaigns/known-network";
import { networkLabel } from "@/lib/campaigns/networks";
import { purposeLabels } from "@/lib/campaigns/purposes";
import { type CampaignFilter, everyCampaign } from "@/lib/campaigns/queries";
import { campaignStates } from "@/lib/campaigns/table/names";
import { presentCampaign } from "@/lib/campaigns/table/present";
import { findCampaign, findTable, findTags } from "@/lib/campaigns/table/queries";
import { type Campaign, campaignSorts, type Narrowing } from "@/lib/campaigns/table/schema";

/** `sort` is a setting, or the name of another order. */
type Listed = Narrowing & { sort: string; order: "ascending" | "descending" };
type CampaignPageQuery = Listed & { page: number; limit: number };

/** `order` are the IDs of all matching campaigns, if the list has another order than that of a setting. */
export async function campaignPage(project: Project, query: CampaignPageQuery, order: number[] | null) {
  const { page, limit } = query;
  const { totals, rows } = await table(project, query, order, { limit, offset: (page - 1) * limit });
  return {
    campaigns: rows.map(presentCampaign),
    totals,
    pagination: paginationOf(totals.campaigns, page, limit),
  };
}

export async function showCampaign(project: Project, id: number): Promise<{ campaign: Campaign }> {
  const row = await findCampaign(project.id, id);
  if (!row) throw new Refusal("campaign_not_found", "Campaign not found!");
  return { campaign: presentCampaign(row) };
}

export const listTags = async (project: Project) => ({ tags: await findTags(project.id) });

const maxExported = 100_000;

const columns: CsvColumns<Campaign> = {
  Name: "name",
  "Display ID": "display_id",
  Status: (one) => campaignStates[one.state],
  Link: "link",
  "Short link": "shareable_link",
  Domain: "domain",
  Network: (one) => networkLabel(one.network),
  "Network campaign ID": "network_campaign_id",
  Affiliate: (one) => one.affiliate?.name ?? null,
  "Attributed users": "attributed_users",
  "Created at": "created_at",
  "Updated at": "update_at",
  Tags: (one) => one.tags.join(", "),
  Starts: "starts_at",
  Ends: "ends_at",
  "Click limit": "click_limit",
  "Re-engagement window": "reengagement_days",
  Purpose: (one) => purposeLabels[one.purpose],
};

/** `more` are further columns, after the settings. */
export async function campaignCsv(
  project: Project,
  query: Listed,
  order: number[] | null,
  more: CsvColumns<Campaign>,
): Promise<string> {
  const { rows } = await table(project, query, order, { limit: maxExported, offset: 0 });
  return csvTable({ ...columns, ...more }, rows.map(presentCampaign));
}

async function table(
  project: Project,
  query: Listed,
  order: number[] | null,
  page: { limit: number; offset: number },
) {
  const filter = await tableFilterOf(project, query);
  const sorting = order ?? {
    sort: campaignSorts.find((sort) => sort === query.sort) ?? campaignSorts[0],
    order: query.order,
  };
  return findTable(project.id, filter, sorting, page);
}

export async function tableFilterOf(project: Project, query: Narrowing): Promise<CampaignFilter> {
  const { status, network, affiliate, domain, purpose, search } = query;
  return {
    ...everyCampaign,
    state: status === "all" || status === "any" ? null : status,
    archived: status === "any" ? null : status === "archived",
    network: (await knownNetworkCode(project.id, network)) ?? null,
    affiliateId: affiliate ?? null,
    tag: query.tag || null,
    purpose: purpose ?? null,
    domain: domain === undefined ? null : await domainNamed(project, domain),
    search: search || null,
  };
}
