import { sql } from "@/db";
import { removedTables } from "@/lib/privacy/removal/remove";
import { type AProject, aProject } from "@/testing/factories";

type Column = { name: string; type: string };

/** All tables with rows of projects, from the catalogue. */
export async function tablesOfProjects(): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and a.attname = 'project_id' and not a.attisdropped
      and not c.relispartition and c.relkind in ('r', 'p') order by 1`;
  return rows.map(({ name }) => name);
}

const values: Record<string, string> = {
  uuid: "uuidv7()",
  text: "gen_random_uuid()::text",
  "text[]": "'{}'",
  "bigint[]": "'{}'",
  jsonb: "'{}'",
  bytea: "gen_random_uuid()::text::bytea",
  boolean: "true",
  date: "'2026-01-05'",
  xid8: "'1'",
  "bit varying": "B'1'",
};
const known: Record<string, string> = { role: "'viewer'" };
/** Above the IDs from sequences, with which other tests add rows at the same time. */
const firstId = 1_000_000_000;
/** Other numbers are the project's ID, because other rows do not contain it. */
const valueFor = ({ name, type }: Column, project: number) =>
  known[name] ??
  values[type] ??
  (type.startsWith("timestamp") ? "now()" : name === "id" ? firstId + project : project);

/** A row with only the required columns, for any table. */
async function aRow(table: string, project: number, others: Record<string, number>) {
  const columns = await sql<Column[]>`
    select a.attname as name, format_type(a.atttypid, null) as type
    from pg_attribute a where a.attrelid = ${table}::text::regclass and a.attnum > 0 and not a.attisdropped
      and a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attname <> 'project_id'`;
  const filled = columns.map((column) => ({
    name: `"${column.name}"`,
    value: others[column.name] ?? valueFor(column, project),
  }));
  await sql.unsafe(`insert into "${table}" (project_id${filled.map(({ name }) => `, ${name}`).join("")})
    values (${project}${filled.map(({ value }) => `, ${value}`).join("")})`);
}

/** Adds a row to each empty table of the project. */
export async function fillTables(app: AProject): Promise<AProject> {
  const [person] = await sql<{ member: number; invitation: number }[]>`
    with member as (insert into members (email) values (gen_random_uuid()::text) returning id),
         invitation as (
           insert into invitations (account_id, email, role, token_hash, expires_at)
           values (${app.accountId}, 'x', 'projects', gen_random_uuid()::text::bytea, now()) returning id)
    select member.id as member, invitation.id as invitation from member, invitation`;
  const others = { account_id: app.accountId, member_id: person!.member, invitation_id: person!.invitation };
  for (const table of removedTables) {
    const { count } = await rowsOf(table, app.project.id);
    if (count === 0) await aRow(table, app.project.id, others);
  }
  return app;
}

async function rowsOf(table: string, project: number) {
  const [row] = await sql<[{ count: number }]>`
    select count(*) as count from ${sql(table)} t where t.project_id = ${project}`;
  return row;
}

/** The tables with rows of the project. */
export async function filledTables(project: number): Promise<string[]> {
  const names = [];
  for (const table of await tablesOfProjects()) {
    if ((await rowsOf(table, project)).count > 0) names.push(table);
  }
  return names;
}

/** A project with a row in every table. */
export const fullProject = async (): Promise<AProject> => fillTables(await aProject());
