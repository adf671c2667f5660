import { sql } from "@/db";
import { projectsWith } from "@/db/projects-with";
import { type AppleState, awaitedTries, type TokenState } from "@/lib/attribution/apple/answer";
import type { ProjectId } from "@/lib/base/ids";

export type AppleTokenRow = { install_id: string; token: string; received_at: Date };

/** Stores tokens for later requests; a known token does not change. */
export async function storeTokens(projectId: ProjectId, rows: AppleTokenRow[]): Promise<void> {
  await sql`
    insert into apple_tokens (project_id, install_id, token, received_at, next_at)
    select ${projectId}, install_id, token, received_at, received_at
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      as x(install_id uuid, token text, received_at timestamptz)
    on conflict do nothing`;
}

/** The state of the installs' tokens, with Apple's answers. */
export const findTokens = (projectId: ProjectId, installIds: string[]) => sql<
  (TokenState & { install_id: string; answer: unknown })[]
>`
  select install_id, state, tries, answer from apple_tokens
  where project_id = ${projectId} and install_id = any(${installIds}::uuid[])`;

export const findProjectsWithTokens = (at: Date) => sql<{ id: number }[]>`/* all projects */
  select p.id from ${projectsWith("apple_tokens", sql`w.state = 'WAITING' and w.next_at <= ${at}`)} busy
  join projects p on p.id = busy.id and p.deleted_at is null order by p.id`;

export type DueAppleToken = { install_id: string; token: string; tries: number; received_at: Date };

/** Claims due tokens for the longest time that a request can take. */
export const claimTokens = (projectId: ProjectId, at: Date, until: Date, max: number) => sql<DueAppleToken[]>`
  update apple_tokens t set next_at = ${until}
  where t.project_id = ${projectId} and t.install_id in (
    select install_id from apple_tokens
    where project_id = ${projectId} and state = 'WAITING' and next_at <= ${at}
    order by next_at limit ${max} for update skip locked)
  returning t.install_id, t.token, t.tries, t.received_at`;

/**
 * Stores a reply. A waiting install is decided now if the reply is final, or after enough tries; a decided one is
 * decided again. Returns whether an install was waiting.
 */
export async function storeReplies(
  projectId: ProjectId,
  installId: string,
  { state, ...result }: AppleState,
  at: Date,
): Promise<boolean> {
  const nextAt = "nextAt" in result ? result.nextAt : null;
  const answer = "answer" in result ? JSON.stringify(result.answer) : null;
  const problem = "problem" in result ? result.problem : null;
  const rows = await sql`
    with stored as (
      update apple_tokens set state = ${state}, tries = tries + 1, next_at = coalesce(${nextAt}::timestamptz, next_at),
        answer = ${answer}::text::jsonb, problem = ${problem}, token = case when ${state} = 'WAITING' then token end
      where project_id = ${projectId} and install_id = ${installId} and state = 'WAITING'
      returning project_id, install_id, state, tries
    ),
    late as (
      insert into late_evidence (project_id, install_id, due_at)
      select ${projectId}, t.install_id, ${at} from stored t
      join installs s on s.project_id = ${projectId} and s.id = t.install_id
      where t.state <> 'WAITING' and s.state = 'DECIDED'
      on conflict (project_id, install_id) do update set due_at = excluded.due_at
    )
    update undecided w set not_before = null from stored t
    where w.project_id = ${projectId} and w.install_id = t.install_id
      and (t.state <> 'WAITING' or t.tries >= ${awaitedTries})
    returning 1`;
  return rows.length > 0;
}
