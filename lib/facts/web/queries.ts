import { sql } from "@/db";
import { writableTable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";
import { unnamedCampaign } from "@/lib/campaigns/networks";
import type { WebTouch } from "@/lib/facts/web/rules";

export type WebEventRow = {
  project_id: ProjectId;
  id: string;
  at: Date;
  web_id: string;
  event_id: string;
  kind: string;
  name: string | null;
  user_id: string | null;
  page: string | null;
  first_touch: WebTouch | null;
  last_touch: WebTouch | null;
  platform: string;
  country: string | null;
  not_counted: string | null;
  /** These fields are for the last touch; the fields below are for the first. */
  click_id: string | null;
  display_id: string | null;
  network: string | null;
  network_campaign_id: string | null;
  source: string | null;
  first_click_id: string | null;
  first_display_id: string | null;
  first_network: string | null;
  first_network_campaign_id: string | null;
  first_source: string | null;
  tc_string: string | null;
  gpp_string: string | null;
  data: unknown;
};

const eventTable = writableTable<WebEventRow>({
  project_id: "bigint",
  id: "uuid",
  at: "timestamptz",
  web_id: "text",
  event_id: "text",
  kind: "text",
  name: "text",
  user_id: "text",
  page: "text",
  first_touch: "jsonb",
  last_touch: "jsonb",
  platform: "text",
  country: "text",
  not_counted: "text",
  click_id: "uuid",
  display_id: "text",
  network: "text",
  network_campaign_id: "text",
  source: "text",
  first_click_id: "uuid",
  first_display_id: "text",
  first_network: "text",
  first_network_campaign_id: "text",
  first_source: "text",
  tc_string: "text",
  gpp_string: "text",
  data: "jsonb",
});

/**
 * The campaign of a touch: from a Cairn click, else from the address, else the network's, by its ID or the placeholder
 * for unknown ones.
 */
const campaignOf = (prefix: "" | "first_") => {
  const of = (name: string) => sql.unsafe(`x.${prefix}${name}`);
  return sql`
    coalesce(
      (select c.campaign_id from clicks c
        where c.project_id = x.project_id and c.id = ${of("click_id")} and c.kind = 'click'),
      (select c.id from campaigns c
        where c.project_id = x.project_id and c.display_id = ${of("display_id")} and c.deleted_at is null),
      (select c.id from campaigns c
        where c.project_id = x.project_id and c.network = ${of("network")} and c.deleted_at is null
          and c.network_campaign_id in (${of("network_campaign_id")}, ${unnamedCampaign})
        order by c.network_campaign_id = ${unnamedCampaign}, not c.active, c.id limit 1))`;
};

/**
 * Stores visitors' events, each once, and the visitors, who count for their first ad. A visitor counts as human after
 * one human visit, despite earlier prefetches. Each visitor has one row.
 */
export async function storeWebEvents(rows: WebEventRow[]): Promise<undefined[]> {
  await sql`/* several projects */
    with input as materialized (
      select x.*, ${campaignOf("")} as campaign_id, ${campaignOf("first_")} as first_campaign_id
      from ${eventTable(rows)} x
    ),
    visitors as (
      insert into web_visitors as v (project_id, web_id, id, first_seen_at, last_seen_at, user_id, first_touch,
        last_touch, page, network, source, campaign_id, platform, country, not_counted)
      select project_id, web_id, id, at, at, user_id, first_touch, last_touch, page, first_network, first_source,
        first_campaign_id, platform, country, not_counted
      from input order by project_id, web_id
      on conflict (project_id, web_id) do update set
        first_seen_at = least(v.first_seen_at, excluded.first_seen_at),
        last_seen_at = greatest(v.last_seen_at, excluded.last_seen_at),
        user_id = coalesce(excluded.user_id, v.user_id),
        first_touch = coalesce(v.first_touch, excluded.first_touch),
        last_touch = coalesce(excluded.last_touch, v.last_touch),
        network = case when v.first_touch is null then excluded.network else v.network end,
        source = case when v.first_touch is null then excluded.source else v.source end,
        campaign_id = case when v.first_touch is null then excluded.campaign_id else v.campaign_id end,
        not_counted = case when excluded.not_counted is not null then v.not_counted end
    )
    insert into web_events (project_id, id, web_id, event_id, occurred_at, kind, name, user_id, page, first_touch,
      last_touch, network, source, campaign_id, platform, country, not_counted, tc_string, gpp_string, data)
    select project_id, id, web_id, event_id, at, kind, coalesce(name, ''), user_id, page, first_touch, last_touch,
      network, source, campaign_id, platform, country, not_counted, tc_string, gpp_string, data
    from input
    on conflict do nothing`;
  return new Array<undefined>(rows.length);
}
