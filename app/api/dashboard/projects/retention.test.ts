import { expect, test } from "vitest";
import { auditRoutes } from "@/app/api/dashboard/accounts/audit";
import { asServed } from "@/lib/platform/http/testing";
import { aMember, anAccount, aProject } from "@/testing/factories";
import { projectsRoutes } from "./projects";

asServed([auditRoutes, projectsRoutes], (call) => {
  async function someone() {
    const account = await anAccount();
    const { project } = await aProject({ account });
    const { session } = await aMember("owner", account);
    const path = `/api/dashboard/projects/${project.id}/retention`;
    const retention = async () => {
      const { kinds } = (await call(`GET ${path}`, { session })).body.data;
      return Object.fromEntries(
        kinds.map((each: { kind: string; setting: unknown; effective: unknown }) => [
          each.kind,
          [each.setting, each.effective],
        ]),
      );
    };
    const set = (body: object) => call(`PUT ${path}`, { session, body });
    return { project, session, retention, set };
  }

  test("without a setting everything is kept permanently", async () => {
    const { retention } = await someone();
    const nothing = [null, null];
    expect(await retention()).toEqual({
      clicks: nothing,
      uncounted_clicks: nothing,
      web: nothing,
      events: nothing,
      ad_revenue: nothing,
      raw: nothing,
      rejections: nothing,
      deliveries: nothing,
      claims: nothing,
      apple_postbacks: nothing,
      alerts: nothing,
      audit: nothing,
    });
  });

  test("only the periods in the call change, and the audit log records the author", async () => {
    const { project, session, retention, set } = await someone();
    expect(await set({ clicks: 400, rejections: 30 })).toMatchObject({
      status: 200,
      body: { msg: "Saved." },
    });
    expect(await set({ rejections: "ever", events: 100 })).toMatchObject({ status: 200 });
    expect(await retention()).toMatchObject({
      clicks: [400, 400],
      rejections: ["ever", null],
      events: [100, 100],
    });
    await set({ clicks: null });
    expect(await retention()).toMatchObject({ clicks: [null, null], events: [100, 100] });
    const log = await call(`GET /api/dashboard/projects/${project.id}/audit`, { session });
    expect(log.body.data.entries[0]).toMatchObject({ action: "retention.change", detail: { clicks: null } });
  });

  test.each([
    [{ clicks: 44 }, "Enter at least 45 days."],
    [{ uncounted_clicks: 6 }, "Enter at least 7 days."],
    [{ audit: 89 }, "Enter at least 90 days."],
    [{ events: 3651 }, "Enter at most 3650 days. To keep the data longer, choose forever."],
    [{ raw: 45.5 }, "Enter whole days."],
    [{ raw: "soon" }, "Enter a number of days."],
  ])("400 %o: %s", async (body, msg) => {
    const { set, retention } = await someone();
    expect(await set(body)).toMatchObject({ status: 400, body: { msg } });
    expect(
      Object.values(await retention())
        .flat()
        .filter(Boolean),
    ).toEqual([]);
  });
});
