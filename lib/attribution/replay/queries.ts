import { sql } from "@/db";
import { projectsWith } from "@/db/projects-with";
import { whereWritable } from "@/db/writable";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited } from "@/lib/accounts/audit/queries";
import {
  type DecidedInstall,
  decisionOfInstall,
  factsOfInstall,
  findDevicesOf,
  joinSeen,
} from "@/lib/attribution/decisions/queries";
import type { InstallSpan } from "@/lib/attribution/evidence/install";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import { revenueSignOf } from "@/lib/ledger/queries";
import { ledgerSums } from "@/lib/ledger/sum-queries";

/** `click_known`: the click that decided it is still stored, or no click decided it. */
export type PastInstall = DecidedInstall & { click_known: boolean };

/** Decided installs in the order of arrival, after one. Test devices are left out and do not change. */
export function findDecidedInstalls(
  projectId: ProjectId,
  { since, until }: InstallSpan,
  after: string | null,
  max: number,
): Promise<PastInstall[]> {
  return sql<PastInstall[]>`
    with page as materialized (
      select * from installs s
      where s.project_id = ${projectId} and s.id >= ${since}::uuid and s.id < ${until}::uuid and s.state = 'DECIDED'
        and not s.is_test and s.erased_at is null
        ${after ? sql`and s.id > ${after}::uuid` : sql``}
      order by s.id limit ${max}
    ),
    ${findDevicesOf(projectId, sql`page`)}
    select ${factsOfInstall(projectId)}, ${decisionOfInstall(projectId)},
      s.click_id is null or exists (select 1 from clicks c where c.project_id = ${projectId}
        and c.id = s.click_id) as click_known
    from page s ${joinSeen()}
    order by s.id`;
}

export async function countDecided(projectId: ProjectId, { since, until }: InstallSpan): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from installs s
    where s.project_id = ${projectId} and s.id >= ${since}::uuid and s.id < ${until}::uuid and s.state = 'DECIDED'
      and not s.is_test and s.erased_at is null`;
  return row!.n;
}

type Days = { from: string; to: string; timeZone: string };

/** Sums the payments of the installs' users on the days, in minor units. */
export async function findRevenueOf(
  projectId: ProjectId,
  ids: string[],
  { from, to, timeZone }: Days,
): Promise<Map<string, number>> {
  const rows = await sql<{ id: string; revenue: number }[]>`
    select s.id, sum(${revenueSignOf("p.type")} * p.amount_minor)::bigint as revenue
    from installs s join payments p on p.project_id = ${projectId} and p.install_instance_id = s.install_instance_id
    where s.project_id = ${projectId} and s.id = any(${ids}::uuid[]) and p.status = 'PAYMENT_COMPLETED'
      and p.removed_at is null
      and (p.paid_at at time zone ${timeZone})::date between ${from}::text::date and ${to}::text::date
    group by s.id`;
  return new Map(rows.map((row) => [row.id, row.revenue]));
}

export type PreviousCampaign = {
  /** 0: organic. */
  id: number;
  name: string | null;
  network: string | null;
  installs: number;
  suspicious: number;
  revenue: number;
  spend: number;
};

/** Campaigns' present figures: installs of the span, and the report's revenue and spend on these days. */
export function findCampaignsBefore(
  projectId: ProjectId,
  { since, until }: InstallSpan,
  days: { from: string; to: string },
  ids: number[],
): Promise<PreviousCampaign[]> {
  return sql<PreviousCampaign[]>`
    with requested as (select id from unnest(${ids}::bigint[]) as id),
    cohort as materialized (
      select coalesce(s.campaign_id, 0) as campaign_id, s.kind, s.flags
      from installs s
      where s.project_id = ${projectId} and s.id >= ${since}::uuid and s.id < ${until}::uuid and s.state = 'DECIDED'
        and not s.is_test and s.erased_at is null and coalesce(s.campaign_id, 0) = any(${ids}::bigint[])
    ),
    counted as (
      select campaign_id, (count(*) filter (where kind = 'INSTALL'))::int as installs,
        (count(*) filter (where kind = 'INSTALL' and flags is not null))::int as suspicious
      from cohort group by 1
    ),
    paid as (
      select s.campaign_id, sum(s.amount) filter (where s.measure = 'spend') as spend,
        sum(${revenueSignOf("s.name")} * s.amount) filter (where s.measure = 'payment') as revenue
      from (${ledgerSums(projectId, {
        by: ["campaign_id", "measure", "name"],
        measures: ["payment", "spend"],
        days,
        where: { campaign_id: ids },
      })}) s
      group by 1
    )
    select w.id, m.name, m.network, coalesce(n.installs, 0) as installs, coalesce(n.suspicious, 0) as suspicious,
      coalesce(p.revenue, 0)::bigint as revenue, coalesce(p.spend, 0)::bigint as spend
    from requested w
    left join campaigns m on m.project_id = ${projectId} and m.id = w.id
    left join counted n on n.campaign_id = w.id
    left join paid p on p.campaign_id = w.id`;
}

export type ReplayRow = {
  id: number;
  state: "trying" | "tried" | "applying" | "applied" | "discarded" | "failed";
  settings: Record<string, unknown>;
  rules: string;
  from_day: string;
  to_day: string;
  created_by: string;
  created_at: Date;
  ended_at: Date | null;
  total: number;
  seen: number;
  cursor: string | null;
  written: number;
  outcome: unknown;
  problem: string | null;
};

const columns = () => sql`
  id, state, settings, rules, from_day::text, to_day::text, created_by, created_at, ended_at, total, seen, cursor,
  written, outcome, problem`;

export async function insertReplay(
  projectId: ProjectId,
  row: { settings: object; rules: string; from: string; to: string; total: number; by: string; at: Date },
): Promise<number> {
  const [made] = await sql<{ id: number }[]>`
    insert into replays (project_id, state, settings, rules, from_day, to_day, created_by, created_at, total)
    select ${projectId}, 'trying', ${JSON.stringify(row.settings)}::text::jsonb, ${row.rules}, ${row.from}::text::date,
      ${row.to}::text::date, ${row.by}, ${row.at}, ${row.total}
    where ${whereWritable(projectId)}
    returning id`;
  return made!.id;
}

export async function findReplay(projectId: ProjectId, id: number): Promise<ReplayRow | null> {
  const [row] = await sql<
    ReplayRow[]
  >`select ${columns()} from replays where project_id = ${projectId} and id = ${id}`;
  return row ?? null;
}

export const findReplays = (projectId: ProjectId) => sql<Omit<ReplayRow, "settings">[]>`
  select id, state, rules, from_day::text, to_day::text, created_by, created_at, ended_at, total, seen,
    cursor, written, problem,
    jsonb_build_object('moved', outcome->'moved', 'rematched', outcome->'rematched',
      'reflagged', outcome->'reflagged') as outcome
  from replays where project_id = ${projectId} order by id desc limit 50`;

/** Replays in progress, in any process. */
export const findOpenReplays = (projectId: ProjectId) => sql<{ id: number }[]>`
  select id from replays where project_id = ${projectId} and state in ('trying', 'applying') order by id`;

export const findProjectsWithReplays = () => sql<{ id: number }[]>`/* all projects */
  select p.id from ${projectsWith("replays", sql`w.state in ('trying', 'applying')`)} busy
  join projects p on p.id = busy.id and p.deleted_at is null order by p.id`;

export async function noteReplayProgress(
  projectId: ProjectId,
  id: number,
  { seen, cursor, written }: { seen: number; cursor: string | null; written: number },
): Promise<boolean> {
  const rows = await sql`
    update replays set seen = ${seen}, cursor = ${cursor}::uuid, written = ${written}, total = greatest(total, ${seen})
    where project_id = ${projectId} and id = ${id} and state in ('trying', 'applying') returning 1`;
  return rows.length > 0;
}

export async function endReplay(
  projectId: ProjectId,
  id: number,
  state: "tried" | "applied" | "failed",
  { at, outcome = null, problem = null }: { at: Date; outcome?: unknown; problem?: string | null },
): Promise<void> {
  await sql`
    update replays set state = ${state}, ended_at = ${at}, problem = ${problem},
      outcome = coalesce(${outcome === null ? null : JSON.stringify(outcome)}::text::jsonb, outcome)
    where project_id = ${projectId} and id = ${id} and state in ('trying', 'applying')`;
}

export async function isApplying(projectId: ProjectId): Promise<boolean> {
  const [row] = await sql<{ busy: boolean }[]>`
    select exists (select 1 from replays where project_id = ${projectId} and state = 'applying') as busy`;
  return row!.busy;
}

/** Moves from one state to the next, once, with an entry in the audit log. */
export async function advanceReplay(
  owner: { id: ProjectId; accountId: AccountId },
  id: number,
  from: ReplayRow["state"][],
  to: "applying" | "discarded",
  by: Actor,
  at: Date,
): Promise<boolean> {
  const action = to === "applying" ? "attribution.replay" : "attribution.discard";
  const rows = await audited(
    by,
    {
      account: owner.accountId,
      project: owner.id,
      action,
      target: sql`changed.rules`,
      detail: sql`jsonb_build_object('from', from_day, 'to', to_day)`,
    },
    sql`
      update replays set state = ${to}, seen = case when ${to === "applying"} then 0
        else seen end, cursor = null, written = 0, ended_at = ${to === "discarded" ? at : null}
      where project_id = ${owner.id} and id = ${id} and state = any(${from}::text[])
      returning id, from_day, to_day, rules`,
  );
  return rows.length > 0;
}
