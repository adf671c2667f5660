import { readSql, sql } from "@/db";
import type { Project } from "@/lib/accounts/access/project";
import { env } from "@/lib/base/env";
import { sqlRolePrefix } from "@/lib/data-access/sql/queries";

export type OfProject = Pick<Project, "id" | "accountId">;

/** Each project has two roles for queries of the dashboard, made when they are first needed. */
export const pageRole = ({ id }: OfProject, personal: boolean) =>
  `${sqlRolePrefix}page_${id}${personal ? "_personal" : ""}`;

export const runName = (runId: string) => `cairn query ${runId}`;

export async function hasRole(role: string): Promise<boolean> {
  const [row] = await sql<{ views: boolean }[]>`select to_regclass('cairn.roles') is not null as views`;
  if (!row!.views) return false;
  const found = await sql`
    select from cairn.roles r join pg_roles g on g.rolname = r.name where r.name = ${role}`;
  return found.length > 0;
}

/** Ends the statement of a run, wherever it runs. */
export async function cancelRun(project: OfProject, runId: string): Promise<boolean> {
  const roles = [pageRole(project, false), pageRole(project, true)];
  const clients = env.DATABASE_REPLICA_URL ? [sql, readSql] : [sql];
  const ended = await Promise.all(
    clients.map(
      (client) => client`
        select pg_cancel_backend(pid) from pg_stat_activity
        where usename = any(${roles}) and application_name = ${runName(runId)}`,
    ),
  );
  return ended.some(({ length }) => length > 0);
}
