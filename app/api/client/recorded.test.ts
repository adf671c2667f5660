import { describe, expect, test } from "vitest";
import { recordedClients } from "@/app/api/client/recorded-shapes";
import { endpoints } from "@/app/api/endpoints";
import { sql } from "@/db";
import { asServedOrBoth, type TestedResponse } from "@/lib/platform/http/testing";
import { aCampaign, aClick, aProject, decideEverything, ledgerOf, withoutLimits } from "@/testing/factories";

const modules = endpoints
  .filter(({ path }) => path.startsWith("/api/client/"))
  .map((endpoint) => ({ GET: { endpoint } }));

/** All clients parse an object; some check the status inside it, or read a certain field. */
function isGood(judges: "http" | "body", name: string, { status, body }: TestedResponse): boolean {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return false;
  if (status < 200 || status > 299 || status === 204) return false;
  // Every client reads the reason of a failure from this field.
  const message = name === "init" ? body.message : body.msg;
  if (typeof message !== "string") return false;
  // The response of `init` is "accepted", so clients no longer compare its status.
  if (name !== "init" && (judges === "body" || name === "integrations"))
    return [200, 201].includes(body.status);
  return true;
}

/** Clients discard the whole response if one of these fields has another type. */
function canReadCampaign(data: Record<string, unknown>): boolean {
  if (typeof data.attribution_source !== "string" || typeof data.deeplink !== "string") return false;
  const campaign = data.campaign_data as Record<string, unknown> | null;
  if (campaign === null) return true;
  const texts = ["id", "name", "type"].every((name) => typeof campaign[name] === "string");
  const dates = ["installed_at", "store_click_at"].every((name) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(String(campaign[name])),
  );
  return texts && dates && ["ORGANIC", "INORGANIC"].includes(String(campaign.type));
}

asServedOrBoth(modules, (call) => {
  describe.each(recordedClients)("$name", ({ platform, newInstance, judges, calls }) => {
    async function aSession() {
      const app = await aProject();
      await withoutLimits(app);
      const campaign = await aCampaign(app);
      const click = await aClick(app, {
        campaignId: campaign.id,
        platform,
        at: new Date(Date.now() - 40_000),
      });
      const known = {
        instance: newInstance(),
        user: "user-1",
        referrer: `cairn_click=${click}&utm_source=x`,
      };
      const recorded = calls(known);
      const send = async ({ name, body }: (typeof recorded)[number]) => {
        const got = await call(`POST /api/client/${name}`, { body: { token: app.token, ...body } });
        expect(isGood(judges, name, got), `${name}: ${got.status} ${got.text}`).toBe(true);
        return got;
      };
      return { app, campaign, known, recorded, send };
    }

    test("every call of a first session gets the response that the client expects", async () => {
      const { app, campaign, known, recorded, send } = await aSession();
      expect(new Set(recorded.map(({ name }) => name)).size).toBe(10);
      for (const one of recorded) {
        const got = await send(one);
        if (one.name === "attribution-data") expect(canReadCampaign(got.body.data)).toBe(true);
        if (one.name === "set-user-data")
          expect(got.body.data).toMatchObject({ message: expect.any(String) });
        if (one.name === "trigger") expect(got.body.data).toMatchObject({ trigger: true });
      }
      await decideEverything(app);
      const query = recorded.find(({ name }) => name === "attribution-data")!;
      const { data } = (await send(query)).body;
      expect(canReadCampaign(data)).toBe(true);
      const link = platform === "ANDROID" ? campaign.displayId : undefined;
      expect(data.campaign_data?.id).toBe(link);

      const [install] = await sql`select platform, device_data, count(*) over ()::int as all from installs
        where project_id = ${app.project.id}`;
      expect(install).toMatchObject({
        platform,
        all: 1,
        device_data: { bundle_id: "com.example.trailhead" },
      });
      const [user] =
        await sql`select user_id, phone, details from users where project_id = ${app.project.id}`;
      expect(user).toMatchObject({ user_id: known.user, phone: null, details: { clevertap_id: "ct-1" } });
      expect(await ledgerOf(app.project.id)).toMatchObject({
        installs: { count: 1 },
        signups: { count: 1 },
        "event add_to_cart": { count: 2, amount: 1_250 },
        "payment FIRST_PAYMENT": { count: 1, amount: 4_990 },
        "payment DEFAULT": { count: 1, amount: 500 },
      });
    });

    test("calls with an ID that are repeated after a timeout change nothing", async () => {
      const { app, recorded, send } = await aSession();
      for (const one of recorded) await send(one);
      // Ages of events are counted with the decision.
      await decideEverything(app);
      const once = await ledgerOf(app.project.id);
      const safe = recorded.filter(
        ({ name, body }) =>
          !["remove-captured-payment", "handle-deeplink"].includes(name) &&
          (name !== "capture-event" || body.event_id) &&
          (name !== "capture-payment" || body.payment_id),
      );
      for (const one of [...safe].reverse()) await send(one);
      await decideEverything(app);
      const { installs: _, ...counted } = await ledgerOf(app.project.id);
      const { installs: __, ...before } = once;
      expect(sums(counted)).toEqual(sums(before));
    });
  });
});

/** Attribution may have changed in between; the totals must not change. */
const sums = (ledger: Record<string, { count: number; amount: number }>) =>
  Object.fromEntries(Object.entries(ledger).filter(([name]) => /^(signups|event|payment)/.test(name)));
