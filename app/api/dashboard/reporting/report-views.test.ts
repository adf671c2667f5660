import { expect, test } from "vitest";
import { sql } from "@/db";
import { asServed } from "@/lib/platform/http/testing";
import { aMember, anAccount, aProject } from "@/testing/factories";
import { reportRoutes } from "./report";

asServed([reportRoutes], (call) => {
  async function someone() {
    const account = await anAccount();
    const { project } = await aProject({ account });
    const path = `/api/dashboard/projects/${project.id}/report/views`;
    const as = async (role: "viewer" | "marketer" | "admin") => {
      const { session } = await aMember(role, account, { name: `The ${role}` });
      return {
        save: (name: string, more: Record<string, unknown> = {}) =>
          call(`POST ${path}`, {
            session,
            body: { name, query: "view=retargeting", shared: false, ...more },
          }),
        list: async () => (await call(`GET ${path}`, { session })).body.data.views,
        remove: (id: number) => call(`DELETE ${path}/${id}`, { session }),
      };
    };
    return { project, viewer: await as("viewer"), marketer: await as("marketer"), admin: await as("admin") };
  }

  test("a view is visible to its member only until it is shared", async () => {
    const { viewer, marketer } = await someone();
    const saved = await viewer.save("Mine", { query: "?columns=clicks,roas&range=7d#x" });
    expect(saved).toMatchObject({
      status: 201,
      body: { data: { view: { name: "Mine", own: true, shared: false, by: "The viewer" } } },
    });
    const query = new URLSearchParams(saved.body.data.view.query);
    expect([query.get("columns"), query.get("range")]).toEqual(["clicks,roas", "7d#x"]);
    expect(await marketer.list()).toEqual([]);
    await marketer.save("For all", { shared: true });
    expect((await viewer.list()).map((one: { name: string; own: boolean }) => [one.name, one.own])).toEqual([
      ["Mine", true],
      ["For all", false],
    ]);
  });

  test("saving under the same name replaces the member's own view only", async () => {
    const { marketer, admin } = await someone();
    await marketer.save("Weekly", { shared: true });
    await admin.save("Weekly", { shared: true });
    await marketer.save("weekly", { query: "range=90d" });
    expect(await marketer.list()).toMatchObject([
      { name: "weekly", query: "range=90d", own: true, shared: false },
      { name: "Weekly", own: false },
    ]);
  });

  test("400 for a view without a name or with a too long query, 403 for a viewer who shares", async () => {
    const { viewer } = await someone();
    expect((await viewer.save(" ")).status).toBe(400);
    expect((await viewer.save("Long", { query: `search=${"x".repeat(4_000)}` })).status).toBe(400);
    expect(await viewer.save("For all", { shared: true })).toMatchObject({
      status: 403,
      body: { msg: "You can save views for yourself, but you can't share them." },
    });
    expect(await viewer.list()).toEqual([]);
  });

  test("others' views: those not shared do not exist, shared ones are removed by administrators", async () => {
    const { viewer, marketer, admin, project } = await someone();
    const secret = (await viewer.save("Secret")).body.data.view.id;
    expect((await admin.remove(secret)).status).toBe(404);
    const shared = (await marketer.save("Shared", { shared: true })).body.data.view.id;
    expect((await viewer.remove(shared)).status).toBe(403);
    expect((await admin.remove(shared)).status).toBe(200);
    expect((await viewer.remove(secret)).status).toBe(200);
    const log =
      await sql`select action, target from audit_log where project_id = ${project.id} and action like 'report-view%'
        order by id`;
    expect(log.map(({ action, target }) => `${action} ${target}`)).toEqual([
      "report-view.save Secret",
      "report-view.save Shared",
      "report-view.remove Shared",
      "report-view.remove Secret",
    ]);
  });
});
