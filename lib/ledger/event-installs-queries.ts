import { type Fragment, sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { cohortAge, nameWithAge } from "@/lib/ledger/measures";
import { dimensionsOfInstall } from "@/lib/ledger/queries";

/**
 * A measure that only cohorts have: installs with at least one event of a name, by the age at the first one. It is
 * counted from the days of events when it is read, because the ledger has no row for the first event of each name.
 * These days stay when events are removed, but have no time, so the age is in calendar days.
 */
export const eventInstalls = "event_installs";

/**
 * Postgres knows that the key of a table determines them, and then leaves them out. It does not know it of a view, which
 * a shown statement reads.
 */
const columnsOfInstall = () => sql`
  s.platform, s.installed_at, s.campaign_id, s.ad_set_id, s.creative_id, s.keyword_id, s.publisher_id, s.country,
  s.install_version, s.decision_version, s.is_test`;

/** Rows like those of the ledger, of names that begin with the age, for the installs of these days. */
export function eventInstallRows(
  project: ProjectId | Fragment,
  names: readonly string[],
  days: { from: Fragment; to: Fragment } | null,
): Fragment {
  const events = [...new Set(names.map((name) => name.slice(name.indexOf(" ") + 1)))];
  const day = sql`(s.installed_at at time zone home.time_zone)::date`;
  const startOf = (text: Fragment) => sql`(${text})::timestamp at time zone home.time_zone`;
  // Conditions on the day of a row would make the planner expect a few installs, and look up the days of each.
  return sql`
    select l.* from (
    select ${project}::bigint as project_id, f.day, f.campaign_id, ${eventInstalls}::text as measure,
      ${sql.unsafe(nameWithAge(cohortAge, "f.name"))} as name, f.platform, f.country, f.install_version, f.ad_set_id,
      f.creative_id, f.keyword_id, f.publisher_id, 1::bigint as count, 0::bigint as amount
    from (
      select ${day} as day, s.platform, u.name, ${dimensionsOfInstall()},
        min(case when u.first_day >= ${day} then u.first_day - ${day}
          else nullif(position(B'1' in substring(u.days from ${day} - u.first_day + 1)), 0) - 1 end) as age
      from projects home
      join installs s on s.project_id = ${project} and s.kind = 'INSTALL' and s.decision_version > 0
        ${days === null ? sql`` : sql`and s.installed_at >= ${startOf(days.from)} and s.installed_at < ${startOf(sql`${days.to} + 1`)}`}
      join user_days u on u.project_id = ${project} and u.name = any(${events}::text[])
        and u.install_instance_id = s.install_instance_id
      where home.id = ${project}
      group by s.project_id, s.id, u.name, home.time_zone, ${columnsOfInstall()}
      offset 0
    ) f
    where f.counted and f.age is not null
    ) l where l.name = any(${[...names]}::text[])`;
}
