import { readSql } from "@/db";
import type { ProjectId } from "@/lib/ids";
import { type CampaignSum, inWindow, matureName, type Window } from "@/lib/reporting/queries";

/** Every figure of every campaign, and of the organic under 0; what is counted by the day of the install left out. */
export function sumAllByCampaign(projectId: ProjectId, window: Window): Promise<CampaignSum[]> {
  return readSql<CampaignSum[]>`
    select l.campaign_id, l.measure, l.name, sum(l.count)::bigint as count, sum(l.amount)::bigint as amount
    from ledger l
    where l.project_id = ${projectId} and ${inWindow(window)}
      and l.measure not in ('opened_on', 'opened_since', 'revenue_since')
    group by l.campaign_id, l.measure, l.name
    having sum(l.count) <> 0 or sum(l.amount) <> 0`;
}

export type MatureTotal = { measure: string; name: string; age: number; count: number; amount: number };

/** Cohort figures of many campaigns together, of install days at least `age` days old on the given day. */
export function sumMatureTogether(
  projectId: ProjectId,
  window: Window,
  campaigns: number[],
  today: string,
): Promise<MatureTotal[]> {
  return readSql<MatureTotal[]>`
    select l.measure, ${matureName()} as name, a.age, sum(l.count)::bigint as count, sum(l.amount)::bigint as amount
    from ledger l
    join (values (0), (1), (3), (7), (14), (30)) as a(age) on l.day <= ${today}::text::date - a.age
    where l.project_id = ${projectId} and ${inWindow(window)} and l.campaign_id = any(${campaigns})
      and (l.measure = 'installs'
        or (l.measure in ('opened_on', 'opened_since') and l.name = a.age::text)
        or (l.measure = 'revenue_since' and l.name::int <= a.age))
    group by l.measure, 2, a.age`;
}

export type UsersTogether = { kind: "event" | "payment"; name: string; organic: boolean; users: number };

/** Distinct users of many campaigns together, and of the organic: a user of two campaigns is one. */
export function countUsersTogether(
  projectId: ProjectId,
  window: Window & { timeZone: string },
  campaigns: number[],
  names: string[],
): Promise<UsersTogether[]> {
  const from = window.from ?? "0001-01-01";
  const to = window.to ?? "9999-12-31";
  return readSql<UsersTogether[]>`
    select f.kind, f.name, s.campaign_id is null as organic, count(distinct f.user_id)::int as users
    from (
      select 'event' as kind, e.name, e.user_id, e.install_instance_id from event_users e
      where e.project_id = ${projectId} and e.name = any(${names}) and e.day between ${from}::text::date and ${to}::text::date
      union all
      select 'payment', p.type, p.user_id, p.install_instance_id from payments p
      where p.project_id = ${projectId} and p.type = any(${names}) and p.status = 'PAYMENT_COMPLETED' and p.removed_at is null
        and p.paid_at >= (${from}::text::date)::timestamp at time zone ${window.timeZone}
        and p.paid_at < (${to}::text::date + 1)::timestamp at time zone ${window.timeZone}
    ) f
    left join installs s on s.project_id = ${projectId} and s.install_instance_id = f.install_instance_id
    where (s.campaign_id is null or s.campaign_id = any(${campaigns})) and not coalesce(s.is_test, false)
      and (${window.platform}::text is null or s.platform = ${window.platform})
    group by f.kind, f.name, s.campaign_id is null`;
}
