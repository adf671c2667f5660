import { sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { auditRow, withBefore } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import type { RetentionKind, RetentionSetting } from "@/lib/projects/retention/kinds";

export const findRetentionSettings = (project: ProjectId | 0) => sql<RetentionSetting[]>`
  select project_id, kind, days from retention_settings where project_id in (0, ${project})`;

export type RetentionChange = { kind: string; days: number | null; unset: boolean };

/** `audit` is null for the instance, which belongs to no account. */
export async function saveRetention(
  project: ProjectId | 0,
  changes: RetentionChange[],
  now: Date,
  audit: { account: AccountId; by: Actor } | null,
): Promise<void> {
  const set = changes.filter(({ unset }) => !unset);
  const unset = changes.filter((change) => change.unset).map(({ kind }) => kind);
  const detail = Object.fromEntries(
    changes.map(({ kind, days, unset }) => [kind, unset ? null : (days ?? "ever")]),
  );
  const was = sql`(
    select coalesce(jsonb_object_agg(s.kind, coalesce(to_jsonb(s.days), '"ever"')), '{}') from retention_settings s
    where s.project_id = ${project})`;
  const logged =
    audit && project !== 0
      ? sql`, logged as (${auditRow(audit.by, { account: audit.account, project, action: "retention.change", detail: withBefore(detail, was) }, sql``)})`
      : sql``;
  await sql`
    with unset as (delete from retention_settings where project_id = ${project} and kind = any(${unset}::text[])),
         stored as (
           insert into retention_settings (project_id, kind, days, updated_at)
           select ${project}, c.kind, c.days, ${now}
           from unnest(${set.map((c) => c.kind)}::text[], ${set.map((c) => c.days)}::int[]) as c (kind, days)
           on conflict (project_id, kind) do update set days = excluded.days, updated_at = excluded.updated_at)
         ${logged}
    select 1`;
}

export type RetentionCutoff = {
  kind: RetentionKind;
  before: string;
  cursor: string | null;
  done_before: string | null;
};

export const findCuts = (projectId: ProjectId) => sql<RetentionCutoff[]>`
  select kind, before::text, cursor, done_before::text from retention_cutoffs where project_id = ${projectId}`;
