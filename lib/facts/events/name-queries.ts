import { sql } from "@/db";
import { whereWritable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";

/** Returns the names in the order of the projects. */
export async function findEventNames(projects: ProjectId[]): Promise<Set<string>[]> {
  const rows = await sql<{ project_id: ProjectId; name: string }[]>`/* several projects */
    select e.project_id, e.name from event_names e where e.project_id = any(${projects}::bigint[])`;
  const found = new Map(projects.map((project) => [project, new Set<string>()]));
  for (const { project_id, name } of rows) found.get(project_id)?.add(name);
  return projects.map((project) => found.get(project)!);
}

/**
 * Gives a name one of a limited number of slots. Slots are numbered and unique, so that concurrent calls cannot exceed
 * the limit. An event without an identified user is not stored, and takes no slot.
 */
export async function admitEventName(
  projectId: ProjectId,
  name: string,
  from: { instance: string | null; user: string | null },
  { most: max, now }: { most: number; now: Date },
): Promise<"admitted" | "stranger" | "full" | "taken"> {
  const [row] = await sql<{ outcome: "admitted" | "stranger" | "full" | "taken" }[]>`
    with there as materialized (select 1 from event_names n where n.project_id = ${projectId} and n.name = ${name}),
    who as materialized (
      select 1 from identities i where i.project_id = ${projectId} and i.install_instance_id = ${from.instance}::text
      union all
      select 1 from users u where u.project_id = ${projectId} and u.user_id = ${from.user}::text
    ),
    slot as materialized (
      select coalesce(max(n.slot), 0) + 1 as free from event_names n where n.project_id = ${projectId}
      having coalesce(max(n.slot), 0) < ${max}
    ),
    added as (
      insert into event_names (project_id, name, slot, first_seen_at)
      select ${projectId}, ${name}, free, ${now} from slot
      where exists (select from who) and not exists (select from there) and ${whereWritable(projectId)}
      on conflict do nothing
      returning 1
    )
    select case when exists (select from there) or exists (select from added) then 'admitted'
      when not exists (select from who) then 'stranger'
      when not exists (select from slot) then 'full' else 'taken' end as outcome`;
  return row!.outcome;
}
