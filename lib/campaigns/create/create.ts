import type { z } from "zod";
import type { Project } from "@/lib/access/project";
import type { Actor } from "@/lib/audit/actor";
import { type CreatedRow, insertCampaign } from "@/lib/campaigns/create/queries";
import type { CreateBody, createdCampaign } from "@/lib/campaigns/create/schema";
import { linksOfRow } from "@/lib/campaigns/present";
import type { FoundListing } from "@/lib/campaigns/queries";
import { type CampaignSettings, resolveReferences } from "@/lib/campaigns/settings";
import { randomBase62 } from "@/lib/ids";
import { Refusal } from "@/lib/refusal";

type Context = { by: Actor; now: Date };

export async function createCampaign(
  project: Project,
  body: CreateBody,
  context: Context,
): Promise<z.output<typeof createdCampaign>> {
  const { domainId, listings } = await resolveReferences(project, {
    domain: body.domain,
    listingIds: body.store_listing_ids,
  });
  const settings: CampaignSettings = {
    name: body.name,
    isShortlink: body.is_shortlink === true || body.deeplink === null,
    deeplink: body.deeplink,
    website: body.link_for_desktop_users,
    androidWebRedirect: body.android_web_redirect,
    iosWebRedirect: body.ios_web_redirect,
    domainId,
    network: null,
    networkCampaignId: null,
    networkAccountId: null,
    webToApp: false,
    affiliateId: null,
    openInApp: false,
    socialTitle: null,
    socialText: null,
    socialImage: null,
    listings,
  };
  const row = await storeCampaign(project, body.custom_display_id ?? null, settings, context);
  return presentCreated(row, listings);
}

export const takenDisplayId = "A campaign with this display ID already exists!";

/** Under the wanted id, or under one that nobody has. */
export async function storeCampaign(
  project: Project,
  wanted: string | null,
  settings: CampaignSettings,
  { by, now }: Context,
): Promise<CreatedRow> {
  const of = { accountId: project.accountId, projectId: project.id };
  if (wanted !== null) {
    const row = await insertCampaign(of, wanted, settings, by, now);
    if (!row) throw new Refusal(409, takenDisplayId, { fields: { custom_display_id: "Already taken." } });
    return row;
  }
  // Longer with each collision: there are always free ones.
  for (let length = 7; length < 20; length++) {
    const row = await insertCampaign(of, randomBase62(length), settings, by, now);
    if (row) return row;
  }
  throw new Error("no free display id found");
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
