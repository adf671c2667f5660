import { expect, test } from "vitest";
import { asServed } from "@/lib/platform/http/testing";
import { aMember, anAccount, aSession } from "@/testing/factories";
import { auditRoutes } from "./audit";
import { meRoutes } from "./me";
import { membersRoutes } from "./members";

asServed([membersRoutes, meRoutes, auditRoutes], (call) => {
  const of = (account: number, id: number) => `/api/dashboard/accounts/${account}/members/${id}`;
  const roleOf = async (session: string) =>
    (await call("GET /api/dashboard/me", { session })).body.data?.accounts[0]?.role;

  test("lists all members of the account and no others", async () => {
    const account = await anAccount();
    const owner = await aMember("owner", account, { email: `b${Date.now()}@example.com` });
    const viewer = await aMember("viewer", account, { email: `a${Date.now()}@example.com` });
    await aMember("owner");
    const got = await call(`GET /api/dashboard/accounts/${account}/members`, { session: viewer.session });
    expect(got.body.data.members).toMatchObject([
      { id: viewer.id, email: viewer.email, role: "viewer", last_seen_at: null },
      { id: owner.id, email: owner.email, role: "owner" },
    ]);
  });

  test("a changed role applies at once and ends the member's sessions", async () => {
    const account = await anAccount();
    const owner = await aMember("owner", account);
    const other = await aMember("viewer", account);
    const got = await call(`PATCH ${of(account, other.id)}`, {
      session: owner.session,
      body: { role: "admin" },
    });
    expect(got).toMatchObject({ status: 200, body: { data: { id: other.id, role: "admin" } } });
    expect(await roleOf(other.session)).toBeUndefined();
    expect(await roleOf(await aSession(other.id))).toBe("admin");
    const log = await call(`GET /api/dashboard/accounts/${account}/audit`, { session: owner.session });
    expect(log.body.data.entries[0]).toMatchObject({
      action: "member.change-role",
      actor: owner.email,
      target: other.email,
      detail: { from: "viewer", to: "admin" },
    });
  });

  test("setting the current role changes nothing and ends no session", async () => {
    const account = await anAccount();
    const owner = await aMember("owner", account);
    const got = await call(`PATCH ${of(account, owner.id)}`, {
      session: owner.session,
      body: { role: "owner" },
    });
    expect(got.status).toBe(200);
    expect(await roleOf(owner.session)).toBe("owner");
  });

  test("400 for a role that does not exist", async () => {
    const owner = await aMember("owner");
    const other = await aMember("viewer", owner.account);
    for (const role of ["king", "", null, 1, "__proto__"]) {
      const got = await call(`PATCH ${of(owner.account, other.id)}`, {
        session: owner.session,
        body: { role },
      });
      expect(got.body.errors).toEqual({ role: "Choose a role: viewer, marketer, admin, owner." });
    }
  });

  test("members cannot grant or remove a role above their own", async () => {
    const account = await anAccount();
    const owner = await aMember("owner", account);
    const admin = await aMember("admin", account);
    const viewer = await aMember("viewer", account);
    const { session } = admin;
    const forbidden = { status: 403, body: { msg: "You don't have permission to do this." } };
    expect(await call(`PATCH ${of(account, viewer.id)}`, { session, body: { role: "owner" } })).toMatchObject(
      forbidden,
    );
    expect(await call(`PATCH ${of(account, admin.id)}`, { session, body: { role: "owner" } })).toMatchObject(
      forbidden,
    );
    expect(await call(`PATCH ${of(account, owner.id)}`, { session, body: { role: "viewer" } })).toMatchObject(
      forbidden,
    );
    expect(await call(`DELETE ${of(account, owner.id)}`, { session })).toMatchObject(forbidden);
    expect(await roleOf(owner.session)).toBe("owner");
  });

  test("a removed member loses access at once", async () => {
    const account = await anAccount();
    const owner = await aMember("owner", account);
    const other = await aMember("admin", account);
    const got = await call(`DELETE ${of(account, other.id)}`, { session: owner.session });
    expect(got).toMatchObject({ status: 200, body: { data: { id: other.id } } });
    expect((await call("GET /api/dashboard/me", { session: other.session })).status).toBe(401);
    const list = `GET /api/dashboard/accounts/${account}/members`;
    expect((await call(list, { session: await aSession(other.id) })).status).toBe(404);
    expect((await call(`DELETE ${of(account, other.id)}`, { session: owner.session })).status).toBe(404);
  });

  test("every member may leave; removing others requires the right to manage members", async () => {
    const account = await anAccount();
    const owner = await aMember("owner", account);
    const viewer = await aMember("viewer", account);
    const marketer = await aMember("marketer", account);
    expect((await call(`DELETE ${of(account, owner.id)}`, { session: viewer.session })).status).toBe(403);
    expect((await call(`DELETE ${of(account, viewer.id)}`, { session: marketer.session })).status).toBe(403);
    expect((await call(`DELETE ${of(account, viewer.id)}`, { session: viewer.session })).status).toBe(200);
  });

  test("the last owner can neither leave nor be demoted", async () => {
    const owner = await aMember("owner");
    const { account, session } = owner;
    await aMember("admin", account);
    const refused = {
      status: 409,
      body: { msg: "An account needs an owner. Make someone else an owner first." },
    };
    expect(await call(`DELETE ${of(account, owner.id)}`, { session })).toMatchObject(refused);
    expect(await call(`PATCH ${of(account, owner.id)}`, { session, body: { role: "admin" } })).toMatchObject(
      refused,
    );
    expect(await roleOf(session)).toBe("owner");
  });

  test("of owners who leave, or remove each other, at once, one stays", async () => {
    for (let round = 0; round < 8; round++) {
      const account = await anAccount();
      const owners = await Promise.all([1, 2, 3].map(() => aMember("owner", account)));
      const [a, b, c] = owners as [(typeof owners)[0], (typeof owners)[0], (typeof owners)[0]];
      const body = { role: "viewer" };
      const got = await Promise.all([
        call(`DELETE ${of(account, a.id)}`, { session: a.session }),
        call(`PATCH ${of(account, c.id)}`, { session: b.session, body }),
        call(`PATCH ${of(account, b.id)}`, { session: c.session, body }),
      ]);
      const done = got.filter(({ status }) => status === 200).length;
      expect(done).toBeLessThanOrEqual(2);
      const roles = await Promise.all(owners.map(async ({ id }) => roleOf(await aSession(id))));
      expect(roles.filter((role) => role === "owner")).toHaveLength(3 - done);
    }
  });

  test("404 for a member of another account, as for one that does not exist", async () => {
    const owner = await aMember("owner");
    const stranger = await aMember("viewer");
    const body = { role: "admin" };
    const unknown = await call(`PATCH ${of(owner.account, 999_999_999)}`, { session: owner.session, body });
    const foreign = await call(`PATCH ${of(owner.account, stranger.id)}`, { session: owner.session, body });
    expect(unknown).toMatchObject({ status: 404, body: { msg: "Not found.", status: 404, data: null } });
    expect(foreign.text).toBe(unknown.text);
    for (const id of ["0", "-1", "1.5", "abc", "1e3", "99999999999999999999"]) {
      const got = await call(`PATCH /api/dashboard/accounts/${owner.account}/members/${id}`, {
        session: owner.session,
        body,
      });
      expect(got.status).toBe(404);
    }
  });
});
