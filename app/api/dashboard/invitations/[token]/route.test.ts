import { expect, test } from "vitest";
import * as invitation from "@/app/api/dashboard/accounts/[account]/invitations/[id]/route";
import * as invitations from "@/app/api/dashboard/accounts/[account]/invitations/route";
import * as accept from "@/app/api/dashboard/invitations/[token]/route";
import * as me from "@/app/api/dashboard/me/route";
import { type AMember, aMember, anAccount, aSession, aVisitor } from "@/db/world";
import { findOrInvite } from "@/lib/accounts/invitations/join";
import { signIn } from "@/lib/accounts/sign-in";
import { someAddress, throughBothAdapters } from "@/lib/http/testing";
import { randomBase62 } from "@/lib/ids";

const password = "correct horse battery";
const someEmail = () => `${randomBase62(10).toLowerCase()}@example.com`;
const day = 24 * 60 * 60 * 1000;

throughBothAdapters([invitations, { GET: invitation.DELETE }, accept, me], (call) => {
  async function invited(by: AMember, email = someEmail(), role = "marketer") {
    const path = `/api/dashboard/accounts/${by.account}/invitations`;
    const got = await call(`POST ${path}`, { session: by.session, body: { email, role } });
    expect(got.status).toBe(201);
    const token: string = got.body.data.link.split("/").at(-1);
    return { email, token, id: got.body.data.invitation.id, link: got.body.data.link };
  }

  test("a person who is new chooses a name and a password, and may sign in", async () => {
    const owner = await aMember("owner");
    const { email, token, link } = await invited(owner);
    expect(link).toMatch(/^http:\/\/localhost:3000\/invite\/[0-9A-Za-z]{32}$/);
    const offer = await call(`GET /api/dashboard/invitations/${token}`);
    expect(offer.body.data).toMatchObject({ email, role: "marketer", known: false });

    const got = await call(`POST /api/dashboard/invitations/${token}`, { body: { name: "Grace", password } });
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

  test("the link is told once, and open invitations are listed without it", async () => {
    const owner = await aMember("owner");
    const { email, id, token } = await invited(owner);
    const path = `/api/dashboard/accounts/${owner.account}/invitations`;
    const got = await call(`GET ${path}`, { session: owner.session });
    expect(got.body.data.invitations).toMatchObject([
      { id, email, role: "marketer", invited_by: owner.email },
    ]);
    expect(got.text).not.toContain(token);
  });

  test("400 for each field of someone new that is missing", async () => {
    const { token } = await invited(await aMember("owner"));
    const post = (body: object) => call(`POST /api/dashboard/invitations/${token}`, { body });
    expect((await post({})).body.errors).toEqual({
      name: "Name is required.",
      password: "Password is required.",
    });
    expect((await post({ name: "Grace", password: "short" })).body.errors).toEqual({
      password: "The password must have at least 8 characters.",
    });
    expect((await post({ name: "Grace", password })).status).toBe(200);
  });

  test("a member must be signed in or know the password: the link alone does not make one that member", async () => {
    const owner = await aMember("owner");
    const member = await aMember("viewer", undefined, { password });
    const { token } = await invited(owner, member.email, "admin");
    const post = (body: object, session?: string) =>
      call(`POST /api/dashboard/invitations/${token}`, { body, ...(session ? { session } : {}) });
    expect((await call(`GET /api/dashboard/invitations/${token}`)).body.data.known).toBe(true);
    expect((await post({})).status).toBe(401);
    expect((await post({ name: "Eve" }, owner.session)).status).toBe(401);
    expect((await post({ name: "Eve", password: "her own choice" })).status).toBe(400);
    const got = await post({ password });
    expect(got).toMatchObject({
      status: 200,
      body: { data: { member_id: member.id, account_id: owner.account } },
    });
    const mine = await call("GET /api/dashboard/me", { session: member.session });
    const roles = mine.body.data.accounts.map((account: { role: string }) => account.role);
    expect(roles.sort()).toEqual(["admin", "viewer"]);
  });

  test("a member who is signed in joins without a password", async () => {
    const owner = await aMember("owner");
    const member = await aMember("viewer");
    const { token } = await invited(owner, member.email.toUpperCase());
    const got = await call(`POST /api/dashboard/invitations/${token}`, { body: {}, session: member.session });
    expect(got).toMatchObject({ status: 200, body: { data: { member_id: member.id } } });
  });

  test("of two who use one link at once one joins", async () => {
    const { token } = await invited(await aMember("owner"));
    const got = await Promise.all(
      ["Ada", "Bea", "Cy"].map((name) =>
        call(`POST /api/dashboard/invitations/${token}`, { body: { name, password } }),
      ),
    );
    expect(got.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of got) expect([200, 404, 409]).toContain(status);
  });

  test("guessing a member's password by a link is limited like signing in", { timeout: 90_000 }, async () => {
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

  test("a second invitation to an e-mail takes the place of the first, a withdrawn one is over", async () => {
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

  test("400 for somebody who is a member already, 403 for a role above one's own", async () => {
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
      email: "This is not an e-mail address.",
    });
  });

  test("another service's word makes only those members who are, or are invited", async () => {
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
    const mine = (await call("GET /api/dashboard/me", { session })).body.data;
    expect(mine).toMatchObject({
      member: { email, name: "Grace" },
      accounts: [{ id: owner.account, role: "marketer" }],
    });
    const expired = await invited(owner);
    expect(
      await findOrInvite({ email: expired.email, name: "Late" }, new Date(now.getTime() + 8 * day)),
    ).toBeNull();
  });
});
