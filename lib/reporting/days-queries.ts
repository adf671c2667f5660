import { readSql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { isByAge } from "@/lib/ledger/measure-queries";
import type { SinceInstallRow } from "@/lib/reporting/days-rules";
import type { DaySum } from "@/lib/reporting/overview-queries";

/** The figures of one campaign by day. */
export function sumDaysOf(
  projectId: ProjectId,
  campaign: number,
  from: string,
  to: string,
): Promise<DaySum[]> {
  return readSql<DaySum[]>`
    select l.day::text as day, l.measure, l.name, sum(l.count)::bigint as count, sum(l.amount)::bigint as amount
    from ledger l
    where l.project_id = ${projectId} and l.day between ${from}::text::date and ${to}::text::date
      and l.campaign_id = ${campaign} and l.measure in ('clicks', 'installs', 'signups', 'payment', 'spend')
    group by l.day, l.measure, l.name`;
}

/** The installs of each day, and their revenue by days since the install. */
export function findSinceInstall(
  projectId: ProjectId,
  campaign: number,
  from: string,
  to: string,
): Promise<SinceInstallRow[]> {
  return readSql<SinceInstallRow[]>`
    select l.day::text as day, l.measure, l.name, sum(l.count)::bigint as count, sum(l.amount)::bigint as amount
    from ledger l
    where l.project_id = ${projectId} and l.day between ${from}::text::date and ${to}::text::date
      and l.campaign_id = ${campaign} and (l.measure = 'installs' or ${isByAge("l.measure", "until")})
    group by l.day, l.measure, l.name`;
}

/** Null while the campaign has no figures. */
export async function findFirstDayOf(projectId: ProjectId, campaign: number): Promise<string | null> {
  const [row] = await readSql<{ day: string | null }[]>`
    select min(l.day)::text as day from ledger l
    where l.project_id = ${projectId} and l.campaign_id = ${campaign} and l.day > '-infinity'`;
  return row?.day ?? null;
}
