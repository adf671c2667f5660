import { sql } from "@/db";
import type { ProjectId } from "@/lib/base/ids";

/** The stored code of a network in any case and with hyphens or underscores; null if there is none. */
export async function findCustomCode(project: ProjectId, code: string): Promise<string | null> {
  const [row] = await sql<{ code: string }[]>`
    select code from custom_networks
    where project_id = ${project} and lower(replace(code, '-', '_')) = lower(replace(${code}::text, '-', '_'))`;
  return row?.code ?? null;
}

export async function findCustomCodes(project: ProjectId): Promise<string[]> {
  const rows = await sql<{ code: string }[]>`
    select code from custom_networks where project_id = ${project} order by code`;
  return rows.map(({ code }) => code);
}
