import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { deleteProject, listDeleted, restoreProject } from "@/lib/accounts/projects/deletion/delete";
import { deleteSome } from "@/lib/privacy/removal/queries";
import { removedTables, removeProjects } from "@/lib/privacy/removal/remove";
import { ownDatabase } from "@/testing/database";
import { type AProject, aProject } from "@/testing/factories";

const folder = mkdtempSync(join(tmpdir(), "cairn-removal-"));
let database: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  database = await ownDatabase(folder);
  await sql`select make_month_partitions('2026-01-01', '2026-03-01')`;
}, 120_000);
afterAll(async () => {
  await database.end();
  rmSync(folder, { recursive: true, force: true });
});

const day = 86_400_000;
const now = new Date("2026-06-15T12:00:00Z");
const later = (days: number) => () => new Date(now.getTime() + days * day);

type Column = { name: string; type: string };

/** Every table of the catalogue that has rows of projects. */
async function tablesOfProjects(): Promise<string[]> {
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
  jsonb: "'{}'",
  bytea: "gen_random_uuid()::text::bytea",
  boolean: "true",
  date: "'2026-01-05'",
  xid8: "'1'",
  "bit varying": "B'1'",
};
const known: Record<string, string> = { role: "'viewer'" };
/** Numbers are the project's id, which no other row has. */
const valueFor = ({ name, type }: Column, project: number) =>
  known[name] ?? values[type] ?? (type.startsWith("timestamp") ? "now()" : project);

/** A row with nothing but what the table demands, whatever the table is. */
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

/** A project with a row in every table. */
async function fullProject(): Promise<AProject> {
  const app = await aProject();
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

async function filled(project: number): Promise<string[]> {
  const names = [];
  for (const table of await tablesOfProjects()) {
    if ((await rowsOf(table, project)).count > 0) names.push(table);
  }
  return names;
}

const remove = ({ project }: AProject) => deleteProject(project, project.name, commandLine, now);
const exists = async (id: number) => (await sql`select id from projects where id = ${id}`).length > 0;

test("no table with rows of projects is forgotten", async () => {
  expect(await tablesOfProjects()).toEqual([...removedTables, "project_removals"].sort());
});

test("after the time to restore it, no row of the project is left in any table, and all of its neighbour's", async () => {
  const [app, neighbour] = [await fullProject(), await fullProject()];
  await remove(app);
  const before = await filled(neighbour.project.id);
  expect(before).toEqual([...removedTables].sort());
  await removeProjects(60_000, later(6.9));
  expect(await filled(app.project.id)).toEqual([...removedTables, "project_removals"].sort());
  expect(await removeProjects(60_000, later(7))).toMatchObject({ projects: 1, left: false });
  expect(await filled(app.project.id)).toEqual([]);
  expect(await exists(app.project.id)).toBe(false);
  expect(await filled(neighbour.project.id)).toEqual(before);
  const log =
    await sql`select action, target, detail, project_id from audit_log where account_id = ${app.accountId}`;
  expect(log).toEqual([
    {
      action: "project.erase",
      target: app.project.name,
      detail: expect.objectContaining({ project_id: app.project.id, rows: expect.any(Number) }),
      project_id: null,
    },
  ]);
});

test("a removal goes on where the last round ended, and tells how far it is", async () => {
  const app = await fullProject();
  await remove(app);
  let rounds = 0;
  let last = -1;
  while (await exists(app.project.id)) {
    rounds += 1;
    await removeProjects(0, later(8));
    const [shown] = (await listDeleted(app.accountId)).projects;
    if (!shown) break;
    expect(shown.removal?.done).toBeGreaterThanOrEqual(last);
    last = shown.removal?.done ?? 0;
  }
  expect(rounds).toBeGreaterThan(removedTables.length);
  expect(last).toBe(1);
});

test("rows of many months and more than a round's go, too", async () => {
  const app = await aProject();
  await sql`
    insert into ledger (project_id, day, campaign_id, measure, count)
    select ${app.project.id}, '2026-01-01', 0, 'clicks', 1 from generate_series(1, 25)`;
  expect(await deleteSome("ledger", app.project.id, 10)).toBe(10);
  await remove(app);
  await removeProjects(60_000, later(8));
  expect(await filled(app.project.id)).toEqual([]);
});

test("until then a project is restored with everything, and after the removal began it is not", async () => {
  const app = await fullProject();
  const before = await filled(app.project.id);
  await remove(app);
  expect((await listDeleted(app.accountId)).projects).toMatchObject([{ id: app.project.id, removal: null }]);
  await restoreProject(app.accountId, app.project.id, commandLine);
  await removeProjects(60_000, later(30));
  expect(await filled(app.project.id)).toEqual(before);
  await remove(app);
  await removeProjects(0, later(8));
  await expect(restoreProject(app.accountId, app.project.id, commandLine)).rejects.toMatchObject({
    status: 409,
  });
});
