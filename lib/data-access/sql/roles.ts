import type { Project } from "@/lib/accounts/access/project";
import { commandLine } from "@/lib/accounts/audit/actor";
import { insertEntry } from "@/lib/accounts/audit/queries";
import { databaseUrlFor } from "@/lib/base/database-url";
import { env } from "@/lib/base/env";
import { randomBase62 } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import {
  createSqlViews,
  deleteSqlRole,
  endOverlong,
  findOrphanRoles,
  findSqlRoles,
  hasSqlViews,
  insertSqlRole,
  sqlRolePrefix,
  statementSeconds,
} from "@/lib/data-access/sql/queries";
import { checkSignIn } from "@/lib/data-access/sql/sign-in";

/** Makes a role that reads the views of one project. Only this answer contains its password. */
export async function createSqlRole(
  project: Pick<Project, "id" | "accountId">,
  personal: boolean,
  now: Date,
) {
  await createSqlViews();
  const name = `${sqlRolePrefix}${randomBase62(10).toLowerCase()}`;
  const password = randomBase62(32);
  const role = { name, project_id: project.id, personal };
  const { warnings } = await insertSqlRole(role, password, now);
  const url = addressOf(name, password);
  const entry = { account: project.accountId, project: project.id, action: "sql-role.create", target: name };
  await insertEntry(commandLine, { ...entry, detail: { personal } });
  const unreachable = await findUnreachable(url, name).catch(async (refusal: unknown) => {
    await deleteSqlRole(role);
    throw refusal;
  });
  return { role: name, url, personal, warnings: [...unreachable, ...warnings] };
}

async function findUnreachable(url: string, name: string): Promise<string[]> {
  if (env.DATABASE_SOCKET && !env.DATABASE_LISTEN)
    return ["The embedded database accepts no connections yet. Set DATABASE_LISTEN, and restart Cairn."];
  const reason = await checkSignIn(url, name);
  if (reason === null) return [];
  return [
    `The role cannot sign in at its address from here: ${reason}. ${
      env.DATABASE_SOCKET
        ? "Restart Cairn if you have just set DATABASE_LISTEN."
        : "Allow roles whose names begin with cairn_sql_ in pg_hba.conf and in the connection pooler."
    }`,
  ];
}

/** The address for clients. The embedded Postgres is reached only at DATABASE_LISTEN. */
function addressOf(username: string, password: string): string {
  const host = env.DATABASE_SOCKET ? env.DATABASE_LISTEN || "set-DATABASE_LISTEN" : undefined;
  return databaseUrlFor(env.DATABASE_REPLICA_URL || env.DATABASE_URL || "", { username, password }, host);
}

export const listSqlRoles = async () =>
  (await findSqlRoles()).map(({ name, project_id, personal, created_at }) => ({
    role: name,
    project: project_id,
    personal,
    created_at: created_at.toISOString(),
  }));

export async function revokeSqlRole(name: string) {
  const role = (await findSqlRoles()).find((each) => each.name === name);
  if (!role) throw new Refusal("not_found", `There is no SQL role "${name.slice(0, 40)}".`);
  await deleteSqlRole(role);
  return { role: name, revoked: true };
}

/** After an upgrade: views that exist are made again if they have changed. */
export async function renewSqlViews(): Promise<void> {
  if (await hasSqlViews()) await createSqlViews();
}

export const endLongRoleQueries = () => endOverlong(statementSeconds);

/** Drops the roles of projects that were deleted for good. */
export async function dropOrphanRoles(): Promise<number> {
  const orphans = await findOrphanRoles();
  for (const role of orphans) await deleteSqlRole(role, { isOrphan: true });
  return orphans.length;
}
