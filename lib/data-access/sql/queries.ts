import postgres from "postgres";
import { readSql, type Sql, sql } from "@/db";
import { plainClient } from "@/db/client/plain-client";
import { commandLine } from "@/lib/accounts/audit/actor";
import { auditRow } from "@/lib/accounts/audit/queries";
import { errorCode } from "@/lib/base/database-failure";
import { env } from "@/lib/base/env";
import { log } from "@/lib/base/log";
import { Refusal } from "@/lib/base/refusal";
import { tableSchema } from "@/lib/data-access/sql/tables";
import { sqlViewStatements, sqlViewsDigest } from "@/lib/data-access/sql/views";

export type SqlRole = { name: string; project_id: number; personal: boolean; created_at: Date };

/** Names begin with it, so that the limits of running statements apply to no other role. */
export const sqlRolePrefix = "cairn_sql_";

/** Statements of these roles may not run longer, whatever the role sets. */
export const statementSeconds = 60;

const settings: Record<string, string> = {
  statement_timeout: `'${statementSeconds}s'`,
  idle_in_transaction_session_timeout: "'60s'",
  default_transaction_read_only: "on",
  work_mem: "'64MB'",
  // Functions of statements are in `public`.
  search_path: `cairn, cairn_private, ${tableSchema}, public`,
  timezone: "'UTC'",
};

/** Functions that write or lock without any privilege on a table. Only a superuser can take them from all roles. */
const harmful = "^(lo_|lowrite|pg_(try_)?advisory|pg_notify|pg_logical_emit_message)";

export async function hasSqlViews(): Promise<boolean> {
  const [row] = await sql<{ there: boolean }[]>`select to_regclass('cairn.roles') is not null as there`;
  return row!.there;
}

export async function findSqlRoles(): Promise<SqlRole[]> {
  if (!(await hasSqlViews())) return [];
  return sql<
    SqlRole[]
  >`select name::text as name, project_id, personal, created_at from cairn.roles order by name`;
}

/** The roles of projects that no longer exist. */
export async function findOrphanRoles(): Promise<SqlRole[]> {
  if (!(await hasSqlViews())) return [];
  return sql<SqlRole[]>`
    select r.name::text as name, r.project_id, r.personal, r.created_at from cairn.roles r
    where not exists (select from projects p where p.id = r.project_id)`;
}

/** Grants of the same object cannot be changed at the same time. */
const alone = (tx: postgres.TransactionSql) => tx`select pg_advisory_xact_lock(hashtext('sql roles'))`;

async function withPlain<T>(work: (client: postgres.Sql) => Promise<T>): Promise<T> {
  const client = plainClient();
  try {
    return await work(client);
  } finally {
    await client.end({ timeout: 5 });
  }
}

const grant = async (tx: postgres.TransactionSql, { name, personal }: Pick<SqlRole, "name" | "personal">) => {
  // Some databases take CONNECT from PUBLIC.
  await tx.unsafe(
    `do $$ begin execute format('grant connect on database %I to "${name}"', current_database()); end $$`,
  );
  for (const schema of ["cairn", tableSchema, ...(personal ? ["cairn_private"] : [])]) {
    await tx.unsafe(`grant usage on schema ${schema} to "${name}"`);
    await tx.unsafe(
      `do $$ declare v record; begin for v in select viewname from pg_views where schemaname = '${schema}' loop
        execute format('grant select on ${schema}.%I to "${name}"', v.viewname); end loop; end $$`,
    );
  }
};

const notPermitted = "42501";
const lacksOwnership = () =>
  new Refusal(
    "wrong_state",
    "The database role in DATABASE_URL may not create the views of SQL roles. It must own the database: run ALTER DATABASE … OWNER TO …, then try again.",
  );

/** Makes the views, unless they are the present ones. Running queries of roles finish first. */
export const createSqlViews = () =>
  withPlain(async (client) => {
    const made = client.begin(async (tx) => {
      await alone(tx);
      const [made] = await tx<{ digest: string | null }[]>`
        select obj_description(to_regnamespace('cairn'), 'pg_namespace') as digest`;
      if (made?.digest === sqlViewsDigest()) return;
      for (const statement of sqlViewStatements()) await tx.unsafe(statement);
      const roles = await tx<SqlRole[]>`
        select r.name::text as name, r.personal from cairn.roles r join pg_roles g on g.rolname = r.name`;
      for (const role of roles) await grant(tx, role);
      await tx.unsafe(`comment on schema cairn is '${sqlViewsDigest()}'`);
    });
    await made.catch((error: unknown) => {
      throw errorCode(error) === notPermitted ? lacksOwnership() : error;
    });
  });

/** The embedded Postgres has a superuser that only the data folder's owner reaches. */
const asAdmin = async <T>(work: (admin: postgres.Sql) => Promise<T>): Promise<T> => {
  if (!env.DATABASE_SOCKET) return withPlain(work);
  const { pathname, port } = new URL(env.DATABASE_URL ?? "");
  const admin = postgres({
    host: env.DATABASE_SOCKET,
    port: Number(port),
    database: pathname.slice(1),
    user: "postgres",
    max: 1,
    prepare: false,
    onnotice: () => {},
  });
  try {
    return await work(admin);
  } finally {
    await admin.end({ timeout: 5 });
  }
};

/** Only a superuser, or a role with CREATEROLE, makes and drops roles. */
async function checkCreateRole(admin: postgres.Sql | postgres.TransactionSql): Promise<{ isSuper: boolean }> {
  const [is] = await admin<{ super: boolean; may: boolean }[]>`
    select rolsuper as super, rolsuper or rolcreaterole as may from pg_roles where rolname = current_user`;
  if (is!.may) return { isSuper: is!.super };
  throw new Refusal(
    "wrong_state",
    "The database role in DATABASE_URL lacks CREATEROLE. Grant it with ALTER ROLE … CREATEROLE, then try again.",
  );
}

/**
 * Makes the role, and the row that limits it to its project. The password contains only letters and digits. A role that
 * exists only gets the new password, so that the call can be repeated.
 */
export async function insertSqlRole(
  role: Omit<SqlRole, "created_at">,
  password: string,
  at: Date,
): Promise<{ warnings: string[] }> {
  const { name, personal } = role;
  const [own] = await sql<{ user: string; database: string }[]>`
    select current_user::text as user, current_database()::text as database`;
  const isSuper = await asAdmin((client) =>
    client.begin(async (admin) => {
      await alone(admin);
      const { isSuper } = await checkCreateRole(admin);
      const [known] = await admin`select from pg_roles where rolname = ${name}`;
      await admin.unsafe(
        known
          ? `alter role "${name}" password '${password}'`
          : `create role "${name}" login noinherit nosuperuser nocreatedb nocreaterole noreplication
             connection limit 5 password '${password}'`,
      );
      await admin.unsafe(`grant "${name}" to "${own!.user}" with inherit true, set false`);
      for (const [setting, value] of Object.entries(settings))
        await admin.unsafe(`alter role "${name}" set ${setting} = ${value}`);
      if (!isSuper) return false;
      await admin.unsafe(`alter role "${name}" set temp_file_limit = '1GB'`);
      await admin.unsafe(`do $$ declare f record; begin
      for f in select oid::regprocedure as name from pg_proc
        where pronamespace = 'pg_catalog'::regnamespace and proname ~ '${harmful}'
      loop
        execute format('revoke execute on function %s from public', f.name);
        execute format('grant execute on function %s to "${own!.user}"', f.name);
      end loop; end $$`);
      return true;
    }),
  );
  await withPlain((client) =>
    client.begin(async (tx) => {
      await alone(tx);
      await tx`
        insert into cairn.roles (name, project_id, personal, created_at)
        values (${name}, ${role.project_id}, ${personal}, ${at}) on conflict (name) do nothing`;
      await tx.unsafe(`grant temporary on database "${own!.database}" to "${own!.user}"`);
      await tx.unsafe(`revoke temporary on database "${own!.database}" from public`);
      await grant(tx, role);
    }),
  );
  const [may] = await sql<{ temporary: boolean }[]>`
    select has_database_privilege(${name}, current_database(), 'TEMPORARY') as temporary`;
  return {
    warnings: [
      ...(may!.temporary
        ? ["The role can make temporary tables. Revoke TEMPORARY on the database from PUBLIC as its owner."]
        : []),
      ...(isSuper
        ? []
        : [
            "The role can call functions for advisory locks and large objects, because only a superuser revokes them.",
          ]),
    ],
  };
}

/** Without CREATEROLE, the role of a deleted project remains without any rights. */
export async function deleteSqlRole(
  { name, project_id }: Pick<SqlRole, "name" | "project_id">,
  { isOrphan = false } = {},
): Promise<void> {
  const lacking = await asAdmin(checkCreateRole).then(
    () => null,
    (refusal: unknown) => refusal,
  );
  if (lacking && !(isOrphan && lacking instanceof Refusal)) throw lacking;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${name}`;
  await withPlain((client) =>
    client.begin(async (tx) => {
      await alone(tx);
      await tx.unsafe(
        `revoke all on all tables in schema cairn, cairn_private, ${tableSchema} from "${name}"`,
      );
      await tx.unsafe(`revoke all on schema cairn, cairn_private, ${tableSchema} from "${name}"`);
      await tx.unsafe(
        `do $$ begin execute format('revoke all on database %I from "${name}"', current_database()); end $$`,
      );
      await tx`delete from cairn.roles where name = ${name}`;
    }),
  );
  if (lacking) log().warn({ role: name }, "the SQL role of a deleted project remains, without rights");
  else await asAdmin((admin) => admin.unsafe(`drop role "${name}"`));
  const entry = { account: sql`p.account_id`, project: sql`p.id`, action: "sql-role.revoke", target: name };
  await auditRow(commandLine, entry, sql`from projects p where p.id = ${project_id}`);
}

/**
 * Ends sessions of these roles that run a statement, or hold a transaction, for too long. Roles can change their own
 * timeouts, but not this.
 */
export async function endOverlong(seconds: number): Promise<number> {
  const ended = await Promise.all(
    (env.DATABASE_REPLICA_URL ? [sql, readSql] : [sql]).map((client) => endOn(client, seconds)),
  );
  return ended.reduce((sum, count) => sum + count, 0);
}

async function endOn(client: Sql, seconds: number): Promise<number> {
  const ended = await client`
    select pg_terminate_backend(a.pid) from pg_stat_activity a
    where starts_with(a.usename::text, ${sqlRolePrefix}) and (
      (a.state = 'active' and a.query_start < clock_timestamp() - ${seconds} * interval '1 second')
      or a.xact_start < clock_timestamp() - ${seconds + 60} * interval '1 second')`;
  return ended.length;
}
