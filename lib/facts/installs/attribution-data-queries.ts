import { sql } from "@/db";
import { whereWritable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";

/** Columns of an install for its app, with the earlier response. */
export type AttributionDataRow = {
  id: string;
  state: string;
  decision_version: number;
  installed_at: Date;
  clicked_at: Date | null;
  deeplink: string | null;
  method: string | null;
  network: string | null;
  ad_set_name: string | null;
  ad_set_id: string | null;
  creative_name: string | null;
  creative_id: string | null;
  campaign_display_id: string | null;
  campaign_name: string | null;
  /** The earliest time of a decision: the install waits for evidence, or the last try failed. */
  not_before: Date | null;
  /** The response of the last day, if it was for the decision in force. */
  answered: string | null;
};

/** The first response stays the same for this long. */
const day = () => sql`interval '24 hours'`;

export async function findDecided(
  projectId: ProjectId,
  instance: string,
  at: Date,
): Promise<AttributionDataRow | null> {
  const [row] = await sql<AttributionDataRow[]>`
    select s.id, s.state, s.decision_version, s.installed_at, s.clicked_at, s.deeplink, s.method, s.network,
      s.ad_set_id, s.ad_set_name,
      s.creative_id, s.creative_name, c.display_id as campaign_display_id, c.name as campaign_name,
      w.not_before, a.answer as answered
    from installs s
    left join undecided w on w.project_id = ${projectId} and w.install_id = s.id
    left join campaigns c on c.project_id = ${projectId} and c.id = s.campaign_id
    left join attribution_answers a on a.project_id = ${projectId} and a.install_id = s.id
      and a.version = s.decision_version and a.answered_at > ${at}::timestamptz - ${day()}
    where s.project_id = ${projectId} and s.install_instance_id = ${instance}`;
  return row ?? null;
}

/**
 * Stores a response, or returns the response that another call stored in between. Also deletes a few expired ones, so
 * that no cleanup task is needed.
 */
export async function storeAttributionAnswer(
  projectId: ProjectId,
  install: { id: string; version: number },
  answer: string,
  at: Date,
): Promise<string> {
  const [row] = await sql<{ answer: string }[]>`
    with over as materialized (
      select a.install_id from attribution_answers a
      where a.project_id = ${projectId} and a.answered_at <= ${at}::timestamptz - ${day()} and a.install_id <> ${install.id}
      order by a.answered_at limit 10 for update skip locked
    ),
    removed as (
      delete from attribution_answers a using over where a.project_id = ${projectId} and a.install_id = over.install_id
    ),
    stored as (
      insert into attribution_answers as a (project_id, install_id, version, answered_at, answer)
      select ${projectId}, ${install.id}, ${install.version}, ${at}, ${answer} where ${whereWritable(projectId)}
      on conflict (project_id, install_id) do update set version = excluded.version, answered_at = excluded.answered_at,
        answer = excluded.answer
      where a.version < excluded.version
        or (a.version = excluded.version and a.answered_at <= excluded.answered_at - ${day()})
      returning a.answer
    )
    select answer from stored`;
  if (row) return row.answer;
  const [other] = await sql<{ answer: string }[]>`
    select a.answer from attribution_answers a where a.project_id = ${projectId} and a.install_id = ${install.id}`;
  return other?.answer ?? answer;
}
