import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { randomBase62 } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { type CreatedRow, insertCampaigns } from "@/lib/campaigns/create/queries";
import { type CreateBody, type createdCampaign, displayIdTakenText } from "@/lib/campaigns/create-schema";
import { knownNetworkCode } from "@/lib/campaigns/known-network";
import { linksOfRow } from "@/lib/campaigns/present";
import { defaultPurpose } from "@/lib/campaigns/purposes";
import type { FoundListing } from "@/lib/campaigns/queries";
import { type CampaignSettings, checkSchedule, resolveReferences } from "@/lib/campaigns/settings";
import type { NewCampaign } from "@/lib/campaigns/table/schema";

type Context = { by: Actor; now: Date };

/** The input of the API, which has fewer settings, or of the dashboard. */
export type NewCampaignBody = CreateBody & Partial<Omit<NewCampaign, "purpose">>;

export async function createCampaign(
  project: Project,
  body: NewCampaignBody,
  context: Context,
): Promise<z.output<typeof createdCampaign>> {
  checkSchedule(body);
  const { domainId, listings } = await resolveReferences(project, {
    domain: body.domain,
    listingIds: body.store_listing_ids,
    affiliateId: body.affiliate_id,
    networkAccountId: body.network_account_id,
  });
  const network = await knownNetworkCode(project.id, body.network);
  const settings = settingsOfNewCampaign({ ...body, network }, { domainId, listings });
  const row = await storeCampaign(project, body.custom_display_id ?? null, settings, context);
  return { ...presentCreated(row, listings), ...(body.purpose ? { purpose: row.purpose } : {}) };
}

/** An absent setting is empty or the default. */
export const settingsOfNewCampaign = (
  body: NewCampaignBody,
  { domainId, listings }: Pick<CampaignSettings, "domainId" | "listings">,
): CampaignSettings => ({
  name: body.name,
  active: body.active ?? true,
  isShortlink: body.is_shortlink === true || !body.deeplink,
  deeplink: body.deeplink ?? null,
  website: body.link_for_desktop_users ?? null,
  androidWebRedirect: body.android_web_redirect ?? null,
  iosWebRedirect: body.ios_web_redirect ?? null,
  domainId,
  network: body.network ?? null,
  networkCampaignId: body.network_campaign_id ?? null,
  networkAccountId: body.network_account_id ?? null,
  webToApp: body.web_to_app ?? false,
  affiliateId: body.affiliate_id ?? null,
  openInApp: body.open_in_app ?? false,
  socialTitle: body.social_title ?? null,
  socialText: body.social_text ?? null,
  socialImage: body.social_image ?? null,
  endedLinks: body.ended_links ?? null,
  linkRules: body.link_rules ?? [],
  startsAt: body.starts_at ?? null,
  endsAt: body.ends_at ?? null,
  clickLimit: body.click_limit ?? null,
  reengagementDays: body.reengagement_days ?? null,
  purpose: body.purpose ?? defaultPurpose,
  tags: body.tags ?? [],
  listings,
});

/** Stores a campaign under the requested display ID, or under a free generated one. */
async function storeCampaign(
  project: Project,
  requestedId: string | null,
  settings: CampaignSettings,
  { by, now }: Context,
): Promise<CreatedRow> {
  const of = { accountId: project.accountId, projectId: project.id };
  if (requestedId !== null) {
    const [row] = await insertCampaigns(of, [{ displayId: requestedId, settings }], by, now);
    if (!row)
      throw new Refusal("display_id_taken", displayIdTakenText, {
        fields: { custom_display_id: "Already taken." },
      });
    return row;
  }
  // The ID gets longer with each collision, so a free one is always found.
  for (let length = 7; length < 20; length++) {
    const [row] = await insertCampaigns(of, [{ displayId: randomBase62(length), settings }], by, now);
    if (row) return row;
  }
  throw new Error("no free display ID found");
}

function presentCreated(row: CreatedRow, listings: FoundListing[]): z.output<typeof createdCampaign> {
  return {
    id: row.id,
    name: row.name,
    link: linksOfRow(row).link,
    website: row.is_shortlink ? null : row.website,
    display_id: row.display_id,
    created_at: row.created_at.toISOString(),
    android_web_redirect: row.android_web_redirect,
    ios_web_redirect: row.ios_web_redirect,
    domain: row.host,
    store_listings: listings.map(({ id, name, platform }) => ({ store_listing_id: id, name, platform })),
  };
}
