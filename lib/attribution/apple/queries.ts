import { sql } from "@/db";
import type { AppleState } from "@/lib/attribution/apple/answer";
import type { ProjectId } from "@/lib/ids";

export type TokenRow = { install_id: string; token: string; received_at: Date };

/** Keeps tokens to ask about; one that is known already stays as it is. */
export async function keepTokens(projectId: ProjectId, rows: TokenRow[]): Promise<void> {
  await sql`
    insert into apple_tokens (project_id, install_id, token, received_at, next_at)
    select ${projectId}, install_id, token, received_at, received_at
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as x(install_id uuid, token text, received_at timestamptz)
    on conflict do nothing`;
}

/** What Apple said of installs so far. */
export const findAnswers = (projectId: ProjectId, installIds: string[]) => sql<
  { install_id: string; answer: unknown }[]
>`
  select install_id, answer from apple_tokens
  where project_id = ${projectId} and install_id = any(${installIds}::uuid[]) and state = 'ANSWERED'`;

export const findProjectsToAsk = (at: Date) => sql<{ id: number }[]>`
  select p.id from projects p
  where p.deleted_at is null and exists (
    select 1 from apple_tokens t where t.project_id = p.id and t.state = 'WAITING' and t.next_at <= ${at})`;

export type DueToken = { install_id: string; token: string; tries: number; received_at: Date };

/** Takes tokens that are due away from others for as long as asking may last. */
export const claimTokens = (projectId: ProjectId, at: Date, until: Date, most: number) => sql<DueToken[]>`
  update apple_tokens t set next_at = ${until}
  where t.project_id = ${projectId} and t.install_id in (
    select install_id from apple_tokens
    where project_id = ${projectId} and state = 'WAITING' and next_at <= ${at}
    order by next_at limit ${most} for update skip locked)
  returning t.install_id, t.token, t.tries, t.received_at`;

/** An answer that names a campaign has its install decided once more. */
export async function storeAsked(
  projectId: ProjectId,
  installId: string,
  { state, ...told }: AppleState,
  { brings, at }: { brings: boolean; at: Date },
): Promise<void> {
  const nextAt = "nextAt" in told ? told.nextAt : null;
  const answer = "answer" in told ? JSON.stringify(told.answer) : null;
  const problem = "problem" in told ? told.problem : null;
  await sql`
    with stored as (
      update apple_tokens set state = ${state}, tries = tries + 1, next_at = coalesce(${nextAt}::timestamptz, next_at),
        answer = ${answer}::text::jsonb, problem = ${problem}, token = case when ${state} = 'WAITING' then token end
      where project_id = ${projectId} and install_id = ${installId} and state = 'WAITING'
      returning project_id, install_id
    )
    insert into late_evidence (project_id, install_id, due_at)
    select project_id, install_id, ${at} from stored where ${brings}
    on conflict (project_id, install_id) do update set due_at = excluded.due_at`;
}
