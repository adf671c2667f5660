import type { z } from "zod";
import { sql } from "@/db";
import type { eventSchema } from "@/lib/activity/lists/events/schema";
import { type FilteredQuery, readDimensions } from "@/lib/activity/lists/filtered-query";
import type { ProjectId } from "@/lib/base/ids";
import { campaignName, isTest, matchesDimensions } from "@/lib/ledger/rows-queries";
import type { Cursor } from "@/lib/platform/keyset";
import { readAsTimes, whereFilters } from "@/lib/platform/lists/queries";
import type { DatabaseRow } from "@/lib/platform/lists/schema";

type EventRow = DatabaseRow<typeof eventSchema.row>;

export type EventFilter = FilteredQuery<z.output<typeof eventSchema.filter>> & {
  /** Only these users' events, unless it is null. They are few enough to be looked up separately. */
  users: string[] | null;
  instances: string[] | null;
};

/** IDs begin with the time of the event, so the primary key is in chronological order. */
function matchingEvents(projectId: ProjectId, filter: EventFilter, before: Cursor | null, limit: number) {
  const { users, instances } = filter;
  const conditions = whereFilters(
    { ...filter, before },
    {
      ...readAsTimes,
      ...readDimensions,
      campaign: null,
      user: null,
      install: null,
      users: null,
      instances: null,
      before: ({ id }) => sql`and e.id < ${id}::uuid`,
      start: (start) => sql`and e.id >= uuid_floor(${start})`,
      end: (end) => sql`and e.id < uuid_floor(${new Date(end.getTime() + 1)})`,
      name: (name) => sql`and e.name = ${name}`,
      platform: (platform) => sql`and e.platform = ${platform}`,
      dimensions: (dimensions) => matchesDimensions(projectId, "e", dimensions),
      counted: (counts) =>
        counts ? sql`and not ${isTest(projectId, "e")}` : sql`and ${isTest(projectId, "e")}`,
    },
  );
  const newest = sql`order by e.id desc limit ${limit}`;
  if (users)
    return sql`
      select e.id from unnest(${users}::text[]) as one(user_id) cross join lateral (
        select e.id from events e where e.project_id = ${projectId} and e.user_id = one.user_id
          ${instances ? sql`and e.install_instance_id = any(${instances}::text[])` : sql``} ${conditions} ${newest}
      ) e ${newest}`;
  if (instances)
    return sql`
      select e.id from unnest(${instances}::text[]) as one(instance) cross join lateral (
        select e.id from events e
        where e.project_id = ${projectId} and e.install_instance_id = one.instance ${conditions} ${newest}
      ) e ${newest}`;
  return sql`select e.id from events e where e.project_id = ${projectId} ${conditions} ${newest}`;
}

/** The newest rows first, after the cursor. */
export const findEvents = (
  projectId: ProjectId,
  filter: EventFilter,
  before: Cursor | null,
  limit: number,
) => sql<EventRow[]>`
  with page as materialized (${matchingEvents(projectId, filter, before, limit)})
  select e.id, e.occurred_at, e.name, e.amount_minor, e.user_id, e.install_instance_id, s.id as install_id, e.platform,
    coalesce(s.is_test, false) as is_test, e.data,
    ${campaignName()}
  from page p join events e on e.project_id = ${projectId} and e.id = p.id
  left join installs s on s.project_id = ${projectId} and s.install_instance_id = e.install_instance_id
  left join campaigns c on c.project_id = ${projectId} and c.id = s.campaign_id
  order by e.id desc`;

export async function countListedEvents(projectId: ProjectId, filter: EventFilter, max: number) {
  const [row] = await sql<{ count: number; amount_minor: number }[]>`
    with page as materialized (${matchingEvents(projectId, filter, null, max)})
    select count(*) as count, coalesce(sum(e.amount_minor), 0)::bigint as amount_minor
    from page p join events e on e.project_id = ${projectId} and e.id = p.id`;
  return row!;
}

/** Each name once, found by skipping from one to the next in the index. */
export const findSentNames = (projectId: ProjectId, max: number) => sql<{ name: string }[]>`
  with recursive names as (
    (select n.name from user_days n where n.project_id = ${projectId} order by n.name limit 1)
    union all
    select (
      select n.name from user_days n where n.project_id = ${projectId} and n.name > names.name
      order by n.name limit 1)
    from names where names.name is not null
  )
  select name from names where name is not null limit ${max}`;

/** The users who sent events of a name, if they are found within that many rows; null when there are more. */
export async function findFewUsers(
  projectId: ProjectId,
  name: string,
  rows: number,
): Promise<string[] | null> {
  const [row] = await sql<{ seen: number; users: string[] | null }[]>`
    select count(*)::int as seen, array_agg(distinct n.user_id) as users
    from (
      select u.user_id from user_days u where u.project_id = ${projectId} and u.name = ${name} limit ${rows + 1}
    ) n`;
  return row!.seen > rows ? null : (row!.users ?? []);
}
