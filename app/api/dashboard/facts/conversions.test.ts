import { expect, test } from "vitest";
import { auditRoutes } from "@/app/api/dashboard/accounts/audit";
import { randomBase62 } from "@/lib/base/ids";
import { captureEvent } from "@/lib/facts/events/capture";
import { registerInstall } from "@/lib/facts/installs/register";
import { capturePayment } from "@/lib/facts/payments/capture";
import { identify } from "@/lib/facts/users/identify";
import { asServed } from "@/lib/platform/http/testing";
import { aMember, anAccount, aProject } from "@/testing/factories";
import { conversionsRoutes } from "./conversions";

const rule = { window: 1, when: { kind: "install" }, fine: 3, coarse: "low", lock: false };
const hour = 3_600_000;

asServed([auditRoutes, conversionsRoutes], (call) => {
  async function someone() {
    const account = await anAccount();
    const app = await aProject({ account });
    const { session, email } = await aMember("admin", account);
    const path = `/api/dashboard/projects/${app.project.id}/conversions`;
    const save = (version: number, rules: object[]) =>
      call(`PUT ${path}`, { session, body: { version, rules } });
    const show = async () => (await call(`GET ${path}`, { session })).body.data;
    return { app, session, email, path, save, show };
  }

  test("every version is stored with its author, and the latest applies", async () => {
    const { save, show, email, app, session } = await someone();
    expect(await show()).toMatchObject({ version: 0, rules: [], versions: [], currency: "USD" });
    expect((await save(0, [rule])).body.data).toEqual({ version: 1 });
    const second = { ...rule, when: { kind: "revenue", at_least: 0.5 }, fine: 9 };
    expect((await save(1, [rule, second])).body.data).toEqual({ version: 2 });
    const { version, rules, versions } = await show();
    expect({ version, rules }).toEqual({ version: 2, rules: [rule, second] });
    expect(
      versions.map((each: { version: number; created_by: string }) => [each.version, each.created_by]),
    ).toEqual([
      [2, email],
      [1, email],
    ]);
    expect(versions[1].rules).toEqual([rule]);
    const log = await call(`GET /api/dashboard/projects/${app.project.id}/audit`, { session });
    expect(log.body.data.entries[0]).toMatchObject({ action: "conversions.change", target: "version 2" });
  });

  test("409 for one of two members who save the same version", async () => {
    const { save } = await someone();
    const got = await Promise.all([save(0, [rule]), save(0, [])]);
    expect(got.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await save(5, [])).status).toBe(409);
  });

  test.each([
    ["a window that is none", { ...rule, window: 4 }],
    ["no fine value in the first window", { ...rule, fine: null }],
    ["a fine value of 64", { ...rule, fine: 64 }],
    ["a fine value with a fraction", { ...rule, fine: 1.5 }],
    [
      "a fine value in the second window",
      { ...rule, window: 2, when: { kind: "event", name: "a", times: 1 } },
    ],
    ["the install in the second window", { ...rule, window: 2, fine: null }],
    ["another coarse value", { ...rule, coarse: "huge" }],
    ["an event without a name", { ...rule, when: { kind: "event", name: " ", times: 1 } }],
    ["an event no time", { ...rule, when: { kind: "event", name: "a", times: 0 } }],
    ["no revenue", { ...rule, when: { kind: "revenue", at_least: 0 } }],
    ["another condition", { ...rule, when: { kind: "weather" } }],
  ])("400 %s, and nothing is stored", async (_name, wrong) => {
    const { save, show } = await someone();
    const got = await save(0, [wrong]);
    expect(got).toMatchObject({ status: 400, body: { data: null } });
    expect(Object.keys(got.body.errors)[0]).toMatch(/^rules\.0\./);
    expect((await show()).version).toBe(0);
  });

  test("the preview counts what the installs of the last month did, by window", async () => {
    const { app, session, path, show } = await someone();
    const now = Date.now();
    const user = async (daysAgo: number, platform: string, events: number, paid: number) => {
      const instance = randomBase62(20);
      const at = (hours: number) => ({
        userAgent: null,
        address: "198.51.100.7",
        now: new Date(now - daysAgo * 24 * hour + hours * hour),
      });
      const sent = { install_instance_id: instance, platform };
      await registerInstall(app.project, sent as never, at(0));
      await identify(app.project, { ...sent, user_data: { id: instance } } as never, at(0));
      for (let i = 0; i < events; i++)
        await captureEvent(app.project, { ...sent, event_name: "level" } as never, at(1));
      if (paid > 0) {
        const payment = { amount: paid, type: "DEFAULT", status: "PAYMENT_COMPLETED" };
        await capturePayment(app.project, { ...sent, ...payment } as never, at(60));
      }
    };
    await user(10, "IOS", 2, 5);
    await user(10, "IOS", 1, 0);
    await user(1, "IOS", 3, 0);
    await user(10, "ANDROID", 9, 9);
    await user(40, "IOS", 9, 9);
    const rules = [
      { ...rule, when: { kind: "event", name: "level", times: 2 }, fine: 20 },
      { ...rule, when: { kind: "event", name: "level", times: 1 }, fine: 10 },
      { window: 2, when: { kind: "revenue", at_least: 5 }, fine: null, coarse: "high", lock: true },
    ];
    const got = await call(`POST ${path}/preview`, { session, body: { rules } });
    expect(got.body.data).toEqual({
      days: 30,
      installs: 3,
      cut: false,
      windows: [
        { window: 1, reached: 3, none: 0 },
        { window: 2, reached: 2, none: 1 },
        { window: 3, reached: 2, none: 2 },
      ],
      rules: [
        { matched: 2, won: 2 },
        { matched: 3, won: 1 },
        { matched: 1, won: 1 },
      ],
    });
    expect((await show()).version).toBe(0);
  });
});
