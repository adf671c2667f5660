import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { disconnect, sql, watchReplica } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { completeEnv } from "@/lib/base/env";
import { pageRole } from "@/lib/data-access/query/queries";
import { cancelQuery, runQuery } from "@/lib/data-access/query/run";
import { runInput } from "@/lib/data-access/query/schema";
import { listViews } from "@/lib/data-access/query/views";
import { endOverlong } from "@/lib/data-access/sql/queries";
import { createSqlRole, dropOrphanRoles, listSqlRoles, revokeSqlRole } from "@/lib/data-access/sql/roles";
import { type AProject, aProject } from "@/testing/factories";
import { fillTables } from "@/testing/full-project";
import { hasPgBouncer, startPgBouncer } from "@/testing/programs/pgbouncer";
import { ReplicaPair } from "@/testing/replica";

/** SQL roles on a Postgres of an operator: an owner without superuser, a streaming replica, and PgBouncer. */
const folder = mkdtempSync(join(tmpdir(), "cairn-sql-roles-"));
let pair: ReplicaPair;
let [a, b]: AProject[] = [];
const clients: postgres.Sql[] = [];
let pooler: Awaited<ReturnType<typeof startPgBouncer>> | null = null;

beforeAll(async () => {
  pair = await ReplicaPair.begin(folder);
  [a, b] = [await fillTables(await aProject()), await fillTables(await aProject())];
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end({ timeout: 0 });
  await use({});
  await pair.onPrimary("alter role cairn createrole; grant connect on database cairn to public");
  pooler?.stop();
  pooler = null;
});
afterAll(async () => {
  await pair.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Settings of the operator; without any, Cairn uses the primary directly. */
async function use(settings: Record<string, string>) {
  await disconnect();
  completeEnv({
    DATABASE_URL: pair.url("primary"),
    DATABASE_REPLICA_URL: "",
    DATABASE_REPLICA_LAG: "60",
    DATABASE_PREPARE: "",
    ...settings,
  });
}

const atPort = (url: string, port: number) => url.replace(/:\d+\//, `:${port}/`);

function signIn(url: string): postgres.Sql {
  const client = postgres(url, { max: 1, prepare: false, fetch_types: false, onnotice: () => {} });
  clients.push(client);
  return client;
}

function run(app: AProject, text: string, more: { run_id?: string; confirmed?: boolean } = {}) {
  const input = runInput.parse({ sql: text, run_id: randomUUID(), ...more });
  return runQuery(app.project, input, { personal: false, by: commandLine });
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

/** A role reads its project, and nothing else, and its limits apply. */
async function proveLimits(client: postgres.Sql) {
  expect([...(await client`select id from cairn.v_projects`)]).toEqual([{ id: String(a!.project.id) }]);
  const [seen] = await client`select count(*)::int as rows from cairn.v_installs`;
  expect(seen!.rows).toBeGreaterThan(0);
  const [set] = await client`
    select current_setting('statement_timeout') as timeout, current_setting('default_transaction_read_only') as reads,
      session_user::text as name`;
  expect(set).toMatchObject({ timeout: "1min", reads: "on", name: expect.stringMatching(/^cairn_sql_/) });
  for (const text of [
    "select from public.projects",
    "delete from cairn.roles",
    "create table public.x (n int)",
    "create temp table x (n int)",
    "set role cairn",
  ])
    expect(await failureOf(client.unsafe(text)), text).toMatchObject({
      code: expect.stringMatching(/^(42501|25006)$/),
    });
}

async function proveCancelled(app: AProject) {
  const run_id = randomUUID();
  let failure: unknown = null;
  void failureOf(run(app, "select pg_sleep(300)", { run_id })).then((error) => {
    failure = error;
  });
  // A cancellation between two statements of the run has no effect.
  await expect.poll(async () => (await cancelQuery(app.project, run_id)) && failure).not.toBeNull();
  expect(failure).toMatchObject({ code: "query_failed", message: "The query was cancelled." });
}

const rights = "advisory locks and large objects";

describe("on a server of the operator", () => {
  test("a missing right of the database role is one sentence with the statement that grants it", async () => {
    await pair.onPrimary("revoke create on database cairn from cairn");
    await expect(createSqlRole(a!.project, false, new Date())).rejects.toMatchObject({
      code: "wrong_state",
      message: expect.stringContaining("run ALTER DATABASE … OWNER TO …"),
    });
    await pair.onPrimary("grant create on database cairn to cairn");
    for (const work of [() => createSqlRole(a!.project, false, new Date()), () => run(a!, "select 1")])
      expect(await failureOf(work())).toMatchObject({
        code: "wrong_state",
        message: expect.stringContaining("lacks CREATEROLE. Grant it with ALTER ROLE … CREATEROLE"),
      });
    expect(await listSqlRoles()).toEqual([]);
  });

  test("a role has its limits on the primary and on the replica, and is revoked with its sessions", async () => {
    await pair.onPrimary(
      "revoke connect on database cairn from public; grant connect on database cairn to cairn",
    );
    await use({ DATABASE_REPLICA_URL: pair.url("standby") });
    const { role, url, warnings } = await createSqlRole(a!.project, false, new Date());
    expect(warnings).toEqual([expect.stringContaining(rights)]);
    expect(new URL(url).port).toBe(String(pair.standbyPort));
    await proveLimits(signIn(url));
    const primary = atPort(url, pair.primaryPort);
    const five = Array.from({ length: 5 }, () => signIn(primary));
    await Promise.all(five.map((client) => client`select 1`));
    expect(await failureOf(signIn(primary)`select 1`)).toMatchObject({ code: "53300" });
    await proveLimits(five[0]!);
    const sleeping = failureOf(five[1]!`select pg_sleep(300)`);
    await expect.poll(() => endOverlong(0)).toBeGreaterThan(0);
    expect(await sleeping).not.toBeNull();
    await revokeSqlRole(role);
    expect(await failureOf(five[2]!`select 1`)).not.toBeNull();
    expect(await failureOf(signIn(primary)`select 1`)).toMatchObject({ code: "28P01" });
  });

  test("without CREATEROLE, revoking asks for it, and the role of a deleted project loses its rights", async () => {
    const { role, url } = await createSqlRole(a!.project, false, new Date());
    await pair.onPrimary("alter role cairn nocreaterole");
    await expect(revokeSqlRole(role)).rejects.toThrow("lacks CREATEROLE");
    await proveLimits(signIn(url));
    await sql`update cairn.roles set project_id = 999999999 where name = ${role}`;
    expect(await dropOrphanRoles()).toBe(1);
    expect(await failureOf(signIn(url)`select from cairn.v_projects`)).toMatchObject({ code: "42501" });
    expect(await dropOrphanRoles()).toBe(0);
    await pair.onPrimary(`drop role "${role}"`);
  });

  test("queries of the page run on the replica, also right after their role is made, and are cancelled there", async () => {
    await use({ DATABASE_REPLICA_URL: pair.url("standby") });
    await expect.poll(() => watchReplica()?.isUsed).toBe(true);
    expect((await run(b!, "select id from cairn.v_projects")).rows).toEqual([[String(b!.project.id)]]);
    const onStandby = async () => (await run(b!, "select pg_is_in_recovery()")).rows[0]?.[0];
    await expect.poll(onStandby).toBe("t");
    await proveCancelled(b!);
    await revokeSqlRole(pageRole(b!.project, false));
  });
});

describe.runIf(hasPgBouncer())("behind PgBouncer, per transaction", () => {
  const password = "pooler";
  beforeAll(() =>
    // As in docs/sql.md.
    pair.onPrimary(`
      alter role cairn createrole;
      create role cairn_pooler login password '${password}';
      grant connect on database cairn to cairn_pooler;
      create schema cairn_pooler;
      create function cairn_pooler.sql_roles(name text) returns table (usename name, passwd text)
        language sql security definer set search_path = pg_catalog
        as $$ select usename, passwd from pg_shadow where usename = name and starts_with(name, 'cairn_sql_') $$;
      revoke all on function cairn_pooler.sql_roles(text) from public;
      grant usage on schema cairn_pooler to cairn_pooler;
      grant execute on function cairn_pooler.sql_roles(text) to cairn_pooler`),
  );

  const known =
    "auth_user = cairn_pooler\nauth_query = select usename, passwd from cairn_pooler.sql_roles($1)";

  async function usePooler({ user = "", auth = `auth_type = scram-sha-256\n${known}` } = {}) {
    pooler = await startPgBouncer(folder, {
      databases: `cairn = host=127.0.0.1 port=${pair.primaryPort}${user}`,
      settings: `pool_mode = transaction\ndefault_pool_size = 8\n${auth}`,
      users: `"cairn" "${pair.password}"\n"cairn_pooler" "${password}"\n`,
    });
    await use({ DATABASE_URL: atPort(pair.url("primary"), pooler.port), DATABASE_PREPARE: "off" });
  }

  test("a role has its limits through the pooler", async () => {
    await usePooler();
    const { role, url, warnings } = await createSqlRole(a!.project, false, new Date());
    expect(warnings).toEqual([expect.stringContaining(rights)]);
    expect(new URL(url).port).toBe(String(pooler!.port));
    const client = signIn(url);
    await proveLimits(client);
    const sleeping = failureOf(client`select pg_sleep(300)`);
    await expect.poll(() => endOverlong(0)).toBeGreaterThan(0);
    expect(await sleeping).not.toBeNull();
    await revokeSqlRole(role);
    expect(await failureOf(signIn(url)`select 1`)).not.toBeNull();
  });

  test("queries of the page run, are cancelled and leave nothing to the next one", async () => {
    await usePooler();
    expect((await run(a!, "select id from cairn.v_projects")).rows).toEqual([[String(a!.project.id)]]);
    expect((await listViews(a!.project, false)).views.length).toBeGreaterThan(10);
    const setting = (name: string) => run(a!, `select current_setting('${name}')`);
    expect((await setting("statement_timeout")).rows).toEqual([["50s"]]);
    const before = (await setting("search_path")).rows;
    await run(a!, "select set_config('search_path', 'nowhere', false)");
    expect((await setting("search_path")).rows).toEqual(before);
    await proveCancelled(a!);
  });

  test("a sixth query at the same time is refused, although the pooler makes it wait", async () => {
    await usePooler();
    await run(a!, "select 1");
    const ids = Array.from({ length: 5 }, () => randomUUID());
    const running = ids.map((run_id) => failureOf(run(a!, "select pg_sleep(300)", { run_id })));
    const active = async () =>
      (
        await sql`select from pg_stat_activity where usename = ${pageRole(a!.project, false)}
          and state = 'active' and query like '%pg_sleep%' and query not like 'explain%'`
      ).length;
    await expect.poll(active).toBe(5);
    expect(await failureOf(run(a!, "select 1"))).toMatchObject({ code: "rate_limited" });
    for (const id of ids) await cancelQuery(a!.project, id);
    await Promise.all(running);
    expect((await run(a!, "select 1")).rows).toEqual([["1"]]);
  });

  test("a pooler that does not know the roles is named, with what to change", async () => {
    await usePooler({ auth: "auth_type = scram-sha-256" });
    expect(await failureOf(run(a!, "select 1"))).toMatchObject({
      code: "wrong_state",
      message: expect.stringMatching(/does not let the role cairn_sql_page_\d+ sign in.*connection pooler/),
    });
    const { role, warnings } = await createSqlRole(a!.project, false, new Date());
    expect(warnings).toContainEqual(
      expect.stringMatching(/cannot sign in at its address from here: .*pooler/),
    );
    await revokeSqlRole(role);
  });

  test("a pooler that signs in as one user for all is refused: a query would have that user's rights", async () => {
    await usePooler({ user: ` user=cairn password=${pair.password}`, auth: "auth_type = any" });
    const refused = { code: "wrong_state", message: expect.stringContaining("Remove user=") };
    expect(await failureOf(run(a!, "select count(*) from public.projects"))).toMatchObject(refused);
    expect(await failureOf(listViews(a!.project, false))).toMatchObject(refused);
    const before = await listSqlRoles();
    expect(await failureOf(createSqlRole(a!.project, false, new Date()))).toMatchObject(refused);
    expect(await listSqlRoles()).toEqual(before);
  });
});
