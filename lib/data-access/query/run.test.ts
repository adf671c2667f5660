import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { completeEnv } from "@/lib/base/env";
import { pageRole } from "@/lib/data-access/query/queries";
import { cancelQuery, runQuery } from "@/lib/data-access/query/run";
import { runInput } from "@/lib/data-access/query/schema";
import { listViews } from "@/lib/data-access/query/views";
import { findSqlRoles } from "@/lib/data-access/sql/queries";
import { revokeSqlRole } from "@/lib/data-access/sql/roles";
import { type AProject, aProject } from "@/testing/factories";
import { fillTables } from "@/testing/full-project";

type More = { values?: Record<string, string>; confirmed?: boolean; personal?: boolean; run_id?: string };
const used = new Set<AProject>();

function run(app: AProject, text: string, { personal = false, ...more }: More = {}) {
  used.add(app);
  const input = runInput.parse({ sql: text, run_id: randomUUID(), ...more });
  return runQuery(app.project, input, { personal, by: commandLine });
}

afterAll(async () => {
  const names = new Set(
    [...used].flatMap(({ project }) => [pageRole(project, false), pageRole(project, true)]),
  );
  for (const { name } of await findSqlRoles()) if (names.has(name)) await revokeSqlRole(name);
});

test("a query reads its project's rows, with names and kinds of its columns", async () => {
  const [a, b] = [await fillTables(await aProject()), await fillTables(await aProject())];
  const own = await run(
    a,
    "select id, created_at, 1.50 as ratio, true as yes, null as none from cairn.v_projects;",
  );
  expect(own).toMatchObject({
    columns: [
      { name: "id", kind: "text" },
      { name: "created_at", kind: "time" },
      { name: "ratio", kind: "number" },
      { name: "yes", kind: "boolean" },
      { name: "none", kind: "text" },
    ],
    is_cut: false,
  });
  expect(own.rows).toEqual([[String(a.project.id), expect.stringMatching(/\+00$/), "1.50", "t", null]]);
  const ids = async (app: AProject) => (await run(app, "select id from cairn.v_installs")).rows.flat();
  const [ofA, ofB] = [await ids(a), await ids(b)];
  expect(ofA.length).toBeGreaterThan(0);
  expect(ofA.filter((id) => ofB.includes(id))).toEqual([]);
});

test("two columns of one name are both in the result", async () => {
  const { columns, rows } = await run(await aProject(), "select 1 as n, 2 as n");
  expect([columns.map(({ name }) => name), rows]).toEqual([["n", "n"], [["1", "2"]]]);
});

test("placeholders become literals, whatever they contain", async () => {
  const app = await aProject();
  const values = { day: "2026-03-01", name: "O'Brien'); drop table projects; --" };
  const { rows } = await run(app, "select {{day}}::date + 1, {{ name }}, date '2026-03-02' > {{day}}", {
    values,
  });
  expect(rows).toEqual([["2026-03-02", values.name, "t"]]);
  await expect(run(app, "select {{day}}")).rejects.toThrow("{{day}} has no value.");
});

test.each([
  ["delete from cairn.roles", "permission denied for table roles."],
  ["select 1; select 2", "cannot insert multiple commands into a prepared statement."],
  ["select * from public.projects", "permission denied for table projects."],
  ["set statement_timeout = 0", 'Line 1: syntax error at or near "set".'],
  ["copy cairn.v_projects to stdout", 'Line 1: syntax error at or near "copy".'],
  ["begin", 'Line 1: syntax error at or near "begin".'],
  ["select\n  nothing\nfrom cairn.v_projects", 'Line 2: column "nothing" does not exist.'],
  ["select\n1 / (id::int - id::int) from cairn.v_projects", "division by zero."],
  ["select * from cairn_private.v_users", "Line 1: permission denied for schema cairn_private."],
  ["create table x as select 1", "cannot execute CREATE TABLE AS in a read-only transaction."],
])("%s is answered with the database's own words", async (text, message) => {
  const failure = await run(await aProject(), text).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "query_failed", message });
});

test("personal columns need the permission", async () => {
  const app = await fillTables(await aProject());
  const { rows } = await run(app, "select email from cairn_private.v_users", { personal: true });
  expect(rows.length).toBeGreaterThan(0);
  const [shown, all] = [await listViews(app.project, false), await listViews(app.project, true)];
  expect(shown.views.some(({ name }) => name.startsWith("cairn_private."))).toBe(false);
  const users = all.views.find(({ name }) => name === "cairn_private.v_users")!;
  expect(users.columns).toContainEqual({ name: "email", type: "text" });
  expect(users.about).not.toMatch(/^v\d/);
});

test("a result has at most 10,000 rows", async () => {
  const app = await aProject();
  const exact = await run(app, "select n from generate_series(1, 10000) n");
  expect([exact.rows.length, exact.is_cut]).toEqual([10_000, false]);
  const more = await run(app, "select n from generate_series(1, 10001) n");
  expect([more.rows.length, more.is_cut, more.rows.at(-1)]).toEqual([10_000, true, ["10000"]]);
});

test("a result ends at eight million characters", async () => {
  const { rows, is_cut } = await run(
    await aProject(),
    "select repeat('x', 1000000) from generate_series(1, 20)",
  );
  expect([rows.length, is_cut]).toEqual([8, true]);
});

test("a value that would fill the memory ends the query", async () => {
  const failure = await run(await aProject(), "select repeat('x', 100000000)").catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code: "query_failed", message: expect.stringContaining("too large") });
});

test("a query that the database expects to be expensive must be confirmed", async () => {
  const app = await aProject();
  // The planner expects 1,000 rows of each, and does not see that it is one.
  const one = "generate_series(1, (select 1))";
  const text = `select count(*) from ${one} a, ${one} b, ${one} c`;
  const failure = await run(app, text).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: "query_expensive",
    message: expect.stringMatching(/about [\d,]+ rows/),
  });
  expect((await run(app, text, { confirmed: true })).rows).toEqual([["1"]]);
});

test("a run is cancelled by its ID, and only from its project", async () => {
  const [app, other] = [await aProject(), await aProject()];
  const run_id = randomUUID();
  const failure = run(app, "select pg_sleep(100)", { run_id }).catch((error: unknown) => error);
  const isRunning = async () =>
    (
      await sql`select from pg_stat_activity where application_name = ${`cairn query ${run_id}`} and state = 'active'
      and query like '%pg_sleep%' and query not like 'explain%'`
    ).length;
  await expect.poll(isRunning).toBe(1);
  expect(await cancelQuery(other.project, run_id)).toEqual({ cancelled: false });
  expect(await cancelQuery(app.project, run_id)).toEqual({ cancelled: true });
  expect(await failure).toMatchObject({ code: "query_failed", message: "The query was cancelled." });
});

test("a sixth query at the same time is refused", async () => {
  const app = await aProject();
  await run(app, "select 1");
  const ids = Array.from({ length: 5 }, () => randomUUID());
  const running = ids.map((run_id) => run(app, "select pg_sleep(100)", { run_id }).catch(() => null));
  const count = async () =>
    (
      await sql`select from pg_stat_activity where usename = ${pageRole(app.project, false)} and state = 'active'
      and query not like 'explain%'`
    ).length;
  await expect.poll(count).toBe(5);
  await expect(run(app, "select 1")).rejects.toMatchObject({ code: "rate_limited" });
  await Promise.all(ids.map((id) => cancelQuery(app.project, id)));
  await Promise.all(running);
});

test("the role is made by the first of several queries, and again after it was revoked", async () => {
  const app = await aProject();
  const results = await Promise.all([1, 2, 3].map((n) => run(app, `select ${n}`)));
  expect(results.map(({ rows }) => rows)).toEqual([[["1"]], [["2"]], [["3"]]]);
  await revokeSqlRole(pageRole(app.project, false));
  expect((await run(app, "select 1")).rows).toEqual([["1"]]);
});

test("an operator can turn queries off", async () => {
  completeEnv({ QUERY_PAGE: "off" });
  try {
    await expect(run(await aProject(), "select 1")).rejects.toMatchObject({
      code: "permission_denied",
      message: "The operator of this server has turned queries off.",
    });
  } finally {
    completeEnv({ QUERY_PAGE: "" });
  }
});
