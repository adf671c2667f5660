import { sql } from "@/db";
import { projectsWith } from "@/db/projects-with";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited, auditRow } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import { toOutbox } from "@/lib/ledger/outbox/queries";

type Remark = { id: string; name: string; currency: string; amount_minor: number };

export type PullRow = {
  id: number;
  network: string;
  name: string;
  external_id: string | null;
  currency: string | null;
  status: string;
  has_credentials: boolean;
  started_at: Date | null;
  ended_at: Date | null;
  succeeded_at: Date | null;
  next_at: Date | null;
  claimed_until: Date | null;
  from_day: string | null;
  to_day: string | null;
  rows: number;
  done: number;
  total: number;
  problem: string | null;
  remarks: (Remark & { suggested: { id: number; name: string } | null })[];
  import: number | null;
};

/** The only campaign that has the name of remark `r` of account `a`, fits its network, and has no network campaign ID. */
const suggestedCampaign = (projectId: ProjectId) => sql`
  select case when count(*) = 1 then jsonb_build_object('id', min(c.id), 'name', min(c.name)) end
  from campaigns c
  where c.project_id = ${projectId} and c.deleted_at is null and c.network_campaign_id is null
    and coalesce(c.network, a.network) = a.network and lower(c.name) = lower(r->>'name')`;

export const findPulls = (projectId: ProjectId, networks: string[], id: number | null = null) => sql<
  PullRow[]
>`
  select a.id, a.network, a.name, a.external_id, a.currency, a.status, a.credentials is not null as has_credentials,
    p.started_at, p.ended_at, p.succeeded_at, p.next_at, p.claimed_until, p.from_day::text as from_day,
    p.to_day::text as to_day,
    coalesce(p.rows, 0) as rows, coalesce(p.done, 0) as done, coalesce(p.total, 0) as total, p.problem,
    (select coalesce(jsonb_agg(r || jsonb_build_object('suggested', (${suggestedCampaign(projectId)})) order by n), '[]')
      from jsonb_array_elements(p.remarks) with ordinality as e(r, n)) as remarks, (
      select i.id from spend_imports i
      where i.project_id = ${projectId} and i.kind = 'ACCOUNT' and i.source_key = a.id::text) as import
  from network_accounts a left join network_pulls p on p.project_id = ${projectId} and p.account_id = a.id
  where a.project_id = ${projectId} and a.network = any(${networks}::text[])
    and (${id}::bigint is null or a.id = ${id}::bigint)
  order by a.network, lower(a.name), a.id`;

/** Stores the credentials for all later pulls. */
export async function saveCredentials(
  account: AccountId,
  projectId: ProjectId,
  { id, credentials, at }: { id: number; credentials: Buffer; at: Date },
  by: Actor,
): Promise<void> {
  await sql`
    with saved as (
      update network_accounts set credentials = ${credentials}, updated_at = ${at}
      where project_id = ${projectId} and id = ${id} returning id, name
    ),
    due as (
      insert into network_pulls as p (project_id, account_id, next_at)
      select ${projectId}, id, ${at}::timestamptz from saved
      on conflict (project_id, account_id) do update set next_at = excluded.next_at, problem = null, failures = 0
    )
    ${auditRow(
      by,
      { account, project: projectId, action: "network-account.connect", target: sql`saved.name` },
      sql`from saved`,
    )}`;
}

/** Deletes the credentials; pulled spend stays. */
export async function clearCredentials(
  account: AccountId,
  projectId: ProjectId,
  { id, at }: { id: number; at: Date },
  by: Actor,
): Promise<boolean> {
  const rows = await audited(
    by,
    { account, project: projectId, action: "network-account.disconnect", target: sql`changed.name` },
    sql`
      update network_accounts set credentials = null, updated_at = ${at}
      where project_id = ${projectId} and id = ${id} and credentials is not null returning id, name`,
    sql`,
    removed as (delete from network_pulls where project_id = ${projectId} and account_id in (select id from changed))
    select from changed`,
  );
  return rows.length > 0;
}

/** False while a pull is in progress. */
export async function schedulePullNow(
  account: AccountId,
  projectId: ProjectId,
  { id, at }: { id: number; at: Date },
  by: Actor,
): Promise<boolean> {
  const rows = await audited(
    by,
    {
      account,
      project: projectId,
      action: "spend.pull",
      target: sql`(select a.name
      from network_accounts a where a.project_id = ${projectId} and a.id = changed.account_id)`,
    },
    sql`
      update network_pulls set next_at = ${at}
      where project_id = ${projectId} and account_id = ${id} and (claimed_until is null or claimed_until <= ${at})
      returning account_id`,
  );
  return rows.length > 0;
}

export const findProjectsToPull = (at: Date) => sql<{ id: number }[]>`/* all projects */
  select p.id from ${projectsWith(
    "network_pulls",
    sql`w.next_at <= ${at} and (w.claimed_until is null or w.claimed_until <= ${at})`,
  )} busy
  join projects p on p.id = busy.id and p.deleted_at is null order by p.id`;

export type ClaimedPull = {
  id: number;
  network: string;
  name: string;
  external_id: string | null;
  currency: string | null;
  credentials: Buffer;
  succeeded_at: Date | null;
  failures: number;
  /** The start of this pull. An interrupted pull continues after its finished days. */
  started_at: Date;
  done: number;
  rows: number;
  remarks: Remark[];
};

/** A sync that was interrupted longer ago starts again, because the network may have restated its first days. */
const resumeMs = 3_600_000;

/** Claims the account that is due longest, so that no other process pulls it. */
export async function claimPull(projectId: ProjectId, at: Date, until: Date): Promise<ClaimedPull | null> {
  const [row] = await sql<ClaimedPull[]>`
    with due as (
      select n.account_id, n.ended_at is null and n.started_at > ${new Date(at.getTime() - resumeMs)} as goes_on
      from network_pulls n join network_accounts a on a.project_id = ${projectId} and a.id = n.account_id
      where n.project_id = ${projectId} and n.next_at <= ${at} and (n.claimed_until is null or n.claimed_until <= ${at})
        and a.status = 'ACTIVE' and a.credentials is not null
      order by n.next_at limit 1 for update of n skip locked
    ),
    claimed as (
      update network_pulls n set claimed_until = ${until}, ended_at = null,
        started_at = case when due.goes_on then n.started_at else ${at} end, done = case when due.goes_on then n.done
          else 0 end,
        total = case when due.goes_on then n.total else 0 end, rows = case when due.goes_on then n.rows else 0 end,
        remarks = case when due.goes_on then n.remarks else '[]'::jsonb end
      from due where n.project_id = ${projectId} and n.account_id = due.account_id
      returning n.account_id, n.succeeded_at, n.failures, n.started_at, n.done, n.rows, n.remarks
    )
    select a.id, a.network, a.name, a.external_id, a.currency, a.credentials, t.succeeded_at, t.failures,
      t.started_at, t.done,
      t.rows, t.remarks
    from claimed t join network_accounts a on a.project_id = ${projectId} and a.id = t.account_id`;
  return row ?? null;
}

type Progress = { done: number; total: number; rows: number; remarks: Remark[] };

/** Stores the progress. Without an end of the claim, the next process continues the pull. */
export const notePull = (
  projectId: ProjectId,
  id: number,
  { done, total, rows, remarks }: Progress,
  until: Date | null,
) => sql`
  update network_pulls set done = ${done}, total = ${total}, rows = ${rows}, claimed_until = ${until},
    remarks = ${JSON.stringify(remarks)}::text::jsonb
  where project_id = ${projectId} and account_id = ${id}`;

/** After this many failures in a row, the problem is not temporary. */
const lastingFailures = 3;

export type PullResult =
  | { from: string; to: string; rows: number; remarks: Remark[]; nextAt: Date | null }
  | { problem: string; nextAt: Date | null };

export async function endPull(projectId: ProjectId, id: number, ended: PullResult, at: Date): Promise<void> {
  if ("problem" in ended) {
    // The outbox gets an event when the sync stops, and for temporary problems once they last.
    await sql`
      with failed as (
        update network_pulls set claimed_until = null, ended_at = ${at}, next_at = ${ended.nextAt},
          problem = ${ended.problem},
          failures = least(failures + 1, 1000)
        where project_id = ${projectId} and account_id = ${id}
        returning account_id, failures, next_at
      )
      ${toOutbox(
        projectId,
        "spend.pull_failed",
        sql`
          select ${projectId}::bigint as project_id, account_id::text as subject, null::text as user_id,
            null::text as instance, jsonb_build_object('at', ${at}::timestamptz) as payload
          from failed where next_at is null or failures = ${lastingFailures}`,
      )}`;
    return;
  }
  await sql`
    update network_pulls set claimed_until = null, ended_at = ${at}, succeeded_at = ${at}, next_at = ${ended.nextAt},
      from_day = ${ended.from}::text::date, to_day = ${ended.to}::text::date, rows = ${ended.rows},
      problem = null, failures = 0,
      remarks = ${JSON.stringify(ended.remarks)}::text::jsonb
    where project_id = ${projectId} and account_id = ${id}`;
}

/** A rate was added: syncs that stopped without one can continue. */
export const pullFailedAgain = (projectId: ProjectId, at: Date) => sql`
  update network_pulls set next_at = ${at}
  where project_id = ${projectId} and problem like 'There is no exchange rate%'`;
