import { readSql, sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import type { TimeRange } from "@/lib/platform/keyset";
import { joinReachedSteps } from "@/lib/reporting/web-to-app/step-queries";
import { noWebCampaign, noWebSource, type WebGrouping, type WebStep } from "@/lib/reporting/web-to-app/steps";

export type FunnelRow = Record<WebStep, number> & {
  /** Null for the total. */
  key: string | null;
  name: string | null;
  deleted: boolean;
};

/**
 * Visitors whose first visit was within these times, with the steps that they have reached since. The total is first,
 * then the groups with the most visitors.
 */
export function findFunnel(
  projectId: ProjectId,
  { start, end }: TimeRange,
  by: WebGrouping,
  max: number,
): Promise<FunnelRow[]> {
  const key =
    by === "source"
      ? sql`coalesce(v.source, ${noWebSource})`
      : sql`coalesce(v.campaign_id::text, ${noWebCampaign})`;
  return readSql<FunnelRow[]>`
    with visitors as materialized (
      select ${key} as key, clicked, installed, signed_up, paid
      from web_visitors v ${joinReachedSteps(projectId)}
      where v.project_id = ${projectId} and v.not_counted is null
        and v.first_seen_at >= ${start} and v.first_seen_at <= ${end}
    ),
    groups as (
      select key, count(*)::int as visited, count(*) filter (where clicked)::int as clicked,
        count(*) filter (where installed)::int as installed, count(*) filter (where signed_up)::int as signed_up,
        count(*) filter (where paid)::int as paid
      from visitors group by grouping sets ((), (key))
    )
    select g.*, c.name, c.deleted_at is not null as deleted from groups g
    left join campaigns c on c.project_id = ${projectId} and ${by === "campaign"} and c.id::text = g.key
    order by g.key is not null, g.visited desc, g.key limit ${max + 1}`;
}

export type EventNameRow = { name: string; events: number; visitors: number };

/** The visitors' events on the website within these times. */
export const findWebEventNames = (projectId: ProjectId, { start, end }: TimeRange, max: number) => readSql<
  EventNameRow[]
>`
  select e.name, count(*)::int as events, count(distinct e.web_id)::int as visitors
  from web_events e
  where e.project_id = ${projectId} and e.id >= uuid_floor(${start})
    and e.id < uuid_floor(${end && new Date(end.getTime() + 1)})
    and e.kind = 'event' and e.not_counted is null
  group by e.name order by events desc, e.name limit ${max}`;

/** True if a website ever sent data. */
export async function findHasVisitors(projectId: ProjectId): Promise<boolean> {
  const [row] = await readSql<{ has: boolean }[]>`
    select exists (select from web_visitors v where v.project_id = ${projectId}) as has`;
  return row?.has ?? false;
}
