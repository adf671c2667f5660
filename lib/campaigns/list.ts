import type { Project } from "@/lib/accounts/access/project";
import { withRetries } from "@/lib/base/database-failure";
import { paginationOf } from "@/lib/base/params";
import { Refusal } from "@/lib/base/refusal";
import { domainNamed } from "@/lib/campaigns/find";
import { findNetworkCode } from "@/lib/campaigns/known-network";
import { networkCodeOf, spelledAsChannel } from "@/lib/campaigns/networks";
import { presentListed } from "@/lib/campaigns/present";
import {
  type CampaignFilter,
  everyCampaign,
  findAffiliate,
  findByDisplayId,
  findCampaignDomain,
  findCampaignPage,
  type ListEnd,
} from "@/lib/campaigns/queries";
import { destinationOfDeeplink, destinationOfLink, parseCampaignLink } from "@/lib/campaigns/rules";
import { anyPurpose, type ListQuery } from "@/lib/campaigns/schema";

export type { ListEnd };

/** `behind` is the end of the reader's previous page, if the pages are read in order. */
export async function listCampaigns(project: Project, query: ListQuery, behind: ListEnd | null) {
  const { page, limit } = query;
  const filter = await apiFilterOf(project, query);
  const offset = (page - 1) * limit;
  const { total, left, rows } = await withRetries(() =>
    findCampaignPage(project.id, filter, behind ? { limit, behind } : { limit, offset }),
  );
  // Campaigns of earlier pages may have been deleted since; the count includes them, so that later pages do not shift.
  const pagination = paginationOf(behind ? Math.max(total, behind.given + left) : total, page, limit);
  const last = rows.at(-1);
  const given = (behind?.given ?? offset) + rows.length;
  const campaigns = rows.map((row) => presentListed(row, query.purpose !== undefined));
  const noun = rows.length === 1 ? "campaign" : "campaigns";
  return {
    msg: `Retrieved ${rows.length} ${noun} with filter ${query.filter}, page ${page} of ${pagination.pages}.`,
    data: { total_campaigns: pagination.total, campaigns, pagination },
    end: last ? { createdAt: new Date(last.created_at), id: last.id, given } : behind,
  };
}

async function apiFilterOf(project: Project, query: ListQuery): Promise<CampaignFilter> {
  const { filter, channel, domain, link, purpose = anyPurpose } = query;
  const active = filter === "ALL" ? null : filter === "ACTIVE";
  const [byChannel, byDomain, byLink] = await Promise.all([
    channel === undefined ? null : channelOf(project, channel),
    domain === undefined ? null : domainNamed(project, domain),
    link === undefined ? null : idOfLinkedCampaign(project, link),
  ]);
  return {
    ...everyCampaign,
    active,
    ...byChannel,
    domain: byDomain,
    campaignId: byLink,
    purpose: purpose === anyPurpose ? null : purpose,
  };
}

async function channelOf(project: Project, channel: string): Promise<Partial<CampaignFilter>> {
  const code = networkCodeOf(channel);
  const network = code === null ? null : await findNetworkCode(project.id, code);
  if (network !== null) return { network };
  const affiliateId = await findAffiliate(project.id, spelledAsChannel(channel));
  if (affiliateId === null)
    throw new Refusal("channel_unknown", `Invalid channel '${channel}'. Channel not found.`);
  return { affiliateId };
}

/** The link must belong to the campaign: on a domain of the project, or with the destination of its deep link. */
async function idOfLinkedCampaign(project: Project, text: string): Promise<number> {
  const link = parseCampaignLink(text);
  if (link) {
    const [campaign, domain] = await Promise.all([
      findByDisplayId(project.id, link.displayId),
      link.host === null ? null : findCampaignDomain(project.id, link.host),
    ]);
    const leadsThere =
      campaign?.deeplink && destinationOfDeeplink(campaign.deeplink) === destinationOfLink(link);
    if (campaign && (domain || leadsThere)) return campaign.id;
  }
  throw new Refusal("campaign_link_unknown", "Invalid request parameters.");
}
