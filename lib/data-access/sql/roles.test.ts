import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { sql } from "@/db";
import { dataTables, localTables, referenceTables } from "@/db/tables";
import { env } from "@/lib/base/env";
import { endOverlong } from "@/lib/data-access/sql/queries";
import { createSqlRole, dropOrphanRoles, listSqlRoles, revokeSqlRole } from "@/lib/data-access/sql/roles";
import { tableViews } from "@/lib/data-access/sql/tables";
import { sqlViewNames } from "@/lib/data-access/sql/views";
import { compactDay } from "@/lib/ledger/compaction-queries";
import { reportGroups } from "@/lib/reporting/groups/groups";
import { groupsQuery } from "@/lib/reporting/groups/schema";
import { type AProject, aProject } from "@/testing/factories";
import { fillTables } from "@/testing/full-project";
import { aJuneDay } from "@/testing/projects/june-day";

const made: { role: string; client: postgres.Sql }[] = [];

async function aRole(app: AProject, personal: boolean) {
  const { role, url, warnings } = await createSqlRole(app.project, personal, new Date());
  expect(warnings).toEqual([expect.stringContaining("Set DATABASE_LISTEN")]);
  const { port, pathname, password } = new URL(env.DATABASE_URL ?? "");
  const client = postgres({
    ...(env.DATABASE_SOCKET ? { host: env.DATABASE_SOCKET } : {}),
    port: Number(port),
    database: pathname.slice(1),
    user: role,
    password: new URL(url).password || password,
    max: 1,
    prepare: false,
    onnotice: () => {},
  });
  made.push({ role, client });
  return { role, client };
}

afterAll(async () => {
  for (const { role, client } of made) {
    await client.end({ timeout: 1 });
    await revokeSqlRole(role).catch(() => {});
  }
});

test("a role reads every view of its project, and no row of another one", async () => {
  const [a, b] = [await fillTables(await aProject()), await fillTables(await aProject())];
  const [ofA, ofB] = [await aRole(a, true), await aRole(b, true)];
  const tables = tableViews.map(({ name }) => name);
  for (const view of [...sqlViewNames(), ...tables]) {
    const rows = (client: postgres.Sql) => client.unsafe(`select to_jsonb(v)::text as row from ${view} v`);
    const [here, there] = [await rows(ofA.client), await rows(ofB.client)];
    const texts = new Set(there.map(({ row }) => row));
    expect(
      here.filter(({ row }) => texts.has(row)),
      view,
    ).toEqual([]);
    if (!/candidates|reengagements|cohort_day/.test(view) && !tables.includes(view))
      expect(here.length, view).toBeGreaterThan(0);
  }
  const [project] = await ofA.client`select id from cairn.v_projects`;
  expect(project!.id).toBe(String(a.project.id));
});

test("the view of the ledger has the same sums before and after compaction", async () => {
  const app = await aProject();
  await sql`
    insert into ledger (project_id, day, campaign_id, measure, name, count, amount, cohort_day, cohort_age)
    values (${app.project.id}, '2026-03-09', 1, 'event', 'view', 2, 6, '2026-03-02', 7)`;
  const { client } = await aRole(app, false);
  const rows = () => client`
    select day::text, measure, name, count::int, amount_minor::int as amount from cairn.v_ledger order by measure`;
  const before = [...(await rows())];
  expect(before).toEqual([
    { day: "2026-03-09", measure: "event", name: "view", count: 2, amount: 6 },
    { day: "2026-03-02", measure: "event_since", name: "7 view", count: 2, amount: 6 },
  ]);
  expect(await compactDay(app.project.id, "2026-03-09")).toEqual({ before: 1, after: 1 });
  expect([...(await rows())]).toEqual(before);
});

test("a function in a query sees no row of another project", async () => {
  const [a, b] = [await fillTables(await aProject()), await fillTables(await aProject())];
  const { client } = await aRole(a, true);
  // The division fails for the other project's row, if it is ever evaluated for it.
  const rows = await client.unsafe(`
    select id from cairn.v_projects where 1 / (case when id = '${b.project.id}' then 0 else 1 end) = 1`);
  expect(rows).toHaveLength(1);
  await client.unsafe(`set enable_seqscan = off`);
  await client.unsafe(
    `select 1 from cairn.v_installs where cast(install_instance_id || 'x' as text) like '%'`,
  );
});

test("a role without personal data has no access to the private schema", async () => {
  const app = await fillTables(await aProject());
  const { client } = await aRole(app, false);
  await expect(client`select * from cairn_private.v_users`).rejects.toMatchObject({ code: "42501" });
  const [user] = await client`select to_jsonb(v) as row from cairn.v_users v`;
  expect(Object.keys(user!.row)).not.toContain("email");
});

test("a role reads no table, writes nothing, and does not see other sessions", async () => {
  const app = await fillTables(await aProject());
  const { client } = await aRole(app, true);
  const refused = (text: string) =>
    expect(client.unsafe(text), text).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|25006|42P01)$/),
    });
  for (const table of [...dataTables, ...referenceTables, ...localTables])
    await refused(`select from public."${table}"`);
  await client.unsafe("set default_transaction_read_only = off");
  await client.unsafe("set session characteristics as transaction read write");
  const write = (text: string) =>
    refused(`begin read write; ${text}; commit`).finally(() => client.unsafe("rollback"));
  for (const text of [
    "delete from cairn.v_reengagements",
    "update cairn.v_reengagements set platform = 'x'",
    "delete from cairn.v_reengagements",
    "delete from cairn.roles",
    "update cairn.roles set project_id = 1",
    "create table public.x (a int)",
    "create temp table x (a int)",
    "create schema x",
    "select lo_create(0)",
    "select pg_advisory_lock(1)",
    "select pg_notify('x', 'y')",
    "set local search_path = public; select make_month_partitions('2030-01-01', '2030-02-01')",
    "set role cairn",
    "alter role current_user with superuser",
    "alter role current_user connection limit 100",
  ])
    await write(text);
  await refused("alter system set work_mem = '1GB'");
  const others = await client`
    select query from pg_stat_activity where usename <> current_user and query <> '<insufficient privilege>'
      and query is not null and query <> ''`;
  expect(others).toEqual([]);
});

test("a role that lifts its own timeout is still ended, and no other session is", async () => {
  const app = await aProject();
  const { client, role } = await aRole(app, false);
  const [own] = await client`show statement_timeout`;
  expect(own!.statement_timeout).toBe("1min");
  await client.unsafe("set statement_timeout = 0");
  const sleeping = client.unsafe("select pg_sleep(300)").then(
    () => "finished",
    (error: { code: string }) => error.code,
  );
  const other = sql`select pg_sleep(0.5)`.then(() => "finished");
  const runs = () =>
    sql`select from pg_stat_activity where usename = ${role} and query like '%pg_sleep(300)%' and state = 'active'`;
  await expect.poll(async () => (await runs()).length).toBe(1);
  await expect.poll(() => endOverlong(0)).toBeGreaterThan(0);
  expect(["57P01", "CONNECTION_CLOSED", "CONNECTION_ENDED"]).toContain(await sleeping);
  expect(await other).toBe("finished");
});

test("a revoked role is gone, with its sessions", async () => {
  const app = await aProject();
  const { client, role } = await aRole(app, true);
  await client`select 1`;
  await revokeSqlRole(role);
  expect((await listSqlRoles()).map((each) => each.role)).not.toContain(role);
  await expect(client`select from cairn.v_projects`).rejects.toThrow();
  await expect(revokeSqlRole(role)).rejects.toThrow(`There is no SQL role "${role}".`);
});

test("the roles of a deleted project are dropped, and only those", async () => {
  const [app, other] = [await aProject(), await aProject()];
  const [{ role }, { role: kept }] = [await aRole(app, false), await aRole(other, false)];
  // As if the project had been deleted, with everything that refers to it.
  await sql`update cairn.roles set project_id = 999999999 where name = ${role}`;
  expect(await dropOrphanRoles()).toBeGreaterThan(0);
  const names = (await listSqlRoles()).map((each) => each.role);
  expect(names).not.toContain(role);
  expect(names).toContain(kept);
  expect(await sql`select from pg_roles where rolname = ${role}`).toEqual([]);
});

test("the report's figures can be recomputed from the views", async () => {
  const { app, summer } = await aJuneDay();
  const { client } = await aRole(app, false);
  const query = { from: "2026-06-10", to: "2026-06-10", by: "campaign" };
  const { total, rows } = await reportGroups(
    app.project,
    groupsQuery.parse(query),
    new Date("2026-06-20T12:00:00Z"),
  );
  const [sums] = await client.unsafe(`
    select
      (select count(*)::int from cairn.v_clicks where counted and clicked_day = '2026-06-10') as clicks,
      (select count(*)::int from cairn.v_installs where installed_day = '2026-06-10' and not is_test) as installs,
      (select count(*)::int from cairn.v_users where identified_day = '2026-06-10' and is_signup) as signups,
      (select sum(revenue_minor)::int from cairn.v_payments where paid_day = '2026-06-10') as revenue,
      (select sum(amount_minor)::int from cairn.v_spend where day = '2026-06-10') as spend,
      (select sum(count)::int from cairn.v_ledger where day = '2026-06-10' and measure = 'installs') as counted_installs,
      (select sum(revenue_minor)::int from cairn.v_cohort_day) as cohort_revenue`);
  const { clicks, installs, signups, revenue, spend } = total!;
  expect(sums).toEqual({
    ...{ clicks, installs, signups, revenue, spend },
    counted_installs: installs,
    cohort_revenue: revenue,
  });
  const [cohort] = await client.unsafe(`
    select installs::int, opened::int, revenue_minor::int from cairn.v_cohort_day
    where campaign_id = '${summer.id}' and day_n = 0`);
  const inReport = rows.find(({ labels }) => labels[0] === "Summer")!.metrics;
  expect(cohort).toEqual({
    installs: inReport.installs,
    opened: inReport.installs,
    revenue_minor: inReport.revenue,
  });
  const [money] = await client.unsafe(`select sum(revenue) as revenue from cairn.v_payments`);
  expect(Number(money!.revenue)).toBe(revenue! / 100);
});
