import { sql } from "@/db";
import { columnTable } from "@/db/columns";
import { jsonb } from "@/db/json";
import { whereWritable } from "@/db/writable";
import type { MemberChange, MemberIds } from "@/lib/outbound/audiences/kinds/kind";
import type { RequestResult } from "@/lib/outbound/audiences/results/rules";
import { isHeld, type RowClaim } from "@/lib/platform/jobs/due-row-queries";
import { stoppedDuringRun } from "@/lib/platform/jobs/due-rows";

/** Removes an audience without members, with its log. */
export const dropEndedAudience = ({ project, id, claim }: RowClaim) => sql`
  with gone as (
    delete from audiences a where a.project_id = ${project} and a.id = ${id} and a.claim = ${claim} and a.is_ending
    returning a.id
  ),
  members as (delete from audience_members m where m.project_id = ${project} and m.audience_id in (select id from gone)),
  entries as (delete from audience_entries n where n.project_id = ${project} and n.audience_id in (select id from gone))
  delete from audience_runs r where r.project_id = ${project} and r.audience_id in (select id from gone)`;

export type AudienceRunRow = {
  id: number;
  audience_id: number;
  state: "running" | "done" | "failed";
  started_at: Date;
  ended_at: Date | null;
  checked: number;
  matching: number;
  sendable: number;
  held_out: number;
  skipped: Record<string, number>;
  added: number;
  removed: number;
  refused: number;
  requests: number;
  waiting: number;
  members: number;
  results: RequestResult[];
  started_by: string | null;
  problem: string | null;
};

/** Begins a run, and ends one that a killed process left behind. Null if the claim is lost. */
export async function insertAudienceRun(claim: RowClaim, at: Date): Promise<number | null> {
  const { project, id } = claim;
  const [row] = await sql<{ id: number }[]>`
    with left_behind as (
      update audience_runs r set state = 'failed', ended_at = ${at}, problem = ${stoppedDuringRun}
      where r.project_id = ${project} and r.audience_id = ${id} and r.state = 'running' and ${isHeld(claim)}
    )
    insert into audience_runs (project_id, audience_id, state, started_at)
    select ${project}::bigint, ${id}::bigint, 'running', ${at}::timestamptz
    where ${isHeld(claim)} and ${whereWritable(project)}
    returning id`;
  return row?.id ?? null;
}

export type RunCounts = Pick<
  AudienceRunRow,
  "checked" | "matching" | "sendable" | "held_out" | "skipped" | "added" | "removed" | "refused" | "requests"
>;

const setCounts = (c: RunCounts) => sql`
  checked = ${c.checked}, matching = ${c.matching}, sendable = ${c.sendable}, held_out = ${c.held_out},
  skipped = ${jsonb(c.skipped)}, added = ${c.added}, removed = ${c.removed}, refused = ${c.refused},
  requests = ${c.requests}`;

export const storeProgress = (claim: RowClaim, run: number, counts: RunCounts) => sql`
  update audience_runs r set ${setCounts(counts)}
  where r.project_id = ${claim.project} and r.id = ${run} and r.state = 'running' and ${isHeld(claim)}`;

/** Stores the result, with the members and the changes that are left. */
export const endRun = (
  { project, id }: RowClaim,
  run: number,
  {
    counts,
    at,
    state,
    problem,
  }: {
    counts: RunCounts;
    at: Date;
    state: "done" | "failed";
    problem: string | null;
  },
) => {
  const count = (states: string[]) => sql`(
    select count(*) from audience_members m
    where m.project_id = ${project} and m.audience_id = ${id} and m.state = any(${states}::text[]))`;
  return sql`
    update audience_runs r set ${setCounts(counts)}, state = ${state}, ended_at = ${at},
      problem = ${problem}, members = ${count(["member"])}, waiting = ${count(["adding", "removing"])}
    where r.project_id = ${project} and r.id = ${run}`;
};

export type SeenMember = { digest: string; install_id: string; ids: MemberIds; held_out: boolean };
const seenTable = columnTable<SeenMember>({
  digest: "text",
  install_id: "uuid",
  ids: "jsonb",
  held_out: "boolean",
});

/**
 * Marks members that still match, and stores new ones. People who were about to be removed are added again, because the
 * removal may have been sent. Returns the number of new rows that take up room; null if the claim is lost.
 */
export async function storeSeen(
  claim: RowClaim,
  rows: SeenMember[],
  { run, at, mayAdd }: { run: number; at: Date; mayAdd: boolean },
): Promise<number | null> {
  const { project, id } = claim;
  const table = seenTable(rows);
  const [row] = await sql<{ held: boolean; added: number }[]>`
    with entered as (
      insert into audience_entries (project_id, audience_id, install_id, is_held_out, entered_at)
      select distinct on (x.install_id) ${project}::bigint, ${id}::bigint, x.install_id, x.held_out, ${at}::timestamptz
      from ${table} x where ${mayAdd} and ${isHeld(claim)} and ${whereWritable(project)}
      on conflict do nothing
    ),
    stored as (
      insert into audience_members as m (project_id, audience_id, digest, install_id, ids, state, seen_run, entered_at)
      select ${project}::bigint, ${id}::bigint, x.digest, x.install_id, x.ids,
        case when x.held_out then 'held_out' else 'adding' end, ${run}, ${at}::timestamptz
      from ${table} x
      where ${isHeld(claim)} and ${whereWritable(project)} and (${mayAdd} or exists (
        select from audience_members o
        where o.project_id = ${project} and o.audience_id = ${id} and o.digest = x.digest))
      on conflict (project_id, audience_id, digest) do update set seen_run = excluded.seen_run,
        install_id = excluded.install_id,
        state = case
          when excluded.state = 'held_out' then
            case when m.state in ('member', 'removing') or m.was_sent then 'removing' else 'held_out' end
          when m.state in ('member', 'adding', 'refused') then m.state
          when not ${mayAdd} then m.state
          else 'adding' end
      returning old.digest is null and m.state <> 'held_out' as is_new
    )
    select ${isHeld(claim)} as held, (select count(*) filter (where is_new) from stored)::int as added`;
  return row!.held ? row!.added : null;
}

/** After all installs were checked: removes people who were not seen. Rows that no request had are simply deleted. */
export const removeUnseen = (claim: RowClaim, run: number) => {
  const { project, id } = claim;
  const unseen = sql`
    m.project_id = ${project} and m.audience_id = ${id} and m.seen_run <> ${run} and ${isHeld(claim)}`;
  return sql`
    with never_sent as (
      delete from audience_members m where ${unseen} and (m.state in ('held_out', 'refused')
        or m.state = 'adding' and not m.was_sent)
    )
    update audience_members m set state = 'removing'
    where ${unseen} and (m.state = 'member' or m.state = 'adding' and m.was_sent)`;
};

export type BatchMember = { digest: string; ids: MemberIds };
const stateOf = { add: "adding", remove: "removing" } as const;

/** The next changes in the order of their digest, marked as sent before they are. */
export const takeBatch = (
  claim: RowClaim,
  change: MemberChange,
  { after, max }: { after: string; max: number },
) => {
  const { project, id } = claim;
  return sql<BatchMember[]>`
    with batch as (
      select m.digest from audience_members m
      where m.project_id = ${project} and m.audience_id = ${id} and m.state = ${stateOf[change]} and m.digest > ${after}
      order by m.digest limit ${max}
    ),
    sent as (
      update audience_members m set was_sent = true from batch b
      where m.project_id = ${project} and m.audience_id = ${id} and m.digest = b.digest and ${isHeld(claim)}
      returning m.digest, m.ids
    )
    select digest, ids from sent order by digest`;
};

/** The receiver accepted a batch. */
export const settleBatch = (claim: RowClaim, change: MemberChange, digests: string[]) => {
  const { project, id } = claim;
  const these = sql`
    m.project_id = ${project} and m.audience_id = ${id} and m.digest = any(${digests}::text[])
    and m.state = ${stateOf[change]}`;
  return change === "add"
    ? sql`update audience_members m set state = 'member' where ${these}`
    : sql`delete from audience_members m where ${these}`;
};

/** The receiver rejects this member; it is not sent again while it matches. */
export const refuseMember = (claim: RowClaim, change: MemberChange, digest: string) =>
  change === "remove"
    ? settleBatch(claim, change, [digest])
    : sql`
        update audience_members m set state = 'refused'
        where m.project_id = ${claim.project} and m.audience_id = ${claim.id} and m.digest = ${digest}
          and m.state = 'adding'`;

export async function countMembers({ project, id }: Pick<RowClaim, "project" | "id">): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from audience_members m
    where m.project_id = ${project} and m.audience_id = ${id} and m.state <> 'held_out'`;
  return row!.n;
}
