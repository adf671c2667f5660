import { readSql, sql } from "@/db";
import type { FraudFinding } from "@/lib/attribution/fraud/findings";
import { clickTimes } from "@/lib/attribution/sources/schema";
import type { ProjectId } from "@/lib/base/ids";

export type SourceScope = {
  start: Date;
  end: Date;
  network: string | null;
  affiliate: number | null;
  campaign: number | null;
};

/** The number of installs `s` in each class of times. */
const times = () =>
  sql.unsafe(
    `array[${clickTimes
      .map(({ below }, i) => {
        const since = i === 0 ? null : clickTimes[i - 1]!.below;
        const took = "s.installed_at - s.clicked_at";
        const conditions = [
          ...(since === null ? [] : [`${took} >= interval '${since} seconds'`]),
          ...(below === null ? [] : [`${took} < interval '${below} seconds'`]),
        ];
        return `(count(*) filter (where ${conditions.join(" and ")}))::int`;
      })
      .join(", ")}]`,
  );

/** The installs that figures count. */
const countedInstalls = (projectId: ProjectId, { start, end }: SourceScope) => readSql`
  s.project_id = ${projectId} and s.installed_at >= ${start} and s.installed_at <= ${end}
  and s.decision_version > 0 and not s.is_test`;

export type PublisherRow = {
  /** The row of all publishers. */
  is_total: boolean;
  network: string | null;
  publisher: string | null;
  installs: number;
  suspicious: number;
  times: number[];
};

/** First installs after a click by publisher, the largest first, and their total. */
export const findPublishers = (projectId: ProjectId, scope: SourceScope, max: number) => readSql<
  PublisherRow[]
>`
  select grouping(s.publisher_id) = 1 as is_total, s.network, s.publisher_id as publisher,
    count(*)::int as installs, (count(*) filter (where s.flags is not null))::int as suspicious, ${times()} as times
  from installs s
  left join campaigns c on c.project_id = ${projectId} and c.id = s.campaign_id
  where ${countedInstalls(projectId, scope)} and s.kind = 'INSTALL' and s.touch = 'CLICK' and s.clicked_at is not null
    and s.campaign_id is not null
    and (${scope.network}::text is null or s.network = ${scope.network})
    and (${scope.affiliate}::bigint is null or c.affiliate_id = ${scope.affiliate})
    and (${scope.campaign}::bigint is null or s.campaign_id = ${scope.campaign})
  group by grouping sets ((), (s.network, s.publisher_id))
  order by is_total desc, installs desc, s.network, s.publisher_id nulls last
  limit ${max}`;

export type InvalidPurchases = { reason: string | null; payments: number; users: number };

/** Payments whose store's check failed, by the reason; with a filter, of the installs of these sources. */
export const findInvalidPurchases = (projectId: ProjectId, scope: SourceScope, max: number) => readSql<
  InvalidPurchases[]
>`
  select p.check_reason as reason, count(*)::int as payments, count(distinct p.user_id)::int as users
  from (
    select p.check_reason, p.user_id from payments p
    left join installs s on s.project_id = ${projectId} and s.install_instance_id = p.install_instance_id
    left join campaigns c on c.project_id = ${projectId} and c.id = s.campaign_id
    where p.project_id = ${projectId} and p.check_state = 'invalid' and p.paid_at >= ${scope.start}
      and p.paid_at <= ${scope.end} and p.removed_at is null and s.is_test is not true
      and (${scope.network}::text is null or s.network = ${scope.network})
      and (${scope.affiliate}::bigint is null or c.affiliate_id = ${scope.affiliate})
      and (${scope.campaign}::bigint is null or s.campaign_id = ${scope.campaign})
    order by p.paid_at desc limit ${max}
  ) p
  group by 1 order by payments desc, reason`;

/**
 * Installs with a finding, each with the touch that it is about: the winner, else the one that fraud kept from winning.
 */
const flagged = (projectId: ProjectId, scope: SourceScope, rule: string | null) => readSql`
  select s.id, s.installed_at, s.kind, s.platform, s.country, s.app_version, s.os_version, s.flags,
    s.postbacks_withheld, s.campaign_id is not null as attributed, d.rules, d.evidence->'charges' as charges,
    coalesce(touch.value->>'network', s.network) as network,
    coalesce((touch.value->>'campaign_id')::bigint, s.campaign_id) as campaign_id,
    (touch.value->>'click_id')::uuid as click_id,
    case when not coalesce((touch.value->>'untimed')::boolean, false) then (touch.value->>'at')::timestamptz end as clicked_at
  from installs s
  join decisions d on d.project_id = ${projectId} and d.install_id = s.id and d.version = s.decision_version
  left join lateral (
    select c.value from jsonb_array_elements(d.candidates) with ordinality as c(value, n)
    where c.value->>'lost' is null or c.value->>'lost' like 'fraud:%' or c.value ? 'charges'
    order by c.value->>'lost' is null desc, c.value->>'lost' like 'fraud:%' desc, c.n limit 1
  ) touch on true
  where ${countedInstalls(projectId, scope)} and s.flags is not null
    and (${rule}::text is null or ${rule} = any(s.flags))`;

const inScope = ({ network, affiliate, campaign }: SourceScope) => readSql`
  (${network}::text is null or f.network = ${network})
  and (${affiliate}::bigint is null or c.affiliate_id = ${affiliate})
  and (${campaign}::bigint is null or f.campaign_id = ${campaign})`;

export async function countFlagged(projectId: ProjectId, scope: SourceScope, rule: string | null) {
  const [row] = await readSql<{ installs: number; attributed: number }[]>`
    select count(*)::int as installs, (count(*) filter (where f.attributed))::int as attributed
    from (${flagged(projectId, scope, rule)}) f
    left join campaigns c on c.project_id = ${projectId} and c.id = f.campaign_id
    where ${inScope(scope)}`;
  return row!;
}

export type FlaggedRow = {
  id: string;
  installed_at: Date;
  kind: string;
  platform: string;
  country: string | null;
  app_version: string | null;
  os_version: string | null;
  flags: string[];
  postbacks_withheld: boolean;
  attributed: boolean;
  rules: string;
  charges: FraudFinding[] | null;
  network: string | null;
  campaign: string | null;
  display_id: string | null;
  affiliate: string | null;
  click_id: string | null;
  clicked_at: Date | null;
  click_country: string | null;
  publisher: string | null;
  params: Record<string, string> | null;
  click_parameter: string | null;
};

export const findFlagged = (
  projectId: ProjectId,
  scope: SourceScope,
  rule: string | null,
  max: number,
) => readSql<FlaggedRow[]>`
  select f.id, f.installed_at, f.kind, f.platform, f.country, f.app_version, f.os_version, f.flags,
    f.postbacks_withheld, f.attributed, f.rules, f.charges, f.network, c.name as campaign, c.display_id,
    a.name as affiliate, f.click_id, f.clicked_at, k.country as click_country, k.publisher_id as publisher, k.params,
    n.click_parameter
  from (${flagged(projectId, scope, rule)}) f
  left join campaigns c on c.project_id = ${projectId} and c.id = f.campaign_id
  left join affiliates a on a.project_id = ${projectId} and a.id = c.affiliate_id
  left join clicks k on k.project_id = ${projectId} and k.id = f.click_id
  left join custom_networks n on n.project_id = ${projectId} and n.code = f.network
  where ${inScope(scope)}
  order by f.installed_at desc, f.id desc limit ${max}`;

/** The settings of rule sets, by their version. */
export async function findRuleSettings(projectId: ProjectId): Promise<Map<string, Record<string, unknown>>> {
  const rows = await readSql<{ name: string; settings: Record<string, unknown> }[]>`
    select distinct on (name) name, settings from rule_sets where project_id = ${projectId} order by name, id desc`;
  return new Map(rows.map(({ name, settings }) => [name, settings]));
}
