import { expect, test } from "vitest";
import * as captureEvent from "@/app/api/client/capture-event/route";
import * as capturePayment from "@/app/api/client/capture-payment/route";
import * as init from "@/app/api/client/init/route";
import * as trigger from "@/app/api/client/trigger/route";
import { liveRoutes } from "@/app/api/dashboard/activity/live";
import type { Role } from "@/lib/accounts/access/roles";
import { drainBatches } from "@/lib/platform/batch";
import { asServed } from "@/lib/platform/http/testing";
import { aMember, anAccount, aProject } from "@/testing/factories";

const client = [init, trigger, captureEvent, capturePayment];

asServed([liveRoutes, ...client.map((one) => ({ GET: one.POST }))], (call) => {
  async function someone(role: Role) {
    const account = await anAccount();
    const app = await aProject({ account });
    const { session } = await aMember(role, account);
    const poll = async () =>
      (await call(`GET /api/dashboard/projects/${app.project.id}/arrivals`, { session })).body.data;
    const send = (name: string, body: object, now: Date) =>
      call(`POST /api/client/${name}`, {
        body: { token: app.token, install_instance_id: "one", platform: "ANDROID", ...body },
        now,
      });
    return { look: poll, send };
  }

  test("200 first no calls, then each after it arrives, then the latest of each", async () => {
    const { look: poll, send } = await someone("viewer");
    const nothing = {
      init: null,
      trigger: null,
      event: null,
      payment: null,
      no_public_address: false,
      refused: null,
    };
    expect(await poll()).toEqual(nothing);
    const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute));
    const iso = (minute: number) => at(minute).toISOString();
    await send("init", {}, at(1));
    // The tests' calls come from this machine, which has no public address.
    nothing.no_public_address = true;
    expect(await poll()).toEqual({ ...nothing, init: iso(1) });
    await send("capture-event", { event_name: "too early" }, at(2));
    expect(await poll()).toEqual({ ...nothing, init: iso(1) });
    await send("trigger", { user_data: { id: "ada" } }, at(3));
    await send("capture-event", { event_name: "walked" }, at(4));
    await send("capture-payment", { amount: 1 }, at(5));
    await send("capture-event", { event_name: "walked" }, at(9));
    await send("init", {}, at(8));
    expect(await poll()).toEqual({
      init: iso(8),
      trigger: iso(3),
      event: iso(9),
      payment: iso(5),
      no_public_address: true,
      refused: null,
    });
  });

  test.each([["admin"], ["marketer"]] as const)("200 admins see the last rejected call: %s", async (role) => {
    const { look: poll, send } = await someone(role);
    await send("capture-payment", { amount: -1 }, new Date());
    await drainBatches();
    const { refused } = await poll();
    if (role === "admin")
      expect(refused).toMatchObject({
        endpoint: "capture-payment",
        reason: "amount must not be negative.",
      });
    else expect(refused).toBeNull();
  });
});
