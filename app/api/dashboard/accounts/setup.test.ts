import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, disconnect, sql } from "@/db";
import { openSetUp } from "@/lib/accounts/set-up";
import { completeEnv, env } from "@/lib/base/env";
import { randomBase62 } from "@/lib/base/ids";
import { asServed } from "@/lib/platform/http/testing";
import { setupRoutes } from "./setup";

const tables = ["accounts", "members", "memberships", "invitations", "instance_settings", "audit_log"];

/** An instance without members: empty copies of some tables hide the shared ones. */
beforeAll(async () => {
  const admin = connect({ max: 1 });
  const schema = `set_up_${randomBase62(8).toLowerCase()}`;
  await admin`create schema ${admin(schema)}`;
  for (const table of tables) {
    await admin`create table ${admin(schema)}.${admin(table)} (like ${admin("public")}.${admin(table)} including all)`;
  }
  await admin.end();
  await disconnect();
  const url = new URL(env.DATABASE_URL ?? "");
  // Functions are shared with the public schema.
  url.searchParams.set("search_path", `${schema},public`);
  completeEnv({ DATABASE_URL: url.href });
});
// The next file of this process would use these tables, too, whose IDs begin at 1 like those of the shared ones.
afterAll(() => disconnect());

const owner = (token: string) => ({
  token,
  name: "Ada",
  email: `${randomBase62(8)}@Example.com`,
  password: "correct horse",
  account_name: "Analytical Engines",
});

const tokenOf = (link: string | null) => new URL(link ?? "").searchParams.get("token") ?? "";
const removeMembers = () => sql`truncate memberships, members, accounts, instance_settings`;

asServed([setupRoutes], (call) => {
  const isOpen = async (token: string) =>
    (await call("GET /api/dashboard/setup", { query: { token } })).body.data.open;

  test("the link has the configured address, and works until the owner is created", async () => {
    await removeMembers();
    const link = await openSetUp(env.APP_URL, new Date());
    expect(link).toMatch(/^http:\/\/localhost:3000\/setup\?token=[0-9A-Za-z]{32}$/);
    const token = tokenOf(link);
    expect(await isOpen(token)).toBe(true);
    expect(await isOpen(`${token}x`)).toBe(false);
    expect((await call("GET /api/dashboard/setup")).body.data).toEqual({ open: false });

    const sent = owner(token);
    const got = await call("POST /api/dashboard/setup", { body: sent });
    expect(got).toMatchObject({ status: 201, body: { msg: "Account created." } });
    const rows = await sql`
      select m.email, m.name, s.role, a.name as account from members m
      join memberships s on s.member_id = m.id join accounts a on a.id = s.account_id`;
    expect([...rows]).toEqual([
      { email: sent.email.toLowerCase(), name: "Ada", role: "owner", account: "Analytical Engines" },
    ]);

    expect(await isOpen(token)).toBe(false);
    expect((await call("POST /api/dashboard/setup", { body: owner(token) })).status).toBe(410);
    expect(await openSetUp(env.APP_URL, new Date())).toBeNull();
  });

  test("a new link replaces the previous one, and only hashes are stored", async () => {
    await removeMembers();
    const first = tokenOf(await openSetUp(env.APP_URL, new Date()));
    const second = tokenOf(await openSetUp(env.APP_URL, new Date()));
    expect([await isOpen(first), await isOpen(second)]).toEqual([false, true]);
    const stored = JSON.stringify(await sql`select * from instance_settings`);
    expect(stored).not.toContain(second);
  });

  test("of concurrent requests with the link one creates the owner", async () => {
    await removeMembers();
    const token = tokenOf(await openSetUp(env.APP_URL, new Date()));
    const got = await Promise.all(
      Array.from({ length: 6 }, () => call("POST /api/dashboard/setup", { body: owner(token) })),
    );
    expect(got.map(({ status }) => status).sort()).toEqual([201, 410, 410, 410, 410, 410]);
    const [counts] = await sql`
      select (select count(*) from members) as members, (select count(*) from accounts) as accounts`;
    expect(counts).toEqual({ members: 1, accounts: 1 });
  });

  test("400 lists each wrong field, and the link stays valid", async () => {
    await removeMembers();
    const token = tokenOf(await openSetUp(env.APP_URL, new Date()));
    const got = await call("POST /api/dashboard/setup", {
      body: { token, email: "nobody", password: "short" },
    });
    expect(got.status).toBe(400);
    expect(got.body.errors).toEqual({
      name: "Name is required.",
      email: "Enter an email address.",
      password: "Use a password of at least 8 characters.",
      account_name: "Account name is required.",
    });
    expect(await isOpen(token)).toBe(true);
  });
});
