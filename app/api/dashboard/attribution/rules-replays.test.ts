import { expect, test } from "vitest";
import { storeInstall } from "@/lib/facts/installs/register";
import { asServed } from "@/lib/platform/http/testing";
import {
  aCampaign,
  aClick,
  aMember,
  anAccount,
  aProject,
  decideEverything,
  ledgerOf,
} from "@/testing/factories";
import { attributionRulesRoutes } from "./rules";

asServed([attributionRulesRoutes], (call) => {
  async function someone() {
    const account = await anAccount();
    const app = await aProject({ account });
    const campaign = await aCampaign(app);
    for (const [instance, daysBefore] of [
      ["near", 1],
      ["far", 5],
    ] as const) {
      const now = new Date("2026-06-20T12:00:00Z");
      const click = await aClick(app, {
        campaignId: campaign.id,
        at: new Date(now.getTime() - daysBefore * 86_400_000),
      });
      await storeInstall(
        app.project,
        {
          token: "",
          install_instance_id: instance,
          platform: "ANDROID",
          device_data: { install_ref: `cairn_click=${click}` },
        },
        { userAgent: null, address: "", now },
      );
    }
    await decideEverything(app);
    const { session } = await aMember("admin", account);
    const path = `/api/dashboard/projects/${app.project.id}/rules/replays`;
    const begin = (body: object) =>
      call(`POST ${path}`, {
        session,
        body: { settings: { click_days: 3 }, from: "2026-06-01", to: "2026-06-30", ...body },
      });
    const until = async (id: number, state: string) => {
      for (let i = 0; i < 200; i++) {
        const { body } = await call(`GET ${path}/${id}`, { session });
        if (body.data.replay.state === state) return body.data.replay;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`the replay is not ${state}`);
    };
    return { app, campaign, session, path, begin, until };
  }

  test("a replay runs rules on past installs, shows the changes and applies them; the report follows", async () => {
    const { app, campaign, session, path, begin, until } = await someone();
    const made = await begin({});
    expect(made.status).toBe(201);
    const { id } = made.body.data;
    const trial = await until(id, "tried");
    expect(trial).toMatchObject({ total: 2, seen: 2, changes: ["Click window: 7 days → 3 days"] });
    expect(trial.outcome).toMatchObject({ installs: 2, moved: 1, kept: 0 });
    expect((await ledgerOf(app.project.id, campaign.id)).installs?.count).toBe(2);
    const applied = await call(`POST ${path}/${id}/apply`, { session });
    expect(applied.status).toBe(200);
    expect(await until(id, "applied")).toMatchObject({ written: 1, changes: [] });
    expect((await ledgerOf(app.project.id, campaign.id)).installs?.count).toBe(1);
    const list = await call(`GET ${path}`, { session });
    expect(list.body.data.replays).toMatchObject([{ id, state: "applied", outcome: { moved: 1 } }]);
    const twice = await call(`POST ${path}/${id}/apply`, { session });
    expect(twice).toMatchObject({ status: 409, body: { msg: "The what-if test was already applied." } });
  });

  test("a discarded replay cannot be applied, and changed nothing", async () => {
    const { app, campaign, session, path, begin, until } = await someone();
    const { id } = (await begin({})).body.data;
    await until(id, "tried");
    expect((await call(`DELETE ${path}/${id}`, { session })).status).toBe(200);
    expect(await call(`DELETE ${path}/${id}`, { session })).toMatchObject({ status: 409 });
    expect(await call(`POST ${path}/${id}/apply`, { session })).toMatchObject({
      status: 409,
      body: { msg: "The what-if test was already discarded." },
    });
    expect((await ledgerOf(app.project.id, campaign.id)).installs?.count).toBe(2);
  });

  test("400 for days that do not exist, in the wrong order, or too many", async () => {
    const { begin } = await someone();
    expect((await begin({ from: "2026-02-30" })).body.errors).toEqual({
      from: "The first day must be a date such as 2026-06-14.",
    });
    expect((await begin({ from: "2026-07-01" })).body.errors).toEqual({
      to: "The last day is before the first.",
    });
    expect((await begin({ from: "2024-01-01" })).body.errors).toEqual({ from: "Choose at most 400 days." });
  });

  test("404 for a replay that does not exist", async () => {
    const { session, path } = await someone();
    for (const line of [`GET ${path}/999999999`, `DELETE ${path}/999999999`, `POST ${path}/999999999/apply`])
      expect((await call(line, { session })).status).toBe(404);
  });
});
