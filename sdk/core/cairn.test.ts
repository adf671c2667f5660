import { describe, expect, test } from "vitest";
import { Cairn } from "@/sdk/core/cairn";
import type { Deeplink } from "@/sdk/core/deeplinks";
import { aPhone, Disk } from "@/sdk/testing/device";
import { FakeServer } from "@/sdk/testing/fake-server";
import deeplinks from "@/sdk/vectors/deeplinks.json" with { type: "json" };

const options = { server: "https://links.example.com/", token: "ct_1" };

const decided = (deeplink: string, isGuess?: boolean) => ({
  deeplink,
  campaign_data: { id: "summer", name: "Summer", group_name: "", asset_name: "" },
  attribution_source: "META",
  ...(isGuess === undefined ? {} : { is_guess: isGuess }),
});

function anApp(kept: Parameters<typeof aPhone>[1] = {}) {
  const server = new FakeServer();
  const phone = aPhone(server.answer, kept);
  const cairn = new Cairn(phone);
  const links: Deeplink[] = [];
  return { server, phone, cairn, links, listen: () => cairn.onDeeplink((link) => void links.push(link)) };
}

describe("attribution", () => {
  test("waits as long as the response requests and no longer", async () => {
    const { cairn, phone } = anApp();
    await cairn.start(options);
    let answer: unknown;
    void cairn.attribution(1_500).then((found) => {
      answer = found;
    });
    await phone.clocks.pass(1_400);
    expect(answer).toBeUndefined();
    await phone.clocks.pass(200);
    expect(answer).toEqual({ state: "pending", retryAfterMs: null });
  });

  test("is returned as soon as the server has decided, and immediately from then on", async () => {
    const { cairn, phone, server } = anApp();
    await cairn.start(options);
    const query = cairn.attribution(5_000);
    await phone.clocks.pass(700);
    server.attribution = decided("");
    await phone.clocks.pass(600);
    expect(await query).toMatchObject({ state: "decided", source: "META", campaign: { id: "summer" } });
    const calls = phone.sent.length;
    expect(await cairn.attribution(0 + 1)).toMatchObject({ state: "decided" });
    expect(phone.sent).toHaveLength(calls);
  });

  test("before start it waits for it, within its timeout", async () => {
    const { cairn, phone } = anApp();
    const query = cairn.attribution(1_000);
    await phone.clocks.pass(1_100);
    expect(await query).toEqual({ state: "pending", retryAfterMs: null });
    expect(phone.sent).toEqual([]);
  });
});

describe("links", () => {
  test("the deferred link is returned once, however often the app asks, also after a restart", async () => {
    const { cairn, phone, server, links, listen } = anApp();
    server.attribution = decided("myapp://summer", true);
    listen();
    await cairn.start(options);
    await phone.clocks.pass(5_000);
    await cairn.attribution();
    expect(links).toEqual([{ url: "myapp://summer", isDeferred: true, isGuess: true }]);
    const again = anApp({ disk: phone.disk });
    again.server.attribution = decided("myapp://summer", true);
    again.listen();
    await again.cairn.start(options);
    await again.phone.clocks.pass(200_000);
    expect(again.links).toEqual([]);
  });

  test("a late decision is returned, too", async () => {
    const { cairn, phone, server, links, listen } = anApp();
    listen();
    await cairn.start(options);
    await phone.clocks.pass(20_000);
    server.attribution = decided("myapp://late", false);
    await phone.clocks.pass(30_000);
    expect(links).toEqual([{ url: "myapp://late", isDeferred: true, isGuess: false }]);
  });

  test("without the server's statement a match may be a guess", async () => {
    const { cairn, phone, server, links, listen } = anApp();
    server.attribution = decided("myapp://summer");
    listen();
    await cairn.start(options);
    await phone.clocks.pass(5_000);
    expect(links).toEqual([{ url: "myapp://summer", isDeferred: true, isGuess: true }]);
  });

  test("waits for a listener of the app", async () => {
    const { cairn, phone, server, links, listen } = anApp();
    server.attribution = decided("myapp://summer");
    await cairn.start(options);
    await phone.clocks.pass(5_000);
    listen();
    expect(links).toHaveLength(1);
    await phone.clocks.pass(60_000);
    expect(links).toHaveLength(1);
  });

  test("a direct link is returned with its destination, once, and reported once", async () => {
    const { cairn, phone, server, links, listen } = anApp();
    listen();
    await cairn.start(options);
    await cairn.handleLink("https://links.example.com/summer");
    await phone.clocks.pass(10_000);
    expect(links).toEqual([{ url: "myapp://found", isDeferred: false, isGuess: false }]);
    expect(server.stored.filter(({ path }) => path === "handle-deeplink")).toHaveLength(1);
  });

  test("offline, a direct link is returned unchanged after a second and a half, and not again", async () => {
    const { cairn, phone, server, links, listen } = anApp();
    listen();
    server.fails = () => ({ status: 503 });
    await cairn.start(options);
    await cairn.handleLink("https://links.example.com/summer");
    await phone.clocks.pass(1_400);
    expect(links).toEqual([]);
    await phone.clocks.pass(200);
    server.fails = null;
    await phone.clocks.pass(600_000);
    expect(links.map(({ url }) => url)).toEqual(["https://links.example.com/summer"]);
    expect(server.stored.filter(({ path }) => path === "handle-deeplink")).toHaveLength(1);
  });

  test("the link of a first start belongs to the install: returned at once, without a deferred link", async () => {
    const { cairn, phone, server, links, listen } = anApp();
    server.attribution = decided("myapp://summer");
    listen();
    await cairn.start({ ...options, link: "https://links.example.com/summer" });
    await phone.clocks.pass(60_000);
    expect(links.map(({ url }) => url)).toEqual(["https://links.example.com/summer"]);
    expect(server.stored[0]).toMatchObject({
      path: "init",
      body: { link: "https://links.example.com/summer" },
    });
    expect(server.stored.some(({ path }) => path === "handle-deeplink")).toBe(false);
  });

  test.each(deeplinks.sessions)("$name", async ({ steps, delivered }) => {
    const links: string[] = [];
    const disk = new Disk();
    let app = anApp({ disk });
    let attribution: unknown;
    for (const [step, how] of steps) {
      if (step === "start") {
        app = anApp({ disk });
        app.server.attribution = attribution as typeof app.server.attribution;
        app.cairn.onDeeplink(({ isDeferred }) => void links.push(isDeferred ? "deferred" : "direct"));
        const link = how === undefined ? undefined : "https://links.example.com/summer";
        await app.cairn.start({ ...options, link });
      } else if (step === "link") await app.cairn.handleLink("https://links.example.com/summer");
      else {
        attribution = decided("myapp://summer", false);
        app.server.attribution = attribution as typeof app.server.attribution;
      }
      await app.phone.clocks.pass(step === "decided" ? 60_000 : 2_000);
    }
    expect(links).toEqual(delivered);
  });

  test("a pasted link is evidence; its deeplink is returned even after a guess", async () => {
    const { cairn, phone, server, links, listen } = anApp({ platform: "IOS" });
    server.attribution = decided("myapp://guess", true);
    listen();
    await cairn.start(options);
    await phone.clocks.pass(5_000);
    for (const other of ["", "secret", "https://example.com/?c=1", "see https://a/?cairn_click=1 there"])
      expect(await cairn.pasteLink(other)).toBe(false);
    const calls = phone.sent.length;
    const pasted = "https://links.example.com/?cairn_click=0190a5c2-7d3c-7000-8000-000000000001";
    expect(await cairn.pasteLink(` ${pasted}\n`)).toBe(true);
    await phone.clocks.pass(2_000);
    expect(links.map(({ url }) => url)).toEqual(["myapp://guess"]);
    server.attribution = decided("myapp://exact", false);
    await phone.clocks.pass(30_000);
    expect(links.slice(1)).toEqual([{ url: "myapp://exact", isDeferred: true, isGuess: false }]);
    expect(phone.sent.slice(calls)[0]!.body).toContain(JSON.stringify({ pasted_link: pasted }));
    expect(phone.sent.some(({ body }) => body.includes("secret"))).toBe(false);
  });

  test("an error in the app's own listener causes no error here", async () => {
    const { cairn, phone } = anApp();
    cairn.onDeeplink(() => {
      throw new Error("the app's own");
    });
    await cairn.start(options);
    await cairn.handleLink("https://links.example.com/summer");
    await phone.clocks.pass(2_000);
    expect(phone.logged).toEqual([["error", expect.stringContaining("the app's own")]]);
  });
});

describe("consent", () => {
  test("before consent nothing is sent, and then everything, with its original times", async () => {
    const { cairn, phone, server } = anApp();
    phone.known.now = { gaid: "g-1", brand: "x" };
    await cairn.start({ ...options, waitForConsent: true });
    await cairn.event("before");
    const then = phone.clocks.now;
    await phone.clocks.pass(60_000);
    expect(phone.sent).toEqual([]);
    await cairn.setConsent({ eea: true, adUserData: false });
    await phone.clocks.pass(1_000);
    expect(server.stored.map(({ path }) => path)).toEqual(["init", "capture-event", "set-consent"]);
    expect(server.stored[0]!.body.device_data).toEqual({ brand: "x", eea: true, ad_user_data: false });
    expect(server.stored[1]!.body.timestamp).toBe(then);
  });

  test("when switched off, waiting calls are deleted, nothing is stored or sent, also after a restart", async () => {
    const { cairn, phone, server } = anApp();
    server.fails = () => ({ status: 503 });
    await cairn.start(options);
    await cairn.event("waits");
    await cairn.setEnabled(false);
    server.fails = null;
    expect(await cairn.event("not kept")).toBe(false);
    await phone.clocks.pass(600_000);
    expect(server.stored).toEqual([]);
    expect(phone.disk.files.has("cairn-calls.log")).toBe(false);
    const again = anApp({ disk: phone.disk });
    await again.cairn.start(options);
    await again.phone.clocks.pass(60_000);
    expect(again.phone.sent).toEqual([]);
    await again.cairn.setEnabled(true);
    await again.cairn.event("on again");
    await again.phone.clocks.pass(1_000);
    expect(again.server.events).toEqual(["on again"]);
  });

  test("a forgotten device has no files, sends nothing, and is another install at the next start", async () => {
    const disk = new Disk();
    const { cairn, phone, server } = anApp({ disk });
    await cairn.start(options);
    await phone.clocks.pass(1_000);
    await cairn.forgetMe();
    expect([...disk.files.keys()]).toEqual([]);
    const calls = phone.sent.length;
    void cairn.event("waits for the next start");
    await phone.clocks.pass(600_000);
    expect(phone.sent).toHaveLength(calls);
    expect([...disk.files.keys()]).toEqual([]);
    await cairn.start(options);
    await phone.clocks.pass(1_000);
    const installs = server.stored.filter(({ path }) => path === "init").map(({ body }) => body);
    expect(new Set(installs.map((body) => body.install_instance_id)).size).toBe(2);
  });

  test("the ATT status is sent, and the ID only if tracking is allowed", async () => {
    for (const [tracking, ids] of [
      ["AUTHORIZED", [{ idfa: "i-1" }]],
      ["DENIED", []],
    ] as const) {
      const { cairn, phone, server } = anApp({ platform: "IOS" });
      await cairn.start(options);
      await phone.clocks.pass(1_000);
      phone.known.tracking = tracking;
      phone.known.now = { idfa: "i-1" };
      expect(await cairn.requestTracking()).toBe(tracking);
      await phone.clocks.pass(100);
      const reported = server.stored.filter(({ path }) => path === "set-consent");
      expect(reported.map(({ body }) => body.att_status)).toEqual([tracking]);
      const sent = phone.sent.flatMap(({ body }) => [JSON.parse(body), ...(JSON.parse(body).calls ?? [])]);
      const devices = sent.map((each) => each.device_data ?? each.body?.device_data);
      expect(devices.filter((device) => device?.idfa)).toEqual(ids);
    }
  });

  test("a consent is valid until another is given for the same question", async () => {
    const { cairn, phone, server } = anApp();
    phone.known.now = { gaid: "g-1" };
    await cairn.start({ ...options, waitForConsent: true });
    await cairn.setConsent({ eea: true, adUserData: false });
    await cairn.setConsent({ adPersonalization: false });
    await phone.clocks.pass(1_000);
    const again = anApp({ disk: phone.disk });
    again.phone.known.now = { gaid: "g-1" };
    await again.cairn.start({ ...options, waitForConsent: true });
    await again.phone.clocks.pass(1_000);
    expect(again.server.stored[0]!.body.device_data).toEqual({
      eea: true,
      ad_user_data: false,
      ad_personalization: false,
    });
    expect(server.stored.filter(({ path }) => path === "set-consent")).toHaveLength(2);
  });
});

describe("all other calls", () => {
  test("each call has the install, the platform and its own ID, and calls before start wait for it", async () => {
    const { cairn, phone, server } = anApp();
    const early = cairn.event("early", { km: 3 }, 12.5);
    await cairn.start(options);
    expect(await early).toBe(true);
    await cairn.identify({ id: "ada", name: "Ada" });
    await cairn.setUser({ email: "ada@example.com" });
    const storePurchase = { purchaseToken: "t-1", productId: "year", packageName: "com.example.trails" };
    await cairn.payment({ id: "order-1", amount: 9.99, type: "FIRST_PAYMENT", storePurchase });
    await cairn.removePayment("order-1");
    await cairn.setPushToken("push-1");
    await cairn.setIntegration("braze_device_id", "b-1");
    await phone.clocks.pass(1_000);
    expect(server.stored.map(({ path }) => path).sort()).toEqual([
      "capture-event",
      "capture-payment",
      "init",
      "integrations",
      "remove-captured-payment",
      "set-user-data",
      "trigger",
      "update-push-token",
    ]);
    for (const { body } of server.stored)
      expect(body).toMatchObject({
        install_instance_id: expect.stringMatching(/^phone-/),
        platform: "ANDROID",
        timestamp: expect.any(Number),
      });
    const bodyOf = (path: string) => server.stored.find((each) => each.path === path)!.body;
    expect(bodyOf("capture-payment")).toMatchObject({
      payment_id: "order-1",
      store_purchase: { purchase_token: "t-1", product_id: "year", package_name: "com.example.trails" },
    });
    expect(bodyOf("capture-event")).toMatchObject({
      event_name: "early",
      event_data: { km: 3, amount: 12.5 },
      event_id: expect.any(String),
    });
    expect(bodyOf("set-user-data").user_data).toEqual({ id: "ada", email: "ada@example.com" });
    expect(bodyOf("init")).toMatchObject({ app_version: "2.1.0", package_version: "test/1", debug: false });
  });

  test("late data from the store is sent once, as evidence", async () => {
    const { cairn, phone } = anApp();
    phone.known.late = { install_ref: "click_id=1" };
    await cairn.start(options);
    await phone.clocks.pass(60_000);
    await cairn.start(options);
    const again = anApp({ disk: phone.disk });
    again.phone.known.late = phone.known.late;
    await again.cairn.start(options);
    await again.phone.clocks.pass(60_000);
    const reported = [...phone.sent, ...again.phone.sent].filter(({ body }) => body.includes("click_id=1"));
    expect(reported).toHaveLength(1);
  });

  test("Apple receives the conversion value of every response", async () => {
    const { phone, cairn } = anApp({ platform: "IOS" });
    phone.network.post = async () => ({
      status: 200,
      header: () => null,
      text: JSON.stringify({
        status: 200,
        data: { fine_conversion_value: 7, coarse_conversion_value: "low" },
      }),
    });
    await cairn.start(options);
    await phone.clocks.pass(100);
    expect(phone.conversionValues).toEqual([{ fine: 7, coarse: "low", lock: false }]);
  });

  test("a rejected call is reported once and does not block others", async () => {
    const { cairn, phone, server } = anApp();
    server.fails = ({ path }) => (path === "capture-payment" ? { status: 400 } : null);
    server.hasBatch = false;
    await cairn.start(options);
    await cairn.payment({ id: "p", amount: 1 });
    await cairn.event("after");
    await phone.clocks.pass(1_000);
    expect(server.events).toEqual(["after"]);
    expect(
      phone.logged.filter(([level, text]) => level === "warn" && /rejected with 400/.test(text)),
    ).toHaveLength(1);
  });

  test.each([true, false])("data that the server discarded is reported, in a batch: %s", async (inBatch) => {
    const { cairn, phone, server } = anApp();
    server.discards = ["capture-event"];
    server.hasBatch = inBatch;
    await cairn.start(options);
    await cairn.event("early");
    await cairn.payment({ id: "p", amount: 1 });
    await phone.clocks.pass(1_000);
    const warnings = phone.logged.filter(([level]) => level === "warn").map(([, text]) => text);
    expect(warnings).toEqual(["capture-event was discarded by the server: call identify first"]);
  });

  test("a call that the server would reject returns false with a warning, and is not sent", async () => {
    const { cairn, phone, server } = anApp();
    await cairn.start(options);
    const wrong = undefined as never;
    for (const reported of [
      cairn.event(wrong),
      cairn.event(""),
      cairn.event("hike", {}, Number.NaN),
      cairn.event("hike", {}, "3" as never),
      cairn.event("hike", "text" as never),
      cairn.event("hike", { text: "x".repeat(300_000) }),
      cairn.payment(wrong),
      cairn.payment({ id: "p", amount: Number.NaN }),
      cairn.payment({ id: "p", amount: "9" as never }),
      cairn.payment({ id: "p", amount: -1 }),
      cairn.removePayment(wrong),
      cairn.identify(wrong),
      cairn.identify({ id: "" }),
      cairn.setUser(wrong),
      cairn.setPushToken(wrong),
      cairn.setIntegration(wrong, wrong),
      cairn.setIntegration("braze_device_id", wrong),
      cairn.setConsent(wrong),
      cairn.handleLink(wrong),
    ]) {
      const logged = phone.logged.length;
      expect(await reported).toBe(false);
      expect(phone.logged.length).toBeGreaterThanOrEqual(logged);
    }
    expect(phone.logged.filter(([level]) => level === "warn")).toHaveLength(19);
    expect(phone.logged.filter(([level]) => level === "error")).toEqual([]);
    expect(await cairn.pasteLink(wrong)).toBe(false);
    expect(await cairn.event("after", undefined, undefined)).toBe(true);
    await phone.clocks.pass(1_000);
    expect(server.events).toEqual(["after"]);
  });

  test("invalid arguments never throw and change nothing", async () => {
    const { cairn, phone } = anApp();
    const wrong = undefined as never;
    await cairn.start(options);
    expect(cairn.onDeeplink(wrong)()).toBeUndefined();
    cairn.log(wrong);
    await cairn.setEnabled(wrong);
    await cairn.testMode(wrong);
    expect(await cairn.event("still here")).toBe(true);
    expect(phone.logged.map(([level]) => level)).toEqual(["warn", "warn", "warn"]);
  });

  test.each([undefined, null, {}, { server: "not a url", token: "ct_1" }, { ...options, token: "" }])(
    "start(%j) warns and does not start; the next start does",
    async (wrong) => {
      const { cairn, phone, server } = anApp();
      await cairn.start(wrong as never);
      expect(phone.logged).toEqual([["warn", expect.stringMatching(/^Cairn was not started: /)]]);
      expect(phone.sent).toEqual([]);
      await cairn.start(options);
      expect(await cairn.event("after")).toBe(true);
      await phone.clocks.pass(1_000);
      expect(server.events).toEqual(["after"]);
    },
  );

  test("the log contains the messages of its level", async () => {
    const { cairn, phone } = anApp();
    cairn.log("off");
    await cairn.start(options);
    await cairn.setUser({ name: "nobody" });
    expect(phone.logged).toEqual([]);
  });
});
