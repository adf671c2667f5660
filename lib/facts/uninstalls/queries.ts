import { sql } from "@/db";
import { columnTable } from "@/db/columns";
import { projectsWith } from "@/db/projects-with";
import { whereWritable } from "@/db/writable";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import type { PushKind } from "@/lib/facts/uninstalls/push-kinds";
import type { StoredProbe } from "@/lib/facts/uninstalls/rules";

export type ServiceRow = {
  kind: PushKind;
  named: Record<string, string>;
  connected_at: Date;
  next_at: Date | null;
  failures: number;
  problem: string | null;
  problem_at: Date | null;
  answered_at: Date | null;
  enrolled_to: string | null;
};

export type PushServiceWithCredentials = ServiceRow & { credentials: Buffer | null };

const shown = () => sql`
  s.kind, s.named, s.connected_at, s.next_at, s.failures, s.problem, s.problem_at, s.answered_at, s.enrolled_to`;

export const findPushServices = (projectId: ProjectId) => sql<ServiceRow[]>`
  select ${shown()} from push_services s where s.project_id = ${projectId} order by s.kind desc`;

export async function findPushService(
  projectId: ProjectId,
  kind: PushKind,
): Promise<PushServiceWithCredentials | null> {
  const [row] = await sql<PushServiceWithCredentials[]>`
    select ${shown()}, s.credentials from push_services s where s.project_id = ${projectId} and s.kind = ${kind}`;
  return row ?? null;
}

/** New credentials start without errors, because earlier errors concern the previous ones. */
export async function savePushService(
  account: AccountId,
  projectId: ProjectId,
  given: { kind: PushKind; credentials: Buffer; named: Record<string, string>; at: Date },
  by: Actor,
): Promise<void> {
  await audited(
    by,
    { account, project: projectId, action: "uninstalls.connect", target: sql`changed.kind` },
    sql`
      insert into push_services as s (project_id, kind, credentials, named, connected_at, next_at, enrolled_to)
      values (${projectId}, ${given.kind}, ${given.credentials}, ${JSON.stringify(given.named)}::text::jsonb,
        ${given.at}, ${given.at}, '')
      on conflict (project_id, kind) do update set credentials = excluded.credentials, named = excluded.named,
        connected_at = excluded.connected_at, next_at = excluded.next_at, enrolled_to = '', failures = 0,
        problem = null, problem_at = null, answered_at = null
      returning s.kind`,
  );
}

/** False if there is none. Results are kept. */
export async function removePushService(
  account: AccountId,
  projectId: ProjectId,
  kind: PushKind,
  by: Actor,
): Promise<boolean> {
  const rows = await audited(
    by,
    { account, project: projectId, action: "uninstalls.disconnect", target: sql`changed.kind` },
    sql`
      delete from push_services s where s.project_id = ${projectId} and s.kind = ${kind} returning s.kind`,
  );
  return rows.length > 0;
}

/**
 * Resumes checks at once after a problem was fixed: the service has answered the test with a token that no device has.
 */
export const resumePushService = (projectId: ProjectId, kind: PushKind, at: Date) => sql`
  update push_services set next_at = ${at}, failures = 0, problem = null, problem_at = null, answered_at = ${at}
  where project_id = ${projectId} and kind = ${kind} and ${whereWritable(projectId)}`;

export type TokenCounts = { kind: PushKind; tokens: number; ended: number; uninstalled: number };

/** Counts the tokens of a project, up to a maximum. */
export const countTokens = (projectId: ProjectId, max: number) => sql<TokenCounts[]>`
  select t.kind, count(*)::int as tokens, count(*) filter (where t.ended is not null and t.ended not in ('unregistered', 'gone'))::int as ended,
    count(*) filter (where t.ended in ('unregistered', 'gone'))::int as uninstalled
  from (
    select coalesce(d.push_kind, case when d.push_token ~* '^[0-9a-f]{64,}$' then 'apns' else 'fcm' end) as kind,
      d.probe->>'ended' as ended
    from install_details d where d.project_id = ${projectId} and d.push_token is not null limit ${max}
  ) t group by t.kind`;

/** Projects with a due service, or with earlier tokens to check. */
export const findProjectsToProbe = (at: Date) => sql<{ id: number }[]>`/* all projects */
  select p.id from ${projectsWith("push_services", sql`w.next_at is not null and w.next_at <= ${at}`)} busy
  join projects p on p.id = busy.id and p.deleted_at is null
  where exists (
    select from push_services s where s.project_id = p.id and s.next_at <= ${at} and (s.enrolled_to is not null or exists (
      select from install_details d where d.project_id = p.id and d.push_kind = s.kind and d.probe_at <= ${at}))
  )
  order by p.id`;

export type PushTokenRow = {
  instance: string;
  token: string | null;
  kind: string | null;
  platform: string | null;
  ended: string | null;
};

/**
 * Tokens after an instance ID. Tokens without a kind are older than all checks. Their installs are looked up row by
 * row: for a sorted join the planner would also read all earlier ones.
 */
export const findTokensBehind = (projectId: ProjectId, behind: string, max: number) => sql<PushTokenRow[]>`
  with page as materialized (
    select d.install_instance_id as instance, d.push_token as token, d.push_kind as kind, d.probe->>'ended' as ended
    from install_details d where d.project_id = ${projectId} and d.install_instance_id > ${behind}
    order by d.install_instance_id limit ${max}
  )
  select p.*, s.platform from page p
  left join lateral (
    select i.platform from installs i where i.project_id = ${projectId} and i.install_instance_id = p.instance limit 1
  ) s on true
  order by p.instance`;

export type EnrolledToken = { instance: string; token: string; kind: PushKind; probe_at: Date };
const enrolled = columnTable<EnrolledToken>({
  instance: "text",
  token: "text",
  kind: "text",
  probe_at: "timestamptz",
});

/** Starts checks of these tokens; a token that was replaced in between already has a check time. */
export async function enrolTokens(
  projectId: ProjectId,
  kind: PushKind,
  rows: EnrolledToken[],
  enrolledTo: string | null,
): Promise<void> {
  await sql`
    with input as materialized (select * from ${enrolled(rows)} x where ${whereWritable(projectId)}),
    begun as (
      update install_details d set push_kind = x.kind, probe_at = x.probe_at, probe = null from input x
      where d.project_id = ${projectId} and d.install_instance_id = x.instance and d.push_token = x.token
        and d.probe_at is null
    )
    update push_services s set enrolled_to = ${enrolledTo} where s.project_id = ${projectId} and s.kind = ${kind} and ${whereWritable(projectId)}`;
}

export type DuePushToken = {
  instance: string;
  token: string;
  token_at: Date;
  /** Perhaps stored by an earlier version. */
  probe: StoredProbe | null;
  /** Null if the install is unknown or not decided yet. */
  install_id: string | null;
  opened_at: Date | null;
};

/** The longest overdue first. */
export const findDueTokens = (projectId: ProjectId, kind: PushKind, at: Date, max: number) => sql<
  DuePushToken[]
>`
  select d.install_instance_id as instance, d.push_token as token, d.push_token_at as token_at, d.probe,
    s.id as install_id, s.last_open_at as opened_at
  from install_details d
  left join installs s on s.project_id = ${projectId} and s.install_instance_id = d.install_instance_id
    and s.decision_version > 0
  where d.project_id = ${projectId} and d.push_kind = ${kind} and d.probe_at <= ${at}
  order by d.probe_at limit ${max}`;

type Later = { instance: string; token_at: Date; next_at: Date };
const laterOnes = columnTable<Later>({ instance: "text", token_at: "timestamptz", next_at: "timestamptz" });

/** Postpones checks of these tokens, and changes no other data. */
export async function postponeProbes(projectId: ProjectId, rows: Later[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update install_details d set probe_at = x.next_at from ${laterOnes(rows)} x
    where d.project_id = ${projectId} and d.install_instance_id = x.instance and d.push_token_at = x.token_at
      and ${whereWritable(projectId)}`;
}

/** Records that the service responded about a token, under the credentials connected at that time. */
export const recordPushResponse = (projectId: ProjectId, kind: PushKind, connectedAt: Date, at: Date) => sql`
  update push_services s set answered_at = ${at}, failures = 0, problem = null, problem_at = null, next_at = ${at}
  where s.project_id = ${projectId} and s.kind = ${kind} and s.connected_at = ${connectedAt}
    and ${whereWritable(projectId)}`;

/** The service is queried again at `nextAt`, or not until a person fixes the problem. */
export const recordPushProblem = (
  projectId: ProjectId,
  kind: PushKind,
  { connectedAt, problem, nextAt, at }: { connectedAt: Date; problem: string; nextAt: Date | null; at: Date },
) => sql`
  update push_services s set problem = ${problem}, problem_at = ${at}, next_at = ${nextAt},
    failures = least(s.failures + 1, 1000)
  where s.project_id = ${projectId} and s.kind = ${kind} and s.connected_at = ${connectedAt}
    and ${whereWritable(projectId)}`;
