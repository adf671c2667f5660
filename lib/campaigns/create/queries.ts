import { sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import type { CampaignPurpose } from "@/lib/campaigns/purposes";
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
  purpose: CampaignPurpose;
};

/**
 * Registers each display ID in the account and creates its campaign, or does neither: null means that another campaign
 * has the ID. Of several concurrent requests for an ID, one gets it.
 */
export async function insertCampaigns(
  of: { accountId: AccountId; projectId: ProjectId },
  campaigns: { displayId: string; settings: CampaignSettings }[],
  by: Actor,
  now: Date,
): Promise<(CreatedRow | null)[]> {
  const { accountId: account, projectId: project } = of;
  const input = campaigns.map(({ displayId, settings }) => ({ displayId, ...settings }));
  const rows = await sql<CreatedRow[]>`
    with requested as materialized (
      select * from json_to_recordset(${JSON.stringify(input)}::text::json) as w(
        "displayId" text, name text, active boolean, "isShortlink" boolean, deeplink text, website text,
        "androidWebRedirect" text, "iosWebRedirect" text, "domainId" bigint, network text, "networkCampaignId" text,
        "networkAccountId" bigint, "webToApp" boolean, "affiliateId" bigint, "openInApp" boolean, "socialTitle" text,
        "socialText" text, "socialImage" text, "endedLinks" text, "linkRules" jsonb, "startsAt" timestamptz, "endsAt" timestamptz,
        "clickLimit" bigint, "reengagementDays" smallint, purpose text, tags text[], listings json)
    ),
    registered as (
      insert into display_ids (account_id, display_id, project_id, created_at)
      select ${account}::bigint, "displayId", ${project}::bigint, ${now}::timestamptz from requested
      on conflict do nothing returning project_id, display_id
    ),
    made as (
      insert into campaigns (project_id, display_id, name, active, is_shortlink, deeplink, website,
        android_web_redirect,
        ios_web_redirect, domain_id, network, network_campaign_id, network_account_id, web_to_app, affiliate_id,
        open_in_app, social_title, social_text, social_image, ended_links, link_rules, starts_at, ends_at, click_limit, reengagement_days, purpose, tags,
        created_at, updated_at)
      select ${project}::bigint, r.display_id, w.name, w.active, w."isShortlink", w.deeplink, w.website,
        w."androidWebRedirect", w."iosWebRedirect", w."domainId", w.network, w."networkCampaignId",
        w."networkAccountId", w."webToApp", w."affiliateId", w."openInApp", w."socialTitle", w."socialText",
        w."socialImage", w."endedLinks", nullif(w."linkRules", '[]'), w."startsAt", w."endsAt", w."clickLimit", w."reengagementDays", w.purpose, w.tags,
        ${now}::timestamptz, ${now}::timestamptz
      from registered r join requested w on w."displayId" = r.display_id
      returning id, project_id, domain_id, name, display_id, created_at, is_shortlink, deeplink, website,
        android_web_redirect, ios_web_redirect, purpose
    ),
    listed as (
      insert into campaign_store_listings (project_id, campaign_id, platform, store_listing_id)
      select ${project}::bigint, made.id, l.platform, l.id
      from made join requested w on w."displayId" = made.display_id
      cross join json_to_recordset(w.listings) as l(platform text, id text)
    ),
    logged as (${auditRow(
      by,
      {
        account,
        project,
        action: "campaign.create",
        target: sql`made.display_id`,
        detail: sql`jsonb_build_object('name', made.name)`,
      },
      sql`from made`,
    )})
    select c.*, ${hostOfCampaign(project)} as host from made c`;
  const made = new Map(rows.map((row) => [row.display_id, row]));
  return campaigns.map(({ displayId }) => made.get(displayId) ?? null);
}
