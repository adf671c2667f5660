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

/** Rows like those of the ledger, of names that begin with the age, for installs from a day on. */
export function eventInstallRows(
  project: ProjectId | Fragment,
  names: readonly string[],
  since: Fragment | null,
): Fragment {
  const events = [...new Set(names.map((name) => name.slice(name.indexOf(" ") + 1)))];
  const zone = sql`(select home.time_zone from projects home where home.id = ${project})`;
  return sql`
    select l.* from (
    select ${project}::bigint as project_id, f.day, f.campaign_id, ${eventInstalls}::text as measure,
      ${sql.unsafe(nameWithAge(cohortAge, "f.name"))} as name, f.platform, f.country, f.install_version, f.ad_set_id,
      f.creative_id, f.keyword_id, f.publisher_id, 1::bigint as count, 0::bigint as amount
    from (
      select d.day, s.platform, u.name, ${dimensionsOfInstall()},
        min(case when u.first_day >= d.day then u.first_day - d.day
          else nullif(position(B'1' in substring(u.days from d.day - u.first_day + 1)), 0) - 1 end) as age
      from user_days u
      join installs s on s.project_id = ${project} and s.install_instance_id = u.install_instance_id
      cross join lateral (select (s.installed_at at time zone ${zone})::date as day) d
      where u.project_id = ${project} and u.name = any(${events}::text[]) and s.kind = 'INSTALL'
        and s.decision_version > 0
        ${since === null ? sql`` : sql`and s.installed_at >= (${since})::timestamp at time zone ${zone}`}
      group by d.day, u.name, s.id, s.platform, s.campaign_id, s.ad_set_id, s.creative_id, s.keyword_id, s.publisher_id, s.country,
        s.install_version, s.decision_version, s.is_test
    ) f
    where f.counted and f.age is not null
    ) l where l.name = any(${[...names]}::text[])`;
}
