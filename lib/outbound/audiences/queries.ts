import { sql } from "@/db";
import { jsonb } from "@/db/json";
import { isBelowRowLimit } from "@/db/row-limit";
import type { Actor } from "@/lib/accounts/audit/actor";
import { makeRowDue } from "@/lib/accounts/audit/due-queries";
import { audited, withBefore } from "@/lib/accounts/audit/queries";
import { type Owner, removeRow } from "@/lib/accounts/audit/remove-queries";
import type { ProjectId } from "@/lib/base/ids";
import type { AudienceConditions } from "@/lib/outbound/audiences/conditions/schema";

export type AudienceRow = {
  id: number;
  title: string;
  conditions: AudienceConditions;
  holdout: number;
  holdout_seed: string;
  every_hours: number;
  kind: string;
  settings: Record<string, string>;
  credentials: Buffer | null;
  is_on: boolean;
  is_ending: boolean;
  next_at: Date;
  claimed_until: Date | null;
  failures: number;
  created_by: string;
};

const columns = () => sql`
  a.id, a.title, a.conditions, a.holdout, a.holdout_seed, a.every_hours, a.kind, a.settings, a.credentials, a.is_on,
  a.is_ending, a.next_at, a.claimed_until, a.failures, a.created_by`;

// Settings: a replica may not have the one that was just stored.
export const findAudiences = (projectId: ProjectId, only: number | null = null) => sql<AudienceRow[]>`
  select ${columns()} from audiences a
  where a.project_id = ${projectId} and (${only}::bigint is null or a.id = ${only}::bigint)
  order by lower(a.title), a.id`;

export type WrittenAudience = {
  title: string;
  conditions: AudienceConditions;
  holdout: number;
  every_hours: number;
  kind: string;
  settings: Record<string, string>;
  on: boolean;
};

/** Without the conditions: names of events and numbers of users are not for the log. */
const detailOf = ({ kind, holdout, every_hours, on }: WrittenAudience) => ({
  kind,
  holdout,
  every_hours,
  on,
});

/** Null if the project already has `max` audiences. Credentials follow, because they are encrypted for the row's ID. */
export async function insertAudience(
  { accountId: account, id: project }: Owner,
  input: WrittenAudience,
  by: Actor,
  { now, seed, max }: { now: Date; seed: string; max: number },
): Promise<number | null> {
  const { title, conditions, holdout, every_hours: hours, kind, settings, on } = input;
  const [row] = await audited<{ id: number }>(
    by,
    {
      account,
      project,
      action: "audience.create",
      target: sql`changed.title`,
      detail: detailOf(input),
    },
    sql`
      insert into audiences (project_id, title, conditions, holdout, holdout_seed, every_hours, kind, settings, is_on,
        next_at, created_by, created_at, updated_at)
      select ${project}::bigint, ${title}, ${jsonb(conditions)}, ${holdout},
        coalesce((select o.holdout_seed from audiences o where o.project_id = ${project} order by o.id limit 1), ${seed}),
        ${hours}, ${kind}, ${jsonb(settings)}, ${on}, ${now}::timestamptz, ${by.name}, ${now}, ${now}
      where ${isBelowRowLimit("audiences", project, max)}
      returning id, title`,
  );
  return row?.id ?? null;
}

/** Changes apply with the next run, which is due at once. A run in progress ends. False if there is no such audience. */
export async function updateAudience(
  { accountId: account, id: project }: Owner,
  id: number,
  input: WrittenAudience,
  by: Actor,
  now: Date,
): Promise<boolean> {
  const { title, conditions, holdout, every_hours: hours, settings, on } = input;
  const rows = await audited(
    by,
    {
      account,
      project,
      action: "audience.change",
      target: sql`changed.title`,
      detail: withBefore(
        detailOf(input),
        sql`(
          select to_jsonb(was) || jsonb_build_object('on', was.is_on)
          from audiences was where was.project_id = ${project} and was.id = changed.id)`,
      ),
    },
    sql`
      update audiences a set title = ${title}, conditions = ${jsonb(conditions)}, holdout = ${holdout},
        every_hours = ${hours}, settings = ${jsonb(settings)}, is_on = ${on}, next_at = ${now}::timestamptz,
        failures = 0, claim = null, claimed_until = null, updated_at = ${now}
      where a.project_id = ${project} and a.id = ${id} and not a.is_ending returning a.id, a.title`,
  );
  return rows.length > 0;
}

const withItsRows = (project: ProjectId) => sql`,
  members as (delete from audience_members m where m.project_id = ${project} and m.audience_id in (select id from changed)),
  entries as (delete from audience_entries n where n.project_id = ${project} and n.audience_id in (select id from changed)),
  runs as (delete from audience_runs r where r.project_id = ${project} and r.audience_id in (select id from changed))`;

/** Members stay at the receiver. */
export const removeAudienceRow = (project: Owner, id: number, by: Actor) =>
  removeRow(project, id, by, {
    table: "audiences",
    action: "audience.remove",
    target: sql`changed.title`,
    along: withItsRows(project.id),
  });

/** The next run removes all members at the receiver, then the audience. */
export async function endAudience(
  { accountId: account, id: project }: Owner,
  id: number,
  by: Actor,
  now: Date,
): Promise<boolean> {
  const rows = await audited(
    by,
    {
      account,
      project,
      action: "audience.remove",
      target: sql`changed.title`,
      detail: { members: "remove" },
    },
    sql`
      update audiences a set is_ending = true, next_at = ${now}::timestamptz, failures = 0, claim = null,
        claimed_until = null, updated_at = ${now}
      where a.project_id = ${project} and a.id = ${id} returning a.title`,
  );
  return rows.length > 0;
}

/** Makes an audience due. False while it runs. */
export const scheduleAudienceNow = (project: Owner, id: number, at: Date, by: Actor) =>
  makeRowDue(project, id, at, by, { table: "audiences", action: "audience.run" });

export type ListedMember = { digest: string; ids: Record<string, string>; entered_at: Date };

/** The members at the receiver, in the order of their digest. */
export const findAudienceMembers = (
  projectId: ProjectId,
  id: number,
  { from, to, max }: { from: string; to: string | null; max: number },
) => sql<ListedMember[]>`
  select m.digest, m.ids, m.entered_at from audience_members m
  where m.project_id = ${projectId} and m.audience_id = ${id} and m.state = 'member' and m.digest >= ${from}
    and (${to}::text is null or m.digest < ${to})
  order by m.digest limit ${max}`;
