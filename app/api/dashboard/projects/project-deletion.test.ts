import { expect, test } from "vitest";
import * as init from "@/app/api/client/init/route";
import { auditRoutes } from "@/app/api/dashboard/accounts/audit";
import { meRoutes } from "@/app/api/dashboard/accounts/me";
import * as campaigns from "@/app/api/v1/campaigns/route";
import { asServed } from "@/lib/platform/http/testing";
import { findSites } from "@/lib/traffic/links/site-queries";
import { aCampaign, aMember, anInstall, aProject } from "@/testing/factories";
import { projectsRoutes } from "./projects";

asServed([projectsRoutes, meRoutes, auditRoutes, init, campaigns], (call) => {
  async function anOwner() {
    const app = await aProject();
    const owner = await aMember("owner", app.accountId);
    const path = `/api/dashboard/projects/${app.project.id}/deletion`;
    const restore = `POST /api/dashboard/accounts/${app.accountId}/deleted-projects/${app.project.id}/restore`;
    return { app, owner, session: owner.session, path, restore };
  }
  const projectsOf = async (session: string) =>
    (await call("GET /api/dashboard/me", { session })).body.data.projects;

  test("lists the losses as figures", async () => {
    const { app, session, path } = await anOwner();
    const campaign = await aCampaign(app);
    await anInstall(app, campaign.id);
    const got = await call(`GET ${path}`, { session });
    expect(got).toMatchObject({ status: 200, body: { data: { campaigns: 1, server_keys: 1 } } });
    expect(got.body.data.hosts).toEqual([app.domain]);
  });

  test("400 without the project's exact name, and nothing is deleted", async () => {
    const { app, session, path } = await anOwner();
    for (const body of [{}, { confirm: "" }, { confirm: app.project.name.toUpperCase() }, { confirm: 3 }]) {
      const got = await call(`POST ${path}`, { session, body });
      expect(got).toMatchObject({ status: 400, body: { errors: { confirm: expect.any(String) } } });
    }
    expect(await projectsOf(session)).toHaveLength(1);
  });

  test("links, tokens, keys and project stop at once; a restored project has all of them again", async () => {
    const { app, owner, session, path, restore } = await anOwner();
    const keyed = () => call("GET /api/v1/campaigns", { key: app.serverKey });
    const alerts = () =>
      call("POST /api/client/init", {
        body: { token: app.token, install_instance_id: "i", platform: "IOS" },
      });
    const done = await call(`POST ${path}`, { session, body: { confirm: app.project.name } });
    expect(done).toMatchObject({ status: 200, body: { data: { name: app.project.name } } });
    expect(await findSites([app.domain])).toEqual([null]);
    expect((await keyed()).status).toBe(401);
    expect((await alerts()).status).toBe(400);
    expect((await call(`GET /api/dashboard/projects/${app.project.id}`, { session })).status).toBe(404);
    expect(await projectsOf(session)).toEqual([]);
    const list = await call(`GET /api/dashboard/accounts/${app.accountId}/deleted-projects`, { session });
    expect(list.body.data.projects).toMatchObject([
      { id: app.project.id, name: app.project.name, deleted_by: owner.email, removal: null },
    ]);
    const days =
      (Date.parse(list.body.data.projects[0].remove_after) -
        Date.parse(list.body.data.projects[0].deleted_at)) /
      86_400_000;
    expect(days).toBe(7);

    expect(await call(restore, { session })).toMatchObject({
      status: 200,
      body: { data: { id: app.project.id, name: app.project.name } },
    });
    expect(await findSites([app.domain])).not.toEqual([null]);
    expect(await projectsOf(session)).toHaveLength(1);
    await expect.poll(async () => (await keyed()).status).toBe(200);
    await expect.poll(async () => (await alerts()).status).toBe(202);
    expect((await call(restore, { session })).status).toBe(404);
    const log = await call(`GET /api/dashboard/projects/${app.project.id}/audit`, { session });
    expect(log.body.data.entries.slice(0, 2).map((each: { action: string }) => each.action)).toEqual([
      "project.restore",
      "project.delete",
    ]);
  });

  test("a project of another account cannot be restored", async () => {
    const { app, session, path } = await anOwner();
    await call(`POST ${path}`, { session, body: { confirm: app.project.name } });
    const other = await aMember("owner");
    const got = await call(
      `POST /api/dashboard/accounts/${other.account}/deleted-projects/${app.project.id}/restore`,
      { session: other.session },
    );
    expect(got).toMatchObject({ status: 404, body: { msg: "Not found." } });
  });
});
