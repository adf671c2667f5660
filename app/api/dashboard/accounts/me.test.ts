import { expect, test } from "vitest";
import { sql } from "@/db";
import { env } from "@/lib/base/env";
import { asServed, someAddress } from "@/lib/platform/http/testing";
import { aMember, aProject, aSession } from "@/testing/factories";
import { auditRoutes } from "./audit";
import { meRoutes } from "./me";

const password = "correct horse battery";
const cookieOf = (headers: Headers) => headers.getSetCookie()[0]?.split(";")[0] ?? "";

asServed([meRoutes, auditRoutes], (call) => {
  const status = async (session: string) => (await call("GET /api/dashboard/me", { session })).status;

  test("401 Sign in first. without a session", async () => {
    for (const line of [
      "GET /api/dashboard/me",
      "POST /api/dashboard/me/password",
      "POST /api/dashboard/me/sign-out-everywhere",
    ]) {
      expect(await call(line, { body: {} })).toMatchObject({
        status: 401,
        body: { msg: "Sign in first.", status: 401, data: null },
      });
    }
  });

  test("with very many projects the first are returned with the total; the others are found by name and ID", async () => {
    const member = await aMember("viewer");
    const { session, account } = member;
    await sql`
      insert into projects (account_id, name, slug, archived_at)
      select ${account}, 'App ' || lpad(n::text, 3, '0'), 'many-' || ${account}::bigint || '-' || n,
        case when n = 1 then now() end
      from generate_series(1, 105) n`;
    const other = await aProject({ name: "App 104" });
    const { body } = await call("GET /api/dashboard/me", { session });
    const names = body.data.projects.map(({ name }: { name: string }) => name);
    expect(body.data.project_count).toBe(105);
    expect([names.length, names[0], names[99]]).toEqual([100, "App 002", "App 101"]);

    const found = async (query: Record<string, string>) =>
      (await call("GET /api/dashboard/me/projects", { session, query })).body.data;
    expect(await found({ search: " app 104 " })).toMatchObject({
      project_count: 1,
      projects: [{ name: "App 104", account_id: account, role: "viewer" }],
    });
    expect((await found({ search: "many-" })).project_count).toBe(105);
    expect((await found({ search: "100%_" })).project_count).toBe(0);
    const [{ id }] = (await found({ search: "001" })).projects;
    expect((await found({ ids: `${id},${other.project.id},999999999` })).projects).toMatchObject([
      { id, name: "App 001", archived: true },
    ]);
    expect((await found({ account: String(other.accountId) })).projects).toEqual([]);
    const wrong = await call("GET /api/dashboard/me/projects", { session, query: { ids: "1,x" } });
    expect(wrong).toMatchObject({
      status: 400,
      body: { msg: "ids must be project IDs, separated by commas." },
    });
  });

  test("returns the member, the accounts with the role, and their projects", async () => {
    const member = await aMember("marketer");
    const { project } = await aProject({ account: member.account, name: "Äpfel & Birnen" });
    await aProject();
    const got = await call("GET /api/dashboard/me", { session: member.session });
    expect(got.body.data).toMatchObject({
      member: { id: member.id, email: member.email, name: "Somebody" },
      accounts: [{ id: member.account, role: "marketer" }],
      projects: [
        {
          id: project.id,
          account_id: member.account,
          name: "Äpfel & Birnen",
          role: "marketer",
          suspended: false,
        },
      ],
    });
    expect(got.body.data.projects).toHaveLength(1);
  });

  test("a member without a password is reported, because they sign in with another service", async () => {
    const { id, session } = await aMember("viewer");
    const hasPassword = async () =>
      (await call("GET /api/dashboard/me", { session })).body.data.member.has_password;
    await sql`update members set password_hash = null where id = ${id}`;
    expect(await hasPassword()).toBe(false);
    await sql`update members set password_hash = 'x' where id = ${id}`;
    expect(await hasPassword()).toBe(true);
  });

  test("the number format follows the browser until the member chooses one, for this member only", async () => {
    const { session } = await aMember("viewer");
    const other = await aMember("viewer");
    const formats = async (of: string) =>
      (await call("GET /api/dashboard/me", { session: of })).body.data.formats;
    const asBrowser = { locale: null };
    expect(await formats(session)).toEqual(asBrowser);
    const choose = (body: object) => call("PUT /api/dashboard/me/formats", { session, body });
    const chosen = { locale: "de-DE" };
    expect(await choose({ ...chosen, locale: "de-de" })).toMatchObject({
      status: 200,
      body: { data: chosen },
    });
    expect([await formats(session), await formats(other.session)]).toEqual([chosen, asBrowser]);
    expect((await choose(asBrowser)).status).toBe(200);
    expect(await formats(session)).toEqual(asBrowser);
  });

  test.each([
    [{ locale: "no locale" }, "locale", "Enter a locale, such as en-GB."],
    [{ locale: "xx-YY" }, "locale", "Enter a locale, such as en-GB."],
    [{ locale: 7 }, "locale", "Choose a locale."],
  ])("400 for the formats %j", async (body, field, msg) => {
    const { session } = await aMember("owner");
    expect(await call("PUT /api/dashboard/me/formats", { session, body })).toMatchObject({
      status: 400,
      body: { errors: { [field]: msg } },
    });
  });

  test("members can change their own name, and the audit log records it", async () => {
    const member = await aMember("owner");
    const session = member.session;
    const got = await call("PATCH /api/dashboard/me", { session, body: { name: "  Ada Lovelace " } });
    expect(got).toMatchObject({ status: 200, body: { data: { member: { name: "Ada Lovelace" } } } });
    expect((await call("GET /api/dashboard/me", { session })).body.data.member.name).toBe("Ada Lovelace");
    const log = await call(`GET /api/dashboard/accounts/${member.account}/audit`, { session });
    expect(log.body.data.entries[0]).toMatchObject({ action: "member.rename", actor: member.email });
  });

  test.each([
    [{}, "Name is required."],
    [{ name: "  " }, "Name is required."],
    [{ name: null }, "Name is required."],
    [{ name: 7 }, "Name must be text."],
    [{ name: "x".repeat(101) }, "Name must be at most 100 characters long."],
  ])("400 for the name in %j", async (body, msg) => {
    const { session } = await aMember("owner");
    expect(await call("PATCH /api/dashboard/me", { session, body })).toMatchObject({
      status: 400,
      body: { msg, status: 400, data: null, errors: { name: msg } },
    });
  });

  test("signing out everywhere ends a session that began a moment ago", async () => {
    const member = await aMember("owner");
    const other = await aSession(member.id);
    const got = await call("POST /api/dashboard/me/sign-out-everywhere", { session: member.session });
    expect(got.status).toBe(200);
    expect(got.headers.getSetCookie()[0]).toMatch(/^next-auth\.session-token=; .*Max-Age=0/);
    expect([await status(member.session), await status(other)]).toEqual([401, 401]);
  });

  test("a password change ends all other sessions", async () => {
    const member = await aMember("owner", undefined, { password });
    const other = await aSession(member.id);
    const body = { current_password: password, new_password: "another horse" };
    const got = await call("POST /api/dashboard/me/password", { session: member.session, body });
    expect(got).toMatchObject({ status: 200, body: { data: null } });
    expect([await status(member.session), await status(other)]).toEqual([401, 401]);
    expect(await status(cookieOf(got.headers))).toBe(200);
    const again = await call("POST /api/dashboard/me/password", { session: cookieOf(got.headers), body });
    expect(again.body.errors).toEqual({ current_password: "Wrong password." });
  });

  test("the password is stored as a salted scrypt hash with its parameters", async () => {
    const members = [
      await aMember("owner", undefined, { password }),
      await aMember("owner", undefined, { password }),
    ];
    for (const { session } of members) {
      const body = { current_password: password, new_password: "the same new password" };
      expect((await call("POST /api/dashboard/me/password", { session, body })).status).toBe(200);
    }
    const rows = await sql<{ password_hash: string }[]>`
      select password_hash from members where id = any(${members.map(({ id }) => id)})`;
    for (const { password_hash } of rows)
      expect(password_hash).toMatch(
        new RegExp(`^\\$scrypt\\$ln=${env.PASSWORD_COST},r=8,p=3\\$[^$]{24}\\$[^$]{44}$`),
      );
    expect(rows[0]?.password_hash).not.toBe(rows[1]?.password_hash);
  });

  test("400 for a new password that is too short or too long", async () => {
    const { session } = await aMember("owner", undefined, { password });
    for (const [new_password, msg] of [
      ["short", "Use a password of at least 8 characters."],
      ["x".repeat(201), "Use a password of at most 200 characters."],
    ]) {
      const got = await call("POST /api/dashboard/me/password", {
        session,
        body: { current_password: password, new_password },
      });
      expect(got).toMatchObject({ status: 400, body: { errors: { new_password: msg } } });
    }
  });

  test("guessing the current password is limited like signing in", { timeout: 300_000 }, async () => {
    const { session } = await aMember("owner", undefined, { password });
    const address = someAddress();
    const body = { current_password: "a guess", new_password: "another horse" };
    for (let i = 0; i < 10; i++) {
      expect((await call("POST /api/dashboard/me/password", { session, body, address })).status).toBe(400);
    }
    const right = { ...body, current_password: password };
    expect((await call("POST /api/dashboard/me/password", { session, body: right, address })).status).toBe(
      429,
    );
  });

  test("of two concurrent password changes one succeeds", async () => {
    const { session } = await aMember("owner", undefined, { password });
    const change = (new_password: string) =>
      call("POST /api/dashboard/me/password", {
        session,
        body: { current_password: password, new_password },
      });
    const got = await Promise.all([change("one new horse"), change("two new horses")]);
    expect(got.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([400, 401, 409]).toContain(got.find(({ status }) => status !== 200)?.status);
  });

  test("403 if another site makes the browser send the call", async () => {
    const { session } = await aMember("owner");
    const body = { name: "Changed" };
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ]) {
      const got = await call("PATCH /api/dashboard/me", { session, body, headers: headers as never });
      expect(got).toMatchObject({ status: 403, body: { msg: "This request came from another site." } });
    }
    expect((await call("GET /api/dashboard/me", { session })).body.data.member.name).toBe("Somebody");
    for (const headers of [
      { origin: "http://localhost", "sec-fetch-site": "same-origin" },
      { origin: "http://127.0.0.1:9", "x-forwarded-host": "127.0.0.1:9" },
      { origin: "http://localhost:3000" },
      {},
    ]) {
      expect(
        (await call("PATCH /api/dashboard/me", { session, body, headers: headers as never })).status,
      ).toBe(200);
    }
  });

  test("the header of CVE-2025-29927 does not bypass the sign-in", async () => {
    const headers = { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" };
    expect((await call("GET /api/dashboard/me", { headers })).status).toBe(401);
  });

  test("405 lists the allowed methods", async () => {
    const got = await call("DELETE /api/dashboard/me");
    expect(got).toMatchObject({ status: 405, body: { status: 405, data: null } });
    expect(got.headers.get("allow")).toBe("GET, PATCH");
  });
});
