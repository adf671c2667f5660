import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { endpoints } from "@/app/api/endpoints";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { parseMetaKey } from "@/lib/attribution/evidence/meta-referrer";
import vectors from "@/lib/attribution/evidence/vectors.json" with { type: "json" };
import { setMetaKey } from "@/lib/attribution/meta-key/set";
import { openApiDocument } from "@/lib/platform/http/openapi";
import { throughBothAdapters } from "@/lib/platform/http/testing";
import { exportPerson } from "@/lib/privacy/person";
import { aCampaign, aClick, aProject, decideEverything, ledgerOf, withoutLimits } from "@/testing/factories";

const clientEndpoints = endpoints.filter(({ path }) => path.startsWith("/api/client/"));
const modules = endpoints
  .filter(({ path }) => path.startsWith("/api/client/") || path.endsWith("/attributed-users"))
  .map((endpoint) => ({ GET: { endpoint } }));

const minute = 60_000;

// biome-ignore lint/suspicious/noExplicitAny: what came is for the test to look at.
type Anything = any;

/** The stored data of one app, from which the sent fields can be read back. */
type Read = {
  user: Record<string, Anything>;
  device: Record<string, Anything>;
  attributed: Record<string, Anything>;
  stored: Record<string, Record<string, Anything>[]>;
};

const gaid = randomUUID();

const sent = {
  init: { app_version: "4.2.0", package_version: "1.1.2", debug: true, link: "" },
  "attribution-data": { device_data: { carrier: "by attribution-data", battery: 80, gaid } },
  trigger: {
    user_data: { id: "u", name: "Ada", email: "ada@example.com", phone: "1", plan: "pro" },
    data: {
      device_data: { brand: "by trigger", base_os: "" },
      referred_by: "bob",
      plan: "of data",
      tags: ["a"],
    },
    customer_created_at: "2026-01-02",
    is_first_time_customer: true,
  },
  "set-user-data": {
    user_data: { id: "u", name: "Ada L.", braze_device_id: "braze", plan: null, email: "" },
  },
  "capture-event": {
    event_name: "hike",
    event_data: { km: 3, amount: 2 },
    user_id: "u",
    event_id: "e1",
    timestamp: 1_700_000_000_000,
  },
  "capture-payment": {
    amount: 5,
    currency: "USD",
    user_id: "u",
    payment_id: "p1",
    type: "RECURRING",
    status: "PAYMENT_COMPLETED",
    event_data: { sku: "boots" },
    timestamp: 1_700_000_000_000,
  },
  "update-push-token": { push_token: "push" },
  integrations: { integration_info: { clevertap_id: "ct" } },
  "handle-deeplink": {
    deeplink_url: "myapp://hike/7",
    device_data: { build_id: "by handle-deeplink", battery: 70, brand: "unknown" },
    meta_install_referrer: { install_referrer: "{}", is_ct: 1 },
    timestamp: "1700000000000",
  },
} as const;

/** Reads each documented field back. */
const readAgain: Record<string, Record<string, (read: Read) => unknown>> = {
  init: {
    app_version: ({ stored }) => stored.installs![0]!.app_version,
    package_version: ({ stored }) => stored.installs![0]!.package_version,
    debug: ({ stored }) => stored.installs![0]!.debug,
    // The campaign's own link is the only evidence of this install.
    link: ({ attributed }) => (attributed.link.includes("/?c=") ? "" : attributed.link),
  },
  trigger: {
    user_data: ({ user }) => ({ ...sent.trigger.user_data, plan: user.plan, name: "Ada", email: user.email }),
    data: ({ user, device }) => ({
      device_data: { brand: device.brand, base_os: device.base_os },
      referred_by: user.referred_by,
      plan: "of data",
      tags: user.tags,
    }),
    customer_created_at: ({ user }) => user.customer_created_at.slice(0, 10),
    is_first_time_customer: ({ user }) => user.is_first_time_customer,
  },
  "set-user-data": {
    user_data: ({ user }) => ({
      id: user.id,
      name: user.name,
      braze_device_id: user.braze_device_id,
      plan: user.plan === "pro" ? null : "overwritten",
      email: user.email === "ada@example.com" ? "" : "overwritten",
    }),
  },
  "capture-event": {
    event_name: ({ stored }) => stored.events![0]!.name,
    event_data: ({ stored }) => stored.events![0]!.data,
    user_id: ({ stored }) => stored.events![0]!.user_id,
    event_id: ({ stored }) => (stored.events!.length === 1 ? "e1" : "counted twice"),
    timestamp: ({ stored }) => Date.parse(stored.events![0]!.device_at),
  },
  "capture-payment": {
    amount: ({ stored }) => stored.payments![0]!.original_minor / 100,
    currency: ({ stored }) => stored.payments![0]!.original_currency,
    user_id: ({ stored }) => stored.payments![0]!.user_id,
    payment_id: ({ stored }) => stored.payments![0]!.payment_id,
    type: ({ stored }) => stored.payments![0]!.type,
    status: ({ stored }) => stored.payments![0]!.status,
    event_data: ({ stored }) => stored.payments![0]!.data,
    timestamp: ({ stored }) => Date.parse(stored.payments![0]!.device_at),
  },
  "update-push-token": { push_token: ({ stored }) => stored.details![0]!.push_token },
  integrations: { integration_info: ({ stored }) => stored.details![0]!.integrations },
  "attribution-data": {
    device_data: ({ device }) => ({ carrier: device.carrier, battery: 80, gaid: device.gaid }),
  },
  "handle-deeplink": {
    deeplink_url: ({ stored }) => stored.opens![0]!.url,
    device_data: ({ device }) => ({ build_id: device.build_id, battery: device.battery, brand: "unknown" }),
    meta_install_referrer: ({ device }) => device.meta_install_referrer,
    timestamp: ({ stored }) => (stored.opens!.length === 1 ? "1700000000000" : "counted twice"),
  },
};

/** Fields of every call, or that remove something again. */
const elsewhere: Record<string, string[]> = {
  // In order: the credential, the install, its platform, and the clock of an unknown install.
  every: ["token", "install_instance_id", "platform", "time_since_app_install"],
  "remove-captured-payment": ["payment_id", "user_id"],
  // Calls of existing clients, in existing-clients.test.ts.
  "customer-user-id": ["customer_user_id", "user_id"],
  "deeplink-triggered": [],
  // Clocks are tested in reported-times.test.ts, consent answers in set-consent/route.test.ts, refunds in
  // lib/facts/payments/refunds.test.ts, and purchases in store-purchase.test.ts.
  // Ad revenue is read again in capture-ad-revenue/route.test.ts.
  "capture-ad-revenue": [
    ...["amount", "currency", "network", "placement", "ad_unit", "ad_format", "precision", "impressions"],
    ...["impression_id", "timestamp", "sent_at", "user_id"],
  ],
  "capture-event": ["sent_at"],
  "capture-payment": ["sent_at", "refunded_payment_id", "store_purchase"],
  "set-consent": [
    "eea",
    "ad_user_data",
    "ad_personalization",
    "ad_storage",
    "att_status",
    "limit_ad_tracking",
    "tc_string",
    "gpp_string",
    "us_privacy",
    "us_opt_out",
    "is_child",
  ],
  // Omitted on purpose, so that later calls have to add them.
  init: ["device_data"],
};

/** Calls that contain other calls, which `batch/route.test.ts` sends. */
const wrappers = ["/api/client/batch"];

test("every documented field of every client endpoint is read", () => {
  const { paths } = openApiDocument(
    clientEndpoints,
    { title: "", version: "", description: "" },
    [],
  ) as Anything;
  for (const { path } of clientEndpoints) {
    if (wrappers.includes(path)) continue;
    const name = path.slice("/api/client/".length);
    const documented = Object.keys(
      paths[path].post.requestBody.content["application/json"].schema.properties,
    );
    const used = [...Object.keys(readAgain[name] ?? {}), ...elsewhere.every!, ...(elsewhere[name] ?? [])];
    expect([name, used.sort()]).toEqual([name, documented.sort()]);
  }
});

throughBothAdapters(modules, (call) => {
  async function aLife(day: "the first day" | "later") {
    const app = await aProject({ currency: "EUR" });
    await withoutLimits(app);
    const campaign = await aCampaign(app);
    const start = Date.now() - 3 * 24 * 60 * minute;
    const click = await aClick(app, { campaignId: campaign.id, at: new Date(start - minute) });
    const post = async (name: string, body: object, at: number) => {
      const got = await call(`POST /api/client/${name}`, {
        body: { token: app.token, install_instance_id: "phone", platform: "ANDROID", ...body },
        now: new Date(at),
      });
      expect(got.status, `${name}: ${got.text}`).toBeLessThan(300);
      return got;
    };
    await post(
      "init",
      { debug: sent.init.debug, link: `https://${app.domain}/?c=${campaign.displayId}&cairn_click=${click}` },
      start,
    );
    await decideEverything(app);
    const after = start + (day === "later" ? 26 * 60 * minute : 0);
    return { app, campaign, post, after };
  }

  async function readAll({ app, campaign }: Awaited<ReturnType<typeof aLife>>): Promise<Read> {
    await decideEverything(app);
    const query = { key: app.serverKey, query: { display_id: campaign.displayId } };
    const [attributed] = (await call("GET /api/v1/attributed-users", query)).body.data.users;
    const stored = (await exportPerson(
      app.project,
      { user: "u", install: null },
      commandLine,
    )) as Read["stored"];
    return { attributed, user: attributed.user_data, device: attributed.user_data.device_data, stored };
  }

  test("each field that an app sends after a bare init can be read again", async () => {
    const life = await aLife("the first day");
    const { app_version, package_version } = sent.init;
    const init = { app_version, package_version };
    let at = life.after;
    for (const [name, body] of Object.entries({ ...sent, init })) {
      at += 2_000;
      await life.post(name, body, at);
    }
    for (const name of ["capture-event", "handle-deeplink"] as const) await life.post(name, sent[name], at);
    const read = await readAll(life);
    for (const [name, fields] of Object.entries(readAgain))
      for (const [field, of] of Object.entries(fields)) {
        expect([name, field, of(read)]).toEqual([name, field, (sent as Anything)[name][field]]);
      }
    expect(read.attributed.link).toContain(`?c=${life.campaign.displayId}`);
    expect((await ledgerOf(life.app.project.id))["event hike"]).toEqual({ count: 1, amount: 200 });
  });

  test("the device is described even days later, but late data makes no decision", async () => {
    const life = await aLife("later");
    await life.post(
      "trigger",
      { ...sent.trigger, data: { device_data: { brand: "google", gaid } } },
      life.after,
    );
    await life.post(
      "init",
      { device_data: { device_name: "Pixel 8", brand: "unknown" } },
      life.after + minute,
    );
    const { device } = await readAll(life);
    expect(device).toMatchObject({ brand: "google", device_name: "Pixel 8" });
    expect(device.gaid).toBeUndefined();
  });

  test("placeholders never replace known values", async () => {
    const life = await aLife("the first day");
    const known = { brand: "google", carrier: ["A"], api_level: 34, install_ref: "utm_source=x" };
    await life.post(
      "trigger",
      { ...sent.trigger, data: { device_data: known, score: 5, city: "unknown" } },
      life.after,
    );
    for (const nothing of ["", null, "unknown", "null", "undefined"]) {
      const device_data = Object.fromEntries(Object.keys(known).map((name) => [name, nothing]));
      const user_data = { id: "u", name: nothing, email: nothing, plan: nothing, score: nothing };
      await life.post("init", { device_data }, life.after + minute);
      await life.post("attribution-data", { device_data }, life.after + minute);
      await life.post("trigger", { user_data, data: { device_data, score: nothing } }, life.after + minute);
      await life.post("set-user-data", { user_data }, life.after + minute);
    }
    const { user, device } = await readAll(life);
    expect(device).toMatchObject(known);
    expect(user).toMatchObject({
      name: "Ada",
      email: "ada@example.com",
      plan: "pro",
      score: 5,
      city: "unknown",
    });
  });

  test("fields of trigger's data do not replace the documented fields of the same name", async () => {
    const life = await aLife("the first day");
    const data = { id: "other", name: "Of data", device_data: "none", customer_created_at: "x" };
    await life.post("trigger", { ...sent.trigger, user_data: { id: "u", email: "a@b.c" }, data }, life.after);
    const { user } = await readAll(life);
    expect(user).toMatchObject({ id: "u", name: "Of data", email: "a@b.c", device_data: { brand: "" } });
    expect(user.customer_created_at).toBe("2026-01-02T00:00:00.000Z");
  });

  test("the number of device fields is limited", async () => {
    const life = await aLife("the first day");
    for (let i = 0; i < 4; i++)
      await life.post(
        "init",
        { device_data: { [`key ${i}`]: "x".repeat(100_000) } },
        life.after + i * minute,
      );
    await life.post("trigger", sent.trigger, life.after);
    const { device } = await readAll(life);
    expect(Object.keys(device).filter((name) => name.startsWith("key"))).toEqual(["key 0", "key 1"]);
  });

  test.each([1e13, -1e13, "12", true])(
    "an event with an amount of %j counts without it, and the response says so",
    async (amount) => {
      const life = await aLife("the first day");
      await life.post("trigger", sent.trigger, life.after);
      const event = { event_name: "hike", event_data: { amount } };
      const got = await life.post("capture-event", event, life.after);
      expect(got.body.data.message).toContain("counted without its amount");
      expect((await ledgerOf(life.app.project.id))["event hike"]).toEqual({ count: 1, amount: 0 });
      const max = { event_name: "climb", event_data: { amount: 1e12 } };
      expect((await life.post("capture-event", max, life.after)).body.data.message).toContain("received");
      expect((await ledgerOf(life.app.project.id))["event climb"]).toEqual({ count: 1, amount: 1e14 });
    },
  );

  test("the ad placement in a link's parameters is returned", async () => {
    const app = await aProject();
    await withoutLimits(app);
    const campaign = await aCampaign(app, { network: "META" });
    const click = await aClick(app, { campaignId: campaign.id, at: new Date(Date.now() - minute) });
    const pasted = {
      ad_id: "111",
      site_source_name: "ig",
      Placement: "Stories",
      publisher_platform: "{{x}}",
    };
    await sql`update clicks set network = 'META', params = ${JSON.stringify(pasted)}::text::jsonb
      where project_id = ${app.project.id} and id = ${click}`;
    const body = { token: app.token, install_instance_id: "phone", platform: "ANDROID" };
    const device_data = { install_ref: `cairn_click=${click}` };
    await call("POST /api/client/init", { body: { ...body, device_data } });
    await call("POST /api/client/trigger", { body: { ...body, user_data: { id: "u" } } });
    const { attributed } = await readAll({ app, campaign } as Awaited<ReturnType<typeof aLife>>);
    expect(attributed).toMatchObject({
      meta_ad_id: "111",
      publisher_platform: "ig",
      platform_position: "Stories",
    });
  });

  test("Meta's referrer of a followed deeplink is evidence: the install is attributed again", async () => {
    const { key, mirColumnsContentAsString: columns } = vectors.meta[1]!;
    const meta_install_referrer = { ...columns, actual_timestamp: Math.floor(Date.now() / 1_000) - 60 };
    const app = await aProject();
    await withoutLimits(app);
    await setMetaKey(app.project, { key: parseMetaKey(key)!, sample: null }, commandLine, new Date());
    const campaign = await aCampaign(app, { network: "META", network_campaign_id: "444" });
    const body = { token: app.token, install_instance_id: "phone", platform: "ANDROID" };
    await call("POST /api/client/init", { body });
    await call("POST /api/client/trigger", { body: { ...body, user_data: { id: "u" } } });
    await decideEverything(app);
    const opened = { ...body, deeplink_url: "myapp://x", meta_install_referrer };
    expect((await call("POST /api/client/handle-deeplink", { body: opened })).status).toBe(200);
    const { attributed } = await readAll({ app, campaign } as Awaited<ReturnType<typeof aLife>>);
    expect(attributed).toMatchObject({ ad_channel: "META", meta_ad_id: "111", platform_position: "story" });
  });
});
