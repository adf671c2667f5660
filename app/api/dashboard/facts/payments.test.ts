import { describe, expect, test } from "vitest";
import * as capturePayment from "@/app/api/client/capture-payment/route";
import * as init from "@/app/api/client/init/route";
import * as removePayment from "@/app/api/client/remove-captured-payment/route";
import * as trigger from "@/app/api/client/trigger/route";
import { sql } from "@/db";
import { asServed, unquoted } from "@/lib/platform/http/testing";
import { aCampaign, aClick, aMember, anAccount, aProject, decideEverything } from "@/testing/factories";
import { paymentsRoutes } from "./payments";

const client = [init, trigger, capturePayment, removePayment].map((one) => ({ GET: one.POST }));
type Query = Record<string, string | number>;

asServed([paymentsRoutes, ...client], (call) => {
  const at = (minute: number) => new Date(Date.UTC(2026, 5, 10, 12, minute));

  /** Ada came from a campaign, paid, got a refund and had one payment removed; Bela is organic and failed to pay. */
  async function aCrowd() {
    const account = await anAccount();
    const app = await aProject({ account, currency: "EUR" });
    const { session } = await aMember("viewer", account);
    const path = `/api/dashboard/projects/${app.project.id}/payments`;
    const get = async (rest: string, query: Query = {}) => {
      const got = await call(`GET ${path}${rest}`, { session, query });
      return { status: got.status, msg: got.body?.msg, data: got.body?.data, text: got.text };
    };
    const list = async (query: Query = {}): Promise<string[]> =>
      (await get("", query)).data.payments.map((one: { payment_id: string }) => one.payment_id);
    const send = (name: string, body: object, minute: number) =>
      call(`POST /api/client/${name}`, {
        body: { token: app.token, platform: "IOS", ...body },
        now: at(minute),
      });
    const campaign = await aCampaign(app, { name: "Spring" });
    const link = campaign.link;
    await aClick(app, { campaignId: campaign.id, at: at(0) });
    const first = await send("init", { install_instance_id: "one", link }, 1);
    await send("init", { install_instance_id: "two" }, 1);
    await send("trigger", { install_instance_id: "one", user_data: { id: "ada" } }, 2);
    await send("trigger", { install_instance_id: "two", user_data: { id: "bela" } }, 2);
    await decideEverything(app);
    const pay = (instance: string, payment_id: string, minute: number, body: object) =>
      send("capture-payment", { install_instance_id: instance, payment_id, ...body }, minute);
    await pay("one", "p1", 3, { amount: 10, type: "FIRST_PAYMENT", event_data: { plan: "year" } });
    await pay("one", "p2", 4, { amount: 4, type: "SUBSCRIPTION_REFUNDED" });
    await pay("two", "p3", 5, { amount: 7, status: "PAYMENT_FAILED" });
    await pay("one", "p4", 6, { amount: 99 });
    await send("remove-captured-payment", { payment_id: "p4" }, 7);
    return { app, get, list, campaign, id: first.body.processing_id as string };
  }

  describe("payments", () => {
    test("200 each payment with its user, campaign and effect on revenue, the newest first", async () => {
      const { get, list, campaign, id } = await aCrowd();
      expect(await list()).toEqual(["p4", "p3", "p2", "p1"]);
      const { data } = await get("");
      expect(data.payments[3]).toEqual({
        id: expect.any(String),
        paid_at: at(3).toISOString(),
        payment_id: "p1",
        type: "FIRST_PAYMENT",
        status: "PAYMENT_COMPLETED",
        amount_minor: 1000,
        revenue_minor: 1000,
        original: null,
        removed_at: null,
        user_id: "ada",
        install_instance_id: "one",
        install_id: id,
        campaign: { id: campaign.id, name: "Spring", display_id: campaign.displayId, deleted: false },
        brought_back_by: null,
        platform: "IOS",
        is_test: false,
        check: null,
        data: { plan: "year" },
      });
      expect(data.payments.map((one: { revenue_minor: number }) => one.revenue_minor)).toEqual([
        0, 0, -400, 1000,
      ]);
      expect(data.payments[0].removed_at).toBe(at(7).toISOString());
    });

    test("200 filters by campaign, type, status, user, install and payment ID", async () => {
      const { list, campaign, id } = await aCrowd();
      expect(await list({ campaign: campaign.id })).toEqual(["p4", "p2", "p1"]);
      expect(await list({ campaign: "organic" })).toEqual(["p3"]);
      expect(await list({ type: "FIRST_PAYMENT" })).toEqual(["p1"]);
      expect(await list({ status: "PAYMENT_FAILED" })).toEqual(["p3"]);
      expect(await list({ status: "REMOVED" })).toEqual(["p4"]);
      expect(await list({ status: "PAYMENT_COMPLETED" })).toEqual(["p2", "p1"]);
      expect(await list({ user: "bela" })).toEqual(["p3"]);
      for (const install of [id, "one"]) expect(await list({ install })).toEqual(["p4", "p2", "p1"]);
      expect(await list({ install: "one", user: "bela" })).toEqual([]);
      expect(await list({ payment: "p2" })).toEqual(["p2"]);
      expect(await list({ from: "2026-06-11" })).toEqual([]);
      expect(await list({ from: "2026-06-10", to: "2026-06-10" })).toHaveLength(4);
    });

    test("200 page after page, each once", async () => {
      const { get, campaign } = await aCrowd();
      for (const query of [{}, { campaign: campaign.id }, { user: "ada" }] as Query[]) {
        const whole = (await get("", { ...query, limit: 200 })).data.payments;
        const seen: unknown[] = [];
        let before: string | null = null;
        do {
          const { data } = await get("", { ...query, limit: 1, ...(before ? { before } : {}) });
          seen.push(...data.payments);
          before = data.next;
        } while (before !== null);
        expect(seen).toEqual(whole);
      }
    });

    test.each([
      [{ type: "GIFT" }, "Type must be one of FIRST_PAYMENT"],
      [{ status: "LOST" }, "Status must be one of PAYMENT_INITIATED"],
    ])("400 %j", async (query, sentence) => {
      const { get } = await aCrowd();
      const got = await get("", query as Query);
      expect(got.status).toBe(400);
      expect(got.msg).toContain(sentence);
    });
  });

  test("200 totals have the revenue of the matching payments", async () => {
    const { get, campaign } = await aCrowd();
    const total = async (query: Query = {}) => (await get("/totals", query)).data;
    expect(await total()).toEqual({ count: 4, revenue_minor: 600, more: false });
    expect(await total({ campaign: campaign.id, type: "FIRST_PAYMENT" })).toEqual({
      count: 1,
      revenue_minor: 1000,
      more: false,
    });
  });

  test("200 a payment on a test install is listed and adds no revenue", async () => {
    const { app, get, id } = await aCrowd();
    await sql`update installs set is_test = true where project_id = ${app.project.id} and id = ${id}`;
    expect((await get("/totals")).data).toEqual({ count: 4, revenue_minor: 0, more: false });
    const { data } = await get("", { payment: "p1" });
    expect(data.payments).toMatchObject([{ is_test: true, amount_minor: 1000, revenue_minor: 0 }]);
  });

  test("200 the file contains the rows of the list; refunds are negative", async () => {
    const { get, campaign, id } = await aCrowd();
    const { text } = await get("/export.csv", { campaign: campaign.id });
    const lines = unquoted(text).trimEnd().split("\r\n");
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe(
      "ID,Payment ID,Paid at,Type,Status,Amount,Revenue,Currency,Original amount,Original currency,Removed at,User ID,Install ID,Instance ID,Campaign,Campaign display ID,Re-engaged by,Platform,Test,Check,Check reason,Data",
    );
    expect(lines[2]).toContain(
      `,p2,${at(4).toISOString()},SUBSCRIPTION_REFUNDED,PAYMENT_COMPLETED,4,-4,EUR,,,,ada,${id},one,Spring,${campaign.displayId},,IOS,false,,,{}`,
    );
  });
});
