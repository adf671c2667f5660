import { expect, test } from "vitest";
import { commandLine } from "@/lib/accounts/audit/actor";
import { newId, randomBase62 } from "@/lib/base/ids";
import { registerInstall } from "@/lib/facts/installs/register";
import { capturePayment } from "@/lib/facts/payments/capture";
import { identify } from "@/lib/facts/users/identify";
import { recordWebEvent } from "@/lib/facts/web/record";
import { webEventBody } from "@/lib/facts/web/schema";
import { asServed } from "@/lib/platform/http/testing";
import { erasePerson } from "@/lib/privacy/person";
import { storeClicks } from "@/lib/traffic/clicks/queries";
import { aCampaign, aMember, anAccount, aProject, decideEverything } from "@/testing/factories";
import { webToAppRoutes } from "./web-to-app";

const phone =
  "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";

asServed([webToAppRoutes], (call) => {
  async function aSite() {
    const account = await anAccount();
    const app = await aProject({ account, timeZone: "Asia/Kolkata" });
    const { session } = await aMember("viewer", account);
    const start = Date.now() - 3_600_000;
    const minute = (n: number) => new Date(start + n * 60_000);
    const visit = (web_id: string, n: number, more: object = {}, agent = phone) =>
      recordWebEvent(
        app.project.id,
        webEventBody.parse({ type: "visit", web_id, event_id: randomBase62(8), ...more }),
        { header: (name) => (name === "user-agent" ? agent : null), address: "198.51.100.9", now: minute(n) },
      );
    const storeClick = async (campaignId: number, web_id: string, n: number) => {
      const id = newId(minute(n));
      await storeClicks([
        {
          project_id: app.project.id,
          id,
          clicked_at: minute(n),
          kind: "click",
          campaign_id: campaignId,
          platform: "ANDROID",
          web_id,
        },
      ]);
      return id;
    };
    const phoneAt = (n: number) => ({ userAgent: phone, address: "198.51.100.9", now: minute(n) });
    const install = (instance: string, n: number, click?: string) =>
      registerInstall(
        app.project,
        {
          install_instance_id: instance,
          platform: "ANDROID",
          device_data: click
            ? { install_ref: `cairn_click=${click}` }
            : { install_ref: "utm_source=google-play&utm_medium=organic" },
        } as never,
        phoneAt(n),
      );
    const signUp = (instance: string, user: string, n: number) =>
      identify(app.project, { install_instance_id: instance, user_data: { id: user } } as never, phoneAt(n));
    const pay = (instance: string, user: string, n: number, status = "PAYMENT_COMPLETED") =>
      capturePayment(
        app.project,
        { install_instance_id: instance, user_id: user, amount: 9, type: "DEFAULT", status } as never,
        phoneAt(n),
      );
    const base = `/api/dashboard/projects/${app.project.id}`;
    const report = async (query = "") =>
      (await call(`GET ${base}/web-to-app${query}`, { session })).body.data;
    const listed = async (query: string) =>
      (await call(`GET ${base}/web-visitors${query}`, { session })).body.data.web_visitors as {
        web_id: string;
      }[];
    return { app, session, base, visit, storeClick, install, signUp, pay, report, listed };
  }

  test("each step counts visitors: by the store's click, and by the same user on both sides", async () => {
    const site = await aSite();
    const { app, visit, storeClick, install, signUp, pay, report, listed } = site;
    const campaign = await aCampaign(app);
    const ad = { last: { params: { cairn_campaign: campaign.displayId, utm_source: "newsletter" } } };

    // Matched by the click: pays, and visits twice.
    await visit("by-the-click", 0, ad);
    await visit("by-the-click", 1);
    await install("phone-1", 5, await storeClick(campaign.id, "by-the-click", 2));
    // Matched by the user alone: without the button, and without a counted payment.
    await visit("by-the-user", 0, { last: { params: { gclid: "g" } } });
    await visit("by-the-user", 1, { type: "identify", user_id: "u-2" });
    await install("phone-2", 6);
    // This visitor had the app long before visiting the website.
    await install("phone-3", -30);
    await visit("was-there-before", 0);
    await visit("was-there-before", 1, { type: "identify", user_id: "u-3" });
    // One visitor only clicks, and another one is a bot.
    await visit("only-clicks", 0);
    await storeClick(campaign.id, "only-clicks", 3);
    await visit("crawler-1", 0, {}, "Googlebot/2.1 (+http://www.google.com/bot.html)");
    await decideEverything(app);
    await signUp("phone-3", "u-3", -20);
    await signUp("phone-1", "u-1", 7);
    await signUp("phone-2", "u-2", 8);
    await pay("phone-1", "u-1", 9);
    await pay("phone-2", "u-2", 9, "PAYMENT_FAILED");
    await pay("phone-3", "u-3", 9);

    const data = await report();
    expect(data).toMatchObject({
      has_visitors: true,
      funnel: { visited: 4, clicked: 2, installed: 2, signed_up: 2, paid: 1 },
      more: false,
    });
    expect(data.rows).toEqual([
      {
        key: "DIRECT",
        name: null,
        deleted: false,
        visited: 2,
        clicked: 1,
        installed: 0,
        signed_up: 0,
        paid: 0,
      },
      {
        key: "GOOGLE",
        name: null,
        deleted: false,
        visited: 1,
        clicked: 0,
        installed: 1,
        signed_up: 1,
        paid: 0,
      },
      {
        key: "newsletter",
        name: null,
        deleted: false,
        visited: 1,
        clicked: 1,
        installed: 1,
        signed_up: 1,
        paid: 1,
      },
    ]);
    const byCampaign = await report("?by=campaign");
    expect(byCampaign.rows).toMatchObject([
      { key: "none", visited: 3 },
      { key: String(campaign.id), name: expect.any(String), visited: 1, paid: 1 },
    ]);

    // Each figure links to the same number of visitors.
    for (const [step, count] of Object.entries(data.funnel)) {
      const step_ = step === "visited" ? "" : `step=${step}`;
      expect(await listed(`?from=${data.from}&to=${data.to}&${step_}`), step).toHaveLength(count as number);
    }
    expect((await listed("?source=newsletter&step=paid")).map(({ web_id }) => web_id)).toEqual([
      "by-the-click",
    ]);
    expect(await listed("?campaign=none&source=GOOGLE")).toMatchObject([
      { web_id: "by-the-user", user_id: "u-2", install_id: expect.any(String), clicked_at: null },
    ]);

    // Erased visitors remain counted.
    await erasePerson(app.project, { user: "u-1", install: null }, commandLine, new Date());
    expect((await report()).funnel).toEqual(data.funnel);
    expect(await listed("?source=newsletter")).toMatchObject([
      { web_id: expect.stringMatching(/^erased-/), page: null },
    ]);
  });

  test("a row's link lists only its visitors: an ad network is not the source of the same name, nor direct traffic a source called direct", async () => {
    const { visit, report, listed } = await aSite();
    const sources: Record<string, Record<string, string>> = {
      paid: { gclid: "g" },
      free: { utm_source: "Google", utm_medium: "organic" },
      none: { utm_source: "none" },
      direct: { utm_source: "direct" },
      unnamed: {},
    };
    for (const [n, [name, params]] of Object.entries(sources).entries())
      await visit(`visitor-${name}`, n, { last: { params } });
    const of = async (source: string) =>
      (await listed(`?source=${source}`)).map(({ web_id }) => web_id.replace("visitor-", ""));
    const keys = (await report()).rows.map(({ key }: { key: string }) => key);
    expect(keys).toEqual(["DIRECT", "GOOGLE", "direct", "google", "none"]);
    expect(await Promise.all(keys.map(of))).toEqual([["unnamed"], ["paid"], ["direct"], ["free"], ["none"]]);
    // Members may type a source in upper or lower case.
    expect(await of("Google")).toEqual(["free"]);
  });

  test("a preloaded page counts as a visit once it is shown", async () => {
    const { app, visit, report } = await aSite();
    const ahead = { "user-agent": phone, "sec-purpose": "prefetch;prerender" } as Record<string, string>;
    await recordWebEvent(
      app.project.id,
      webEventBody.parse({ type: "visit", web_id: "visitor-1", event_id: "e-1" }),
      { header: (name) => ahead[name] ?? null, address: "198.51.100.9", now: new Date() },
    );
    expect((await report()).funnel.visited).toBe(0);
    await visit("visitor-1", 1);
    expect((await report()).funnel.visited).toBe(1);
    await visit("visitor-1", 2, {}, "Googlebot/2.1 (+http://www.google.com/bot.html)");
    expect((await report()).funnel.visited).toBe(1);
  });

  test("web events by name, and days without events", async () => {
    const { visit, report } = await aSite();
    expect(await report()).toMatchObject({ has_visitors: false, rows: [], events: [] });
    await visit("visitor-1", 0, { type: "event", name: "viewed" });
    await visit("visitor-1", 1, { type: "event", name: "viewed" });
    await visit("visitor-2", 1, { type: "event", name: "viewed" });
    expect((await report()).events).toEqual([{ name: "viewed", events: 3, visitors: 2 }]);
    expect(await report("?from=2026-01-01&to=2026-01-31")).toMatchObject({
      has_visitors: true,
      funnel: { visited: 0, paid: 0 },
      events: [],
    });
  });

  test.each([
    ["?from=2026-01-01", 422, "Set both from and to, or neither."],
    ["?by=moon", 400, "by must be one of source, campaign."],
  ])("%s is %d", async (query, status, msg) => {
    const { base, session } = await aSite();
    expect(await call(`GET ${base}/web-to-app${query}`, { session })).toMatchObject({
      status,
      body: { msg },
    });
  });
});
