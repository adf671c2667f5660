import { expect, test } from "vitest";
import { sql } from "@/db";
import { hashOfSecret } from "@/lib/accounts/access/credentials";
import { findOrInvite } from "@/lib/accounts/invitations/join";
import { signIn } from "@/lib/accounts/sign-in";
import { randomBase62 } from "@/lib/base/ids";
import { asServed, someAddress } from "@/lib/platform/http/testing";
import { type AMember, aMember, anAccount, aSession, aVisitor } from "@/testing/factories";
import { meRoutes } from "./me";
import { membersRoutes } from "./members";

const password = "correct horse battery";
const someEmail = () => `${randomBase62(10).toLowerCase()}@example.com`;
const day = 24 * 60 * 60 * 1000;

asServed([membersRoutes, meRoutes], (call) => {
  async function invited(by: AMember, email = someEmail(), role = "marketer") {
    const path = `/api/dashboard/accounts/${by.account}/invitations`;
    const got = await call(`POST ${path}`, { session: by.session, body: { email, role } });
    expect(got.status).toBe(201);
    const token: string = got.body.data.link.split("/").at(-1);
    return { email, token, id: got.body.data.invitation.id, link: got.body.data.link };
  }

  test("a new person chooses a name and a password, and can sign in", async () => {
    const owner = await aMember("owner");
    const { email, token, link } = await invited(owner);
    expect(link).toMatch(/^http:\/\/localhost:3000\/invite\/[0-9A-Za-z]{32}$/);
    const offer = await call(`GET /api/dashboard/invitations/${token}`);
    expect(offer.body.data).toMatchObject({ email, role: "marketer", yours: false });

    const got = await call(`POST /api/dashboard/invitations/${token}`, {
      body: { name: "Grace", password },
    });
    expect(got).toMatchObject({ status: 200, body: { data: { account_id: owner.account } } });
    const member = await signIn({ email, password }, aVisitor({ address: someAddress() }));
    expect(member).toMatchObject({ id: got.body.data.member_id, name: "Grace" });

    for (const line of ["GET", "POST"]) {
      const again = await call(`${line} /api/dashboard/invitations/${token}`, {
        body: { name: "Eve", password },
      });
      expect(again).toMatchObject({ status: 404, body: { status: 404 } });
    }
  });

  test("the link is returned once, and open invitations are listed without it", async () => {
    const owner = await aMember("owner");
    const { email, id, token } = await invited(owner);
    const path = `/api/dashboard/accounts/${owner.account}/invitations`;
    const got = await call(`GET ${path}`, { session: owner.session });
    expect(got.body.data.invitations).toMatchObject([
      { id, email, role: "marketer", invited_by: owner.email },
    ]);
    expect(got.text).not.toContain(token);
    const [row] = await sql<{ stored: string; hash: Buffer }[]>`
      select i::text as stored, i.token_hash as hash from invitations i where id = ${id}`;
    expect(row?.stored).not.toContain(token);
    expect(row?.hash).toEqual(hashOfSecret(token));
  });

  test("400 for each missing field of a new person", async () => {
    const { token } = await invited(await aMember("owner"));
    const post = (body: object) => call(`POST /api/dashboard/invitations/${token}`, { body });
    expect((await post({ name: "Grace" })).body.errors).toEqual({ password: "Password is required." });
    expect((await post({ name: " ", password })).body.errors).toEqual({ name: "Name is required." });
    expect((await post({ name: "Grace", password: "short" })).body.errors).toEqual({
      password: "Use a password of at least 8 characters.",
    });
    expect((await post({ name: "Grace", password })).status).toBe(200);
  });

  test("the link alone does not sign in as a member: the session or the password is required", async () => {
    const owner = await aMember("owner");
    const member = await aMember("viewer", undefined, { password });
    const { token } = await invited(owner, member.email, "admin");
    const post = (body: object, session?: string) =>
      call(`POST /api/dashboard/invitations/${token}`, { body, ...(session ? { session } : {}) });
    expect((await post({})).status).toBe(400);
    expect((await post({}, owner.session)).status).toBe(400);
    expect((await post({ name: "Eve" }, owner.session)).status).toBe(400);
    expect((await post({ password: "her own choice" })).status).toBe(400);
    expect((await post({ name: "Eve", password: "her own choice" })).status).toBe(409);
    const got = await post({ password });
    expect(got).toMatchObject({
      status: 200,
      body: { data: { member_id: member.id, account_id: owner.account } },
    });
    const ours = await call("GET /api/dashboard/me", { session: member.session });
    const roles = ours.body.data.accounts.map((account: { role: string }) => account.role);
    expect(roles.sort()).toEqual(["admin", "viewer"]);
  });

  test("a signed-in member joins without a password", async () => {
    const owner = await aMember("owner");
    const member = await aMember("viewer");
    const { token } = await invited(owner, member.email.toUpperCase());
    const path = `/api/dashboard/invitations/${token}`;
    expect((await call(`GET ${path}`, { session: member.session })).body.data.yours).toBe(true);
    expect((await call(`GET ${path}`, { session: owner.session })).body.data.yours).toBe(false);
    const got = await call(`POST ${path}`, { body: {}, session: member.session });
    expect(got).toMatchObject({ status: 200, body: { data: { member_id: member.id } } });
  });

  test("the link does not show whether the email has an account elsewhere", async () => {
    const owner = await aMember("owner");
    const member = await aMember("viewer", undefined, { password });
    const [known, unknown] = [await invited(owner, member.email), await invited(owner)];
    const query = [
      (path: string) => call(`GET ${path}`),
      (path: string) => call(`GET ${path}`, { session: owner.session }),
      (path: string) => call(`POST ${path}`, { body: {} }),
      (path: string) => call(`POST ${path}`, { body: { name: "Eve" } }),
      (path: string) => call(`POST ${path}`, { body: { name: "Eve", password: "short" } }),
      (path: string) => call(`POST ${path}`, { body: { name: "Eve", password: "password" } }),
      (path: string) => call(`POST ${path}`, { body: { password: "a guess of hers" } }),
    ];
    for (const send of query) {
      const [one, other] = [
        await send(`/api/dashboard/invitations/${known.token}`),
        await send(`/api/dashboard/invitations/${unknown.token}`),
      ];
      const responseText = ({ email }: { email: string }, { status, text }: typeof one) =>
        `${status} ${text.replaceAll(email, "the email")}`;
      expect(responseText(known, one)).toBe(responseText(unknown, other));
    }
  });

  test("an invitation ends permanently if its author loses the right to create it", async () => {
    const account = await anAccount();
    const owner = await aMember("owner", account);
    const [demoted, removed, lesser] = [
      await aMember("admin", account),
      await aMember("admin", account),
      await aMember("owner", account),
    ];
    const made = [
      await invited(demoted),
      await invited(removed),
      await invited(lesser, undefined, "owner"),
      await invited(lesser, undefined, "admin"),
    ];
    const change = (member: AMember, role: string) =>
      call(`PATCH /api/dashboard/accounts/${account}/members/${member.id}`, {
        session: owner.session,
        body: { role },
      });
    await change(demoted, "marketer");
    await call(`DELETE /api/dashboard/accounts/${account}/members/${removed.id}`, owner);
    await change(lesser, "admin");
    const statuses = () =>
      Promise.all(
        made.map(async ({ token }) => (await call(`GET /api/dashboard/invitations/${token}`)).status),
      );
    expect(await statuses()).toEqual([404, 404, 404, 200]);
    expect(
      await call(`POST /api/dashboard/invitations/${made[0]?.token}`, { body: { name: "Eve", password } }),
    ).toMatchObject({ status: 404 });
    await change(demoted, "admin");
    await change(lesser, "owner");
    expect(await statuses()).toEqual([404, 404, 404, 200]);
    const list = await call(`GET /api/dashboard/accounts/${account}/invitations`, owner);
    expect(list.body.data.invitations.map(({ id }: { id: number }) => id)).toEqual([made[3]?.id]);
  });

  test("an invitation is invalid if its author was demoted at the same moment", async () => {
    const account = await anAccount();
    const admin = await aMember("admin", account);
    const { token, email } = await invited(admin);
    await sql`update memberships set role = 'viewer' where member_id = ${admin.id}`;
    expect((await call(`GET /api/dashboard/invitations/${token}`)).status).toBe(404);
    const post = await call(`POST /api/dashboard/invitations/${token}`, {
      body: { name: "Eve", password },
    });
    expect(post.status).toBe(404);
    expect(await findOrInvite({ email, name: "Eve" }, new Date())).toBeNull();
  });

  test("an owner, but not an admin, can withdraw or replace an owner's invitation", async () => {
    const account = await anAccount();
    const [owner, admin] = [await aMember("owner", account), await aMember("admin", account)];
    const path = `/api/dashboard/accounts/${account}/invitations`;
    const toOwner = await invited(owner, undefined, "owner");
    const toViewer = await invited(owner, undefined, "viewer");
    const own = await invited(admin);
    const refused = {
      status: 403,
      body: { msg: "An owner invited this person. Only an owner can change that." },
    };
    for (const { id, email } of [toOwner, toViewer]) {
      expect(await call(`DELETE ${path}/${id}`, { session: admin.session })).toMatchObject(refused);
      const body = { email: email.toUpperCase(), role: "marketer" };
      expect(await call(`POST ${path}`, { session: admin.session, body })).toMatchObject(refused);
    }
    const may = async (session: string) =>
      Object.fromEntries(
        (await call(`GET ${path}`, { session })).body.data.invitations.map(
          (each: { id: number; may_withdraw: boolean }) => [each.id, each.may_withdraw],
        ),
      );
    expect(await may(admin.session)).toEqual({ [toOwner.id]: false, [toViewer.id]: false, [own.id]: true });
    expect(await may(owner.session)).toEqual({ [toOwner.id]: true, [toViewer.id]: true, [own.id]: true });
    expect((await call(`GET /api/dashboard/invitations/${toOwner.token}`)).status).toBe(200);
    await invited(owner, toViewer.email, "marketer");
    expect((await call(`DELETE ${path}/${toOwner.id}`, { session: owner.session })).status).toBe(200);
    expect((await call(`DELETE ${path}/${own.id}`, { session: admin.session })).status).toBe(200);
  });

  test("of two concurrent uses of one link one joins", async () => {
    const { token } = await invited(await aMember("owner"));
    const got = await Promise.all(
      ["Ada", "Bea", "Cy"].map((name) =>
        call(`POST /api/dashboard/invitations/${token}`, { body: { name, password } }),
      ),
    );
    expect(got.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of got) expect([200, 404, 409]).toContain(status);
  });

  test("guessing a member's password with an invitation link is limited like signing in", {
    timeout: 300_000,
  }, async () => {
    const member = await aMember("viewer", undefined, { password });
    const { token } = await invited(await aMember("owner"), member.email);
    const address = someAddress();
    const post = (secret: string) =>
      call(`POST /api/dashboard/invitations/${token}`, { body: { password: secret }, address });
    for (let i = 0; i < 10; i++) expect((await post(`guess ${i}`)).status).toBe(400);
    expect((await post(password)).status).toBe(429);
  });

  test("an invitation ends after a week", async () => {
    const { token } = await invited(await aMember("owner"));
    const now = Date.now();
    const at = async (ms: number) =>
      (await call(`GET /api/dashboard/invitations/${token}`, { now: new Date(now + ms) })).status;
    expect([await at(7 * day - 60_000), await at(7 * day + 60_000)]).toEqual([200, 404]);
  });

  test("a second invitation to an email replaces the first, and a withdrawn one is invalid", async () => {
    const owner = await aMember("owner");
    const first = await invited(owner);
    const second = await invited(owner, first.email, "admin");
    const status = async (token: string) => (await call(`GET /api/dashboard/invitations/${token}`)).status;
    expect([await status(first.token), await status(second.token)]).toEqual([404, 200]);
    const line = `DELETE /api/dashboard/accounts/${owner.account}/invitations/${second.id}`;
    expect((await call(line, { session: (await aMember("owner")).session })).status).toBe(404);
    expect((await call(line, { session: owner.session })).status).toBe(200);
    expect((await call(line, { session: owner.session })).status).toBe(404);
    expect(await status(second.token)).toBe(404);
  });

  test("400 for an existing member, 403 for a role above the author's own", async () => {
    const account = await anAccount();
    const admin = await aMember("admin", account);
    const path = `/api/dashboard/accounts/${account}/invitations`;
    const post = (body: object) => call(`POST ${path}`, { session: admin.session, body });
    const taken = `${admin.email} is a member already.`;
    expect(await post({ email: admin.email, role: "viewer" })).toMatchObject({
      status: 400,
      body: { errors: { email: taken } },
    });
    expect(await post({ email: someEmail(), role: "owner" })).toMatchObject({ status: 403 });
    expect((await post({ email: "a b@c", role: "viewer" })).body.errors).toEqual({
      email: "Enter an email address.",
    });
  });

  test("sign-in with an external service only admits existing or invited members", async () => {
    const owner = await aMember("owner");
    const now = new Date();
    const stranger = someEmail();
    expect(await findOrInvite({ email: stranger, name: "Eve" }, now)).toBeNull();
    expect(await findOrInvite({ email: "", name: "Eve" }, now)).toBeNull();
    expect(await findOrInvite({ email: owner.email.toUpperCase(), name: "Else" }, now)).toMatchObject({
      id: owner.id,
    });

    const { email } = await invited(owner);
    const joined = await findOrInvite({ email, name: "Grace" }, now);
    const session = await aSession(joined!.id as never);
    const ours = (await call("GET /api/dashboard/me", { session })).body.data;
    expect(ours).toMatchObject({
      member: { email, name: "Grace" },
      accounts: [{ id: owner.account, role: "marketer" }],
    });
    const expired = await invited(owner);
    expect(
      await findOrInvite({ email: expired.email, name: "Late" }, new Date(now.getTime() + 8 * day)),
    ).toBeNull();
  });
});
