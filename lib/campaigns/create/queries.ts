import { sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import { hostOfCampaign } from "@/lib/campaigns/queries";
import type { CampaignSettings } from "@/lib/campaigns/settings";

export type CreatedRow = {
  id: number;
  name: string;
  display_id: string;
  created_at: Date;
  is_shortlink: boolean;
  deeplink: string | null;
  website: string | null;
  android_web_redirect: string | null;
  ios_web_redirect: string | null;
  host: string | null;
};

/**
 * Registers the display id in the account and inserts the campaign, or does neither: null when the id is taken. Of
 * concurrent calls one takes it, and the others wait until it has committed.
 */
export async function insertCampaign(
  of: { accountId: AccountId; projectId: ProjectId },
  displayId: string,
  settings: CampaignSettings,
  by: Actor,
  now: Date,
): Promise<CreatedRow | null> {
  const { accountId: account, projectId: project } = of;
  const s = settings;
  const listings = s.listings ?? [];
  const [row] = await sql<CreatedRow[]>`
    with registered as (
      insert into display_ids (account_id, display_id, project_id, created_at)
      values (${account}, ${displayId}, ${project}, ${now})
      on conflict do nothing returning project_id, display_id
    ),
    made as (
      insert into campaigns (project_id, display_id, name, active, is_shortlink, deeplink, website, android_web_redirect,
        ios_web_redirect, domain_id, network, network_campaign_id, network_account_id, web_to_app, affiliate_id,
        open_in_app, social_title, social_text, social_image, ended_links, starts_at, ends_at, click_limit, tags,
        created_at, updated_at)
      select r.project_id, r.display_id, ${s.name}::text, ${s.active}::boolean,
        ${s.isShortlink}::boolean, ${s.deeplink}::text,
        ${s.website}::text, ${s.androidWebRedirect}::text, ${s.iosWebRedirect}::text, ${s.domainId}::bigint,
        ${s.network}::text, ${s.networkCampaignId}::text, ${s.networkAccountId}::bigint, ${s.webToApp}::boolean,
        ${s.affiliateId}::bigint, ${s.openInApp}::boolean, ${s.socialTitle}::text, ${s.socialText}::text,
        ${s.socialImage}::text, ${s.endedLinks}::text, ${s.startsAt}::timestamptz, ${s.endsAt}::timestamptz,
        ${s.clickLimit}::bigint, ${s.tags}::text[], ${now}::timestamptz, ${now}::timestamptz
      from registered r
      returning id, project_id, domain_id, name, display_id, created_at, is_shortlink, deeplink, website,
        android_web_redirect, ios_web_redirect
    ),
    listed as (
      insert into campaign_store_listings (project_id, campaign_id, platform, store_listing_id)
      select made.project_id, made.id, l.platform, l.id
      from made cross join unnest(${listings.map((l) => l.platform)}::text[], ${listings.map((l) => l.id)}::text[])
        as l(platform, id)
    ),
    logged as (${auditRow(
      by,
      { account, project, action: "campaign.create", target: displayId, detail: { name: s.name } },
      sql`from made`,
    )})
    select c.*, ${hostOfCampaign()} as host from made c`;
  return row ?? null;
}
