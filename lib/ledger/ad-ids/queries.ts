import { type Fragment, sql } from "@/db";
import { columnTable } from "@/db/columns";
import { whereWritable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";

/** The names in ad revenue, which an app sends. */
export const adNameLevels = ["network", "placement", "ad_unit", "ad_format"] as const;
export type AdNameLevel = (typeof adNameLevels)[number];

/**
 * `campaign` is a network's own campaign, stored under the campaign 0, `version` an app version, stored under -1, and the
 * names of ad revenue are under -2 and lower: each has a limit of its own. Publishers and the names of ad revenue have
 * slots of their own, see `SlotLimits`.
 */
export type AdLevel = "ad_set" | "creative" | "keyword" | "publisher" | "campaign" | "version" | AdNameLevel;
export type AdId = { project_id: ProjectId; campaign_id: number; level: AdLevel; ad_id: string };

/** `again`: another statement took the slot at the same moment, and another slot may be free. */
export type AdIdAdmission = "admitted" | "full" | "again";

type Numbered = AdId & { n: number };
const idTable = columnTable<Numbered>({
  project_id: "bigint",
  campaign_id: "bigint",
  level: "text",
  ad_id: "text",
  n: "int",
});

/** `after`: the slots of a pool begin after this number, so that pools do not use up each other's slots. */
export type SlotLimits = { project: number; campaign: number; after?: number };

const pool = 1_000_000;

/**
 * Gives each new ID a slot of the day, in the order of the rows. Slots are numbered and used once, so parallel
 * statements cannot exceed the limit.
 */
export async function admitAdIds(
  ids: AdId[],
  { slots, now, mayStore }: { slots: SlotLimits; now: Date; mayStore: "unless frozen" | "always" },
): Promise<AdIdAdmission[]> {
  const may: Fragment = mayStore === "always" ? sql`true` : whereWritable(ids);
  const { after = 0 } = slots;
  const rows = await sql<{ n: number; admission: AdIdAdmission }[]>`/* several projects */
    with input as materialized (
      select x.project_id, x.campaign_id, x.level, x.ad_id, x.n
      from ${idTable(ids.map((id, n) => ({ ...id, n })))} x
    ),
    known as materialized (
      select x.n from input x
      join ad_ids a on a.project_id = x.project_id and a.campaign_id = x.campaign_id and a.level = x.level
        and a.ad_id = x.ad_id
    ),
    today as (select (${now}::timestamptz at time zone 'UTC')::date as day),
    in_campaign as (
      select x.*, coalesce(used.slots, ${after}::int)
        + row_number() over (partition by x.project_id, x.campaign_id order by x.n) as campaign_slot
      from input x cross join today
      left join lateral (
        select max(a.campaign_slot) as slots from ad_ids a
        where a.project_id = x.project_id and a.day = today.day and a.campaign_id = x.campaign_id
          and a.campaign_slot > ${after}::int and a.campaign_slot <= ${after + pool}::int
      ) used on true
      where x.n not in (select n from known)
    ),
    in_project as materialized (
      select x.*, today.day, coalesce(used.slots, ${after}::int)
        + row_number() over (partition by x.project_id order by x.n) as slot
      from in_campaign x cross join today
      left join lateral (
        select max(a.slot) as slots from ad_ids a where a.project_id = x.project_id and a.day = today.day
          and a.slot > ${after}::int and a.slot <= ${after + pool}::int
      ) used on true
      where x.campaign_slot <= ${after + slots.campaign}::int
    ),
    added as (
      insert into ad_ids (project_id, campaign_id, level, ad_id, day, slot, campaign_slot)
      select x.project_id, x.campaign_id, x.level, x.ad_id, x.day, x.slot, x.campaign_slot from in_project x
      where x.slot <= ${after + slots.project}::int and ${may}
      on conflict do nothing
      returning project_id, campaign_id, level, ad_id
    )
    select x.n, case
      when x.n in (select n from known) or exists (select 1 from added a where a.project_id = x.project_id
        and a.campaign_id = x.campaign_id and a.level = x.level and a.ad_id = x.ad_id) then 'admitted'
      when x.n in (select n from in_project where slot <= ${after + slots.project}::int) then 'again'
      else 'full' end as admission
    from input x`;
  const found = new Map(rows.map(({ n, admission }) => [n, admission]));
  return ids.map((_, n) => found.get(n)!);
}

/** Stores the IDs that an ad account or a member reported, from a table `input` of spend. */
export const reportedAdIds = (projectId: ProjectId, condition: Fragment) => sql`
  insert into ad_ids (project_id, campaign_id, level, ad_id)
  select distinct ${projectId}::bigint, x.campaign_id, part.level, part.ad_id
  from input x
  cross join lateral (values ('ad_set', x.ad_set_id), ('creative', x.creative_id), ('keyword', x.keyword_id))
    as part(level, ad_id)
  where part.ad_id <> '' and ${condition}
  on conflict do nothing`;
