import { expect, test } from "vitest";
import { projectsRoutes } from "@/app/api/dashboard/projects/projects";
import { sql } from "@/db";
import { randomBase62 } from "@/lib/base/ids";
import { asServed } from "@/lib/platform/http/testing";
import { aMember, anAccount, aProject, aProjectMember, aSession } from "@/testing/factories";
import { auditRoutes } from "./audit";
import { meRoutes } from "./me";
import { membersRoutes } from "./members";

asServed([membersRoutes, meRoutes, auditRoutes, projectsRoutes], (call) => {
  const of = (account: number, id: number) => `/api/dashboard/accounts/${account}/members/${id}`;
  const meOf = async (session: string) => (await call("GET /api/dashboard/me", { session })).body.data;
  const open = async (project: number, session: string) =>
    (await call(`GET /api/dashboard/projects/${project}`, { session })).status;
  const newest = async (account: number, session: string) =>
    (await call(`GET /api/dashboard/accounts/${account}/audit`, { session })).body.data.entries[0];
  const email = () => `${randomBase62(10).toLowerCase()}@example.com`;

  async function anAgency() {
    const account = await anAccount();
    const owner = await aMember("owner", account);
    const [one, two] = [await aProject({ account }), await aProject({ account })];
    return { account, owner, one: one.project, two: two.project };
  }

  test("a member of one project sees only that project, and no account", async () => {
    const { one } = await anAgency();
    const client = await aProjectMember([{ project: one, role: "viewer" }]);
    const me = await meOf(client.session);
    expect(me.accounts).toEqual([]);
    expect(me.projects).toMatchObject([{ id: one.id, role: "viewer" }]);
    expect(me.projects).toHaveLength(1);
  });

  test("a person is invited to projects by a link, and is listed with them", async () => {
    const { account, owner, one, two } = await anAgency();
    const { session } = owner;
    const invited = email();
    const path = `/api/dashboard/accounts/${account}/invitations`;
    const projects = [{ project_id: one.id, role: "marketer" }];
    const made = await call(`POST ${path}`, { session, body: { email: invited, projects } });
    expect(made).toMatchObject({
      status: 201,
      body: {
        data: { invitation: { role: null, projects: [{ id: one.id, name: one.name, role: "marketer" }] } },
      },
    });
    const token = made.body.data.link.split("/").pop();
    expect((await call(`GET ${path}`, { session })).body.data.invitations).toMatchObject([
      { email: invited, role: null, projects: [{ id: one.id, role: "marketer" }], may_withdraw: true },
    ]);
    const offer = await call(`GET /api/dashboard/invitations/${token}`, {});
    expect(offer.body.data).toMatchObject({ role: null, projects: [{ name: one.name, role: "marketer" }] });
    const joined = await call(`POST /api/dashboard/invitations/${token}`, {
      body: { name: "Cleo", password: "a long enough passphrase" },
    });
    expect(joined.status).toBe(200);
    const own = await aSession(joined.body.data.member_id);
    expect([await open(one.id, own), await open(two.id, own)]).toEqual([200, 404]);
    expect((await meOf(own)).accounts).toEqual([]);
    const list = await call(`GET /api/dashboard/accounts/${account}/members`, { session });
    expect(list.body.data.members).toContainEqual(
      expect.objectContaining({
        email: invited,
        role: null,
        projects: [{ id: one.id, name: one.name, role: "marketer" }],
      }),
    );
    expect(await newest(account, session)).toMatchObject({
      action: "invitation.accept",
      actor: invited,
      detail: { projects: { [one.name]: "marketer" } },
    });
    const again = await call(`POST ${path}`, { session, body: { email: invited, role: "viewer" } });
    expect(again).toMatchObject({
      status: 400,
      body: { errors: { email: `${invited} is a member already.` } },
    });
  });

  test("an invitation to deleted projects is invalid and grants nothing", async () => {
    const { account, owner, one } = await anAgency();
    const made = await call(`POST /api/dashboard/accounts/${account}/invitations`, {
      session: owner.session,
      body: { email: email(), projects: [{ project_id: one.id, role: "viewer" }] },
    });
    await sql`update projects set deleted_at = now() where id = ${one.id}`;
    const token = made.body.data.link.split("/").pop();
    expect((await call(`GET /api/dashboard/invitations/${token}`, {})).status).toBe(404);
    const body = { name: "Cleo", password: "a long enough passphrase" };
    expect((await call(`POST /api/dashboard/invitations/${token}`, { body })).status).toBe(404);
  });

  test("invitations and changes cannot grant access to a project of another account", async () => {
    const { account, owner, one } = await anAgency();
    const foreign = await anAgency();
    const { session } = owner;
    const projects = [
      { project_id: one.id, role: "viewer" },
      { project_id: foreign.one.id, role: "viewer" },
    ];
    const refused = {
      status: 400,
      body: { errors: { projects: "A project doesn't belong to this account." } },
    };
    const path = `/api/dashboard/accounts/${account}/invitations`;
    expect(await call(`POST ${path}`, { session, body: { email: email(), projects } })).toMatchObject(
      refused,
    );
    const other = await aMember("viewer", account);
    expect(await call(`PATCH ${of(account, other.id)}`, { session, body: { projects } })).toMatchObject(
      refused,
    );
    expect((await meOf(other.session)).accounts).toHaveLength(1);
  });

  test("a change of access applies at once and ends the member's sessions", async () => {
    const { account, owner, one, two } = await anAgency();
    const other = await aMember("admin", account);
    const path = `PATCH ${of(account, other.id)}`;
    const { session } = owner;
    const narrow = { projects: [{ project_id: one.id, role: "viewer" }] };
    expect(await call(path, { session, body: narrow })).toMatchObject({
      status: 200,
      body: { data: { id: other.id, role: null } },
    });
    expect(await open(one.id, other.session)).toBe(401);
    let own = await aSession(other.id);
    expect([await open(one.id, own), await open(two.id, own)]).toEqual([200, 404]);
    expect(await newest(account, session)).toMatchObject({
      action: "member.change-role",
      detail: { from: "admin", to: { [one.name]: "viewer" } },
    });
    expect((await call(path, { session, body: narrow })).status).toBe(200);
    expect(await open(one.id, own)).toBe(200);
    await call(path, { session, body: { projects: [{ project_id: two.id, role: "admin" }] } });
    own = await aSession(other.id);
    expect([await open(one.id, own), await open(two.id, own)]).toEqual([404, 200]);
    await call(path, { session, body: { role: "viewer" } });
    own = await aSession(other.id);
    expect([await open(one.id, own), await open(two.id, own)]).toEqual([200, 200]);
    expect((await meOf(own)).projects.map((each: { role: string }) => each.role)).toEqual([
      "viewer",
      "viewer",
    ]);
    expect(await newest(account, session)).toMatchObject({
      detail: { from: { [two.name]: "admin" }, to: "viewer" },
    });
  });

  test("a member's open invitations end with the right to invite", async () => {
    const { account, owner, one } = await anAgency();
    const admin = await aMember("admin", account);
    const body = { email: email(), projects: [{ project_id: one.id, role: "admin" }] };
    await call(`POST /api/dashboard/accounts/${account}/invitations`, { session: admin.session, body });
    await call(`PATCH ${of(account, admin.id)}`, {
      session: owner.session,
      body: { projects: [{ project_id: one.id, role: "admin" }] },
    });
    const left = await call(`GET /api/dashboard/accounts/${account}/invitations`, { session: owner.session });
    expect(left.body.data.invitations).toEqual([]);
  });

  test("the last owner cannot be restricted, and an admin cannot restrict an owner to projects", async () => {
    const { account, owner, one } = await anAgency();
    const admin = await aMember("admin", account);
    const body = { projects: [{ project_id: one.id, role: "admin" }] };
    expect((await call(`PATCH ${of(account, owner.id)}`, { session: owner.session, body })).status).toBe(409);
    expect((await call(`PATCH ${of(account, owner.id)}`, { session: admin.session, body })).status).toBe(403);
    expect((await meOf(owner.session)).accounts).toMatchObject([{ role: "owner" }]);
  });

  test("a removed member loses all their projects of this account at once, and no others", async () => {
    const { account, owner, one, two } = await anAgency();
    const elsewhere = await anAgency();
    const client = await aProjectMember([
      { project: one, role: "viewer" },
      { project: two, role: "admin" },
      { project: elsewhere.one, role: "viewer" },
    ]);
    expect((await call(`DELETE ${of(account, client.id)}`, { session: owner.session })).status).toBe(200);
    const own = await aSession(client.id);
    expect((await meOf(own)).projects).toMatchObject([{ id: elsewhere.one.id }]);
    expect((await call(`DELETE ${of(account, client.id)}`, { session: owner.session })).status).toBe(404);
  });

  test("400 for no project, a repeated project, an owner of one project, or both kinds at once", async () => {
    const { account, owner, one } = await anAgency();
    const other = await aMember("viewer", account);
    const grant = { project_id: one.id, role: "viewer" };
    for (const [body, errors] of [
      [{ projects: [] }, { projects: "Choose at least one project." }],
      [{ projects: [grant, grant] }, { projects: "Choose each project only once." }],
      [
        { projects: [{ ...grant, role: "owner" }] },
        { "projects.0.role": "Choose a role: viewer, marketer, admin." },
      ],
      [{ role: "admin", projects: [grant] }, { role: "Choose a role, or roles in projects." }],
      [{}, { role: "Choose a role, or roles in projects." }],
    ] as const) {
      const got = await call(`PATCH ${of(account, other.id)}`, { session: owner.session, body });
      expect(got).toMatchObject({ status: 400, body: { errors } });
    }
  });

  test("sign-ins and sign-outs are in the log of the account that owns the project", async () => {
    const { account, owner, one } = await anAgency();
    const client = await aProjectMember([{ project: one, role: "viewer" }]);
    await call("POST /api/dashboard/me/sign-out-everywhere", { session: client.session });
    expect(await newest(account, owner.session)).toMatchObject({
      action: "member.sign-out-everywhere",
      actor: client.email,
    });
  });
});
