import { type Fragment, readPatiently, readSql, sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";
import { countsOfFacts, countsStoredIn, removedKindOf } from "@/lib/ledger/measure-queries";
import type { RemovedKind } from "@/lib/ledger/measures";
import { qrMark } from "@/lib/ledger/qr-mark";
import {
  ageInDays,
  ageOfInstall,
  countedTimeOf,
  countsAsRevenue,
  dimensionsOfReturn,
  installDimensions,
  knownDimensions,
  knownOrigin,
  originOfInstall,
  returningOpen,
} from "@/lib/ledger/queries";
import { spendRows } from "@/lib/ledger/spend-queries";

export type LedgerDifference = {
  day: string;
  campaign_id: number;
  measure: string;
  name: string;
  platform: string;
  country: string;
  install_version: string;
  ad_set_id: string;
  creative_id: string;
  keyword_id: string;
  publisher_id: string;
  ledger_count: number;
  facts_count: number;
  ledger_amount: number;
  facts_amount: number;
};

type Zone = Fragment | string;

/** The install `s` of a fact `f`, if there is one, and the fact's ledger dimensions. */
const itsInstall = (projectId: ProjectId, fact: string) => sql`
  left join installs s on s.project_id = ${projectId}
    and s.install_instance_id = ${sql(`${fact}.install_instance_id`)}`;
const itsLedgerRow = () => sql`
  ${knownDimensions("s")}, ${originOfInstall()}, not coalesce(s.is_test, false) as counted`;

const decisions = (projectId: ProjectId, zone: Zone) => sql`
  select (s.installed_at at time zone ${zone})::date as day, s.platform, s.kind, s.touch,
    s.flags is not null as suspicious, ${knownDimensions("own")}, ${knownOrigin("s")},
    not s.is_test as counted
  from installs s cross join lateral (select ${installDimensions("s")}) own
  where s.project_id = ${projectId} and s.decision_version > 0`;

const visits = (projectId: ProjectId, zone: Zone) => sql`
  select d.day, s.platform, s.kind, s.opened_on, 0 as age_before, s.last_open_day - d.day as age, ${itsLedgerRow()}
  from installs s cross join lateral (select (s.installed_at at time zone ${zone})::date as day) d
  where s.project_id = ${projectId} and s.decision_version > 0`;

const payers = (projectId: ProjectId, zone: Zone) => sql`
  select (s.installed_at at time zone ${zone})::date as day, s.platform, s.kind,
    ${ageInDays(sql`min(p.paid_at)`, sql`s.installed_at`)} as age, ${itsLedgerRow()}
  from payments p
  join installs s on s.project_id = ${projectId} and s.install_instance_id = p.install_instance_id
  where p.project_id = ${projectId} and p.removed_at is null and p.paid_at >= s.installed_at
    and ${countsAsRevenue("p.type", "p.status")} and s.decision_version > 0
  group by s.project_id, s.id`;

const probes = (projectId: ProjectId, zone: Zone) => sql`
  select (s.installed_at at time zone ${zone})::date as day, s.platform, s.probed_at is not null as probed,
    (s.uninstalled_at at time zone ${zone})::date as gone_day, ${itsLedgerRow()}
  from installs s
  where s.project_id = ${projectId} and s.decision_version > 0
    and (s.probed_at is not null or s.uninstalled_at is not null)`;

const users = (projectId: ProjectId, zone: Zone) => sql`
  select (u.identified_at at time zone ${zone})::date as day, u.platform, u.is_signup, ${itsLedgerRow()}
  from users u ${itsInstall(projectId, "u")}
  where u.project_id = ${projectId}`;

const events = (projectId: ProjectId, zone: Zone, age: Fragment) => sql`
  select (e.occurred_at at time zone ${zone})::date as day, e.platform, e.name, e.amount_minor as amount,
    (s.installed_at at time zone ${zone})::date as install_day, ${age} as age, e.returned_by,
    ${dimensionsOfReturn("s")}, ${itsLedgerRow()}
  from events e ${itsInstall(projectId, "e")} ${returningOpen(projectId, sql`e.returned_by`)}
  where e.project_id = ${projectId}`;

const userDays = (projectId: ProjectId) => sql`
  select u.first_day + length(u.days) - 1 as day, u.platform, u.name, ${itsLedgerRow()}
  from user_days u ${itsInstall(projectId, "u")}
  where u.project_id = ${projectId}`;

const payments = (projectId: ProjectId, zone: Zone) => sql`
  select d.day, p.platform, p.type, p.status, p.amount_minor as amount, d.install_day,
    ${ageOfInstall(countedTimeOf("p"))} as age,
    p.returned_by, ${dimensionsOfReturn("s")}, ${itsLedgerRow()}
  from payments p ${itsInstall(projectId, "p")} ${returningOpen(projectId, sql`p.returned_by`)}
  cross join lateral (
    select (p.paid_at at time zone ${zone})::date as day, (s.installed_at at time zone ${zone})::date as install_day
  ) d
  where p.project_id = ${projectId} and p.removed_at is null`;

const adRevenue = (projectId: ProjectId, zone: Zone, age: Fragment) => sql`
  select (a.occurred_at at time zone ${zone})::date as day, a.platform, a.impressions, a.amount_millionths as amount,
    (s.installed_at at time zone ${zone})::date as install_day, ${age} as age, a.returned_by,
    ${dimensionsOfReturn("s")}, ${itsLedgerRow()}
  from ad_revenue a ${itsInstall(projectId, "a")} ${returningOpen(projectId, sql`a.returned_by`)}
  where a.project_id = ${projectId}`;

const opens = (projectId: ProjectId, zone: Zone) => sql`
  select (o.opened_at at time zone ${zone})::date as day, o.platform, o.is_ours, o.reengaged,
    coalesce(o.campaign_id, 0) as return_campaign, coalesce(o.ad_set_id, '') as return_ad_set,
    coalesce(o.creative_id, '') as return_creative, coalesce(o.keyword_id, '') as return_keyword, coalesce(o.publisher_id, '') as return_publisher, ${itsLedgerRow()}
  from deeplink_opens o ${itsInstall(projectId, "o")}
  where o.project_id = ${projectId}`;

const clicks = (projectId: ProjectId, zone: Zone) => sql`
  select (c.clicked_at at time zone ${zone})::date as day, c.platform, c.kind, 1 as count,
    coalesce(c.params->>${qrMark.name} = ${qrMark.value}, false) as is_scan, ${knownDimensions("c")},
    coalesce(c.country, '') as country,
    not c.is_test as counted
  from clicks c
  where c.project_id = ${projectId} and c.not_counted is null`;

const spend = (projectId: ProjectId) => sql`
  select p.*, p.amount_minor as amount, true as counted from (${spendRows(projectId)}) p`;

/**
 * The common table `sides`: every cell recounted from the facts, and every row of the ledger next to it. Days with
 * removed facts are left out, because their counts cannot be computed again. After a change of zone, these days end
 * differently. Both sides then leave out the facts from before the end of those days in the old zone.
 */
export function ledgerAndFacts(projectId: ProjectId, timeZone: Fragment | string, recalculating = false) {
  const since = (kind: RemovedKind, at: string) =>
    recalculating
      ? readSql`and ${readSql(at)} >= coalesce((select since from cuts where kind = ${kind}), '-infinity')`
      : readSql``;
  // Earlier installs keep the cells of their days.
  const ageOf = (kind: RemovedKind, at: string) =>
    recalculating
      ? readSql`case when s.installed_at >= coalesce((select since from cuts where kind = ${kind}), '-infinity')
        then ${ageOfInstall(sql`${sql(at)}`)} end`
      : ageOfInstall(sql`${sql(at)}`);
  return readSql`
    cuts as materialized (
      select c.kind, c.before, c.before::timestamp at time zone home.time_zone as since
      from retention_cutoffs c join projects home on home.id = ${projectId} where c.project_id = ${projectId}
    ),
    facts as (
      ${countsOfFacts("decision", decisions(projectId, timeZone))}
      union all
      ${countsOfFacts("visits", visits(projectId, timeZone))}
      union all
      ${countsOfFacts("payer", payers(projectId, timeZone))}
      union all
      ${countsOfFacts("probe", probes(projectId, timeZone))}
      union all
      ${countsOfFacts("signup", users(projectId, timeZone))}
      union all
      ${countsOfFacts("event", sql`${events(projectId, timeZone, ageOf("events", "e.occurred_at"))} ${since("events", "e.occurred_at")}`)}
      union all
      ${countsOfFacts("user_day", userDays(projectId))}
      union all
      ${countsOfFacts("payment", payments(projectId, timeZone))}
      union all
      ${countsOfFacts("ad_revenue", sql`${adRevenue(projectId, timeZone, ageOf("ad_revenue", "a.occurred_at"))} ${since("ad_revenue", "a.occurred_at")}`)}
      union all
      ${countsOfFacts("open", opens(projectId, timeZone))}
      union all
      ${countsOfFacts("click", sql`${clicks(projectId, timeZone)} ${since("clicks", "c.clicked_at")}`)}
      union all
      ${countsOfFacts("spend", spend(projectId))}
    ),
    both_sides as (
      select day, campaign_id, measure, name, platform, country, install_version, ad_set_id, creative_id, keyword_id, publisher_id,
        0::bigint as ledger_count, count as facts_count, 0::bigint as ledger_amount,
        amount as facts_amount, true as is_fact
      from facts
      union all
      select day, campaign_id, measure, name, platform, country, install_version, ad_set_id, creative_id, keyword_id, publisher_id, count, 0, amount, 0, false
      from ledger where project_id = ${projectId}
      union all
      select day, campaign_id, measure, name, platform, country, install_version, ad_set_id, creative_id, keyword_id, publisher_id, count, 0, amount, 0, false
      from (${countsStoredIn(sql`from ledger l where l.project_id = ${projectId}`)}) stored
    ),
    sides as (
      select * from both_sides b
      where (${recalculating} and b.is_fact)
        or b.day >= coalesce((select before from cuts where kind = ${removedKindOf("b.measure")}), '-infinity')
    )`;
}

/**
 * Recounts everything from the facts and returns each differing cell. Reads a project's whole history, so it is for
 * checks and tests.
 */
export function findDifferences(projectId: ProjectId, timeZone: string): Promise<LedgerDifference[]> {
  return readPatiently(async (transaction) => {
    // A whole history may take longer than the usual statement timeout.
    await transaction`set local statement_timeout = 0`;
    // Read-only transactions do not delay the horizon (horizon-queries.ts).
    await transaction`set local application_name = 'cairn reader'`;
    return transaction<LedgerDifference[]>`
    with ${ledgerAndFacts(projectId, timeZone)}
    select day::text, campaign_id, measure, name, platform, country, install_version, ad_set_id, creative_id, keyword_id, publisher_id,
      sum(ledger_count)::bigint as ledger_count, sum(facts_count)::bigint as facts_count,
      sum(ledger_amount)::bigint as ledger_amount, sum(facts_amount)::bigint as facts_amount
    from sides
    group by day, campaign_id, measure, name, platform, country, install_version, ad_set_id, creative_id, keyword_id, publisher_id
    having sum(ledger_count) <> sum(facts_count) or sum(ledger_amount) <> sum(facts_amount)
    order by day, campaign_id, measure, name`;
  });
}
