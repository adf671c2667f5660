import { describe, expect, test } from "vitest";
import * as captureEvent from "@/app/api/client/capture-event/route";
import * as capturePayment from "@/app/api/client/capture-payment/route";
import * as handleDeeplink from "@/app/api/client/handle-deeplink/route";
import * as init from "@/app/api/client/init/route";
import * as removePayment from "@/app/api/client/remove-captured-payment/route";
import * as trigger from "@/app/api/client/trigger/route";
import { commandLine } from "@/lib/accounts/audit/actor";
import { changeConversions } from "@/lib/apple/conversion-values/change";
import type { ConversionRule } from "@/lib/apple/conversion-values/rules";
import { randomBase62 } from "@/lib/base/ids";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import { aProject, withoutLimits } from "@/testing/factories";

const first = (
  when: ConversionRule["when"],
  fine: number,
  coarse: ConversionRule["coarse"],
  lock = false,
): ConversionRule => ({
  window: 1,
  when,
  fine,
  coarse,
  lock,
});
const rules: ConversionRule[] = [
  first({ kind: "install" }, 1, "low"),
  first({ kind: "event", name: "level", times: 2 }, 10, "medium"),
  first({ kind: "revenue", at_least: 9.99 }, 40, "high", true),
  { window: 2, when: { kind: "event", name: "level", times: 1 }, fine: null, coarse: "high", lock: false },
];

const hour = 3_600_000;
const value = (fine: number, coarse: string, lock = false) => ({
  fine_conversion_value: fine,
  coarse_conversion_value: coarse,
  lock_postback: lock,
});
const names = ["fine_conversion_value", "coarse_conversion_value", "lock_postback"];
const sent = (data: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(data).filter(([name]) => names.includes(name)));

asServedOrBoth([captureEvent, capturePayment, handleDeeplink, init, removePayment, trigger], (call) => {
  async function anApp(platform = "IOS", some: ConversionRule[] = rules) {
    const app = await aProject();
    await withoutLimits(app);
    if (some.length > 0)
      await changeConversions(app.project, { version: 0, rules: some }, commandLine, new Date());
    const instance = randomBase62(20);
    const request = async (name: string, body: object, now?: Date) => {
      const got = await call(`POST /api/client/${name}`, {
        body: { token: app.token, install_instance_id: instance, platform, ...body },
        ...(now ? { now } : {}),
      });
      expect(got.status, got.text).toBeLessThan(300);
      return sent(name === "init" ? got.body : got.body.data);
    };
    return { app, request };
  }

  test("init returns it next to the documented fields, all other calls inside data", async () => {
    const { request } = await anApp();
    expect(await request("init", {})).toEqual(value(1, "low"));
    expect(await request("trigger", { user_data: { id: "u" } })).toEqual(value(1, "low"));
    expect(await request("capture-event", { event_name: "level" })).toEqual(value(1, "low"));
    expect(await request("capture-event", { event_name: "level" })).toEqual(value(10, "medium"));
    expect(await request("capture-payment", { amount: 9.98, payment_id: "a" })).toEqual(value(10, "medium"));
    expect(await request("capture-payment", { amount: 0.01, payment_id: "b" })).toEqual(
      value(40, "high", true),
    );
    expect(await request("handle-deeplink", { deeplink_url: "myapp://x" })).toEqual(value(40, "high", true));
  });

  test("a repeated call gets the same response", async () => {
    const { request } = await anApp();
    await request("init", {});
    await request("trigger", { user_data: { id: "u" } });
    const event = { event_name: "level", event_id: "e1" };
    expect(await request("capture-event", event)).toEqual(value(1, "low"));
    expect(await request("capture-event", event)).toEqual(value(1, "low"));
    const payment = { amount: 20, payment_id: "p1" };
    expect(await request("capture-payment", payment)).toEqual(value(40, "high", true));
    expect(await request("capture-payment", payment)).toEqual(value(40, "high", true));
    expect(await request("init", {})).toEqual(value(40, "high", true));
  });

  test("facts that were not stored, not completed or removed do not count", async () => {
    const { request } = await anApp();
    await request("init", {});
    expect(await request("capture-payment", { amount: 20 })).toEqual(value(1, "low"));
    await request("trigger", { user_data: { id: "u" } });
    const failed = { amount: 20, payment_id: "p1", status: "PAYMENT_FAILED" };
    expect(await request("capture-payment", failed)).toEqual(value(1, "low"));
    await request("capture-payment", { amount: 20, payment_id: "p2" });
    await request("remove-captured-payment", { payment_id: "p2" });
    expect(await request("init", {})).toEqual(value(1, "low"));
  });

  test("later windows count their own days, and keep the fine value of the first", async () => {
    const { request } = await anApp();
    const start = Date.now();
    const at = (hours: number) => new Date(start + hours * hour);
    await request("init", {}, at(0));
    await request("trigger", { user_data: { id: "u" } }, at(0));
    await request("capture-event", { event_name: "level" }, at(1));
    expect(await request("capture-event", { event_name: "level" }, at(47))).toEqual(value(10, "medium"));
    expect(await request("init", {}, at(48))).toEqual({});
    expect(await request("capture-event", { event_name: "level" }, at(49))).toEqual(value(10, "high"));
    expect(await request("capture-event", { event_name: "level" }, at(8 * 24))).toEqual({});
    expect(await request("capture-event", { event_name: "level" }, at(36 * 24))).toEqual({});
  });

  describe("no value is returned", () => {
    test("on Android, whatever the project's schema", async () => {
      const { request } = await anApp("ANDROID");
      expect(await request("init", {})).toEqual({});
      expect(await request("trigger", { user_data: { id: "u" } })).toEqual({});
    });

    test("without a schema, or after its rules were removed", async () => {
      const { request } = await anApp("IOS", []);
      expect(await request("init", {})).toEqual({});
      const other = await anApp();
      await changeConversions(other.app.project, { version: 1, rules: [] }, commandLine, new Date());
      expect(await other.request("init", {})).toEqual({});
    });
  });

  test("clients without a platform, or with a framework's, get the platform of their install", async () => {
    const { request } = await anApp("EXPO");
    expect(await request("init", { device_data: { idfv: "8C6CBC0D-5F43-4765-A6E6-84DFF3D24707" } })).toEqual(
      value(1, "low"),
    );
    await request("trigger", { user_data: { id: "u" } });
    expect(await request("capture-event", { event_name: "x", platform: undefined })).toEqual(value(1, "low"));
    // With the user alone, the install is the one on which the user was identified.
    const byUser = { event_name: "x", install_instance_id: undefined, user_id: "u", platform: undefined };
    expect(await request("capture-event", byUser)).toEqual(value(1, "low"));
  });

  test("before init, the app's own number of seconds determines the window", async () => {
    const { request } = await anApp();
    await request("trigger", { user_data: { id: "u" } });
    expect(await request("capture-event", { event_name: "level" })).toEqual({});
    const sent = { event_name: "level", time_since_app_install: 60.5 };
    expect(await request("capture-event", sent)).toEqual(value(10, "medium"));
    const late = { event_name: "x", time_since_app_install: 40 * 86_400 };
    expect(await request("capture-event", late)).toEqual({});
  });
});
