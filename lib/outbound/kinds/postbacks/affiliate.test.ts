import { describe, expect, test } from "vitest";
import { affiliate } from "@/lib/outbound/kinds/postbacks/affiliate";
import { macros } from "@/lib/outbound/kinds/postbacks/macros";
import type { FactKind } from "@/lib/outbound/mapping/fact";
import type { RenderedPayload } from "@/lib/outbound/mapping/kind";
import { affiliateTracker } from "@/testing/networks/affiliate";
import {
  aFact,
  androidInstall,
  consentCases,
  factNow,
  goldenText,
  iphone,
  renderAllFacts,
  renderFact,
  sendableRenderings,
} from "@/testing/networks/facts";
import { aNetwork, sendPayloads } from "@/testing/networks/fake";

const url = "http://127.0.0.1:1/postback";
const all = Object.keys(macros)
  .map((name) => `${name}={${name}}`)
  .join("&");

const settingsOf = (more: Record<string, unknown> = {}) =>
  affiliate.settings.parse({ affiliate: "Peak Media", ...more });
const everywhere = (address: string, more = {}) =>
  settingsOf({
    install_url: address,
    event_url: address,
    payment_url: address,
    refund_url: address,
    rejected_url: address,
    ...more,
  });

const sends: Partial<Record<FactKind, string>> = {
  install: "install",
  rejected: "rejected",
  reengagement: "back",
  signup: "signup",
  event: "{name}",
  payment: "purchase",
  refund: "refund",
};

const outcome = (
  settings: unknown,
  fact = aFact("install"),
  value: { amount: number; currency: string } | null = null,
) => renderFact(affiliate, { fact, sends: "install", settings, value }) as RenderedPayload;
const urlOf = (made: RenderedPayload) => String(made.payload.url);

test("payloads equal the golden file", async () => {
  const settings = everywhere(
    `${url}?click={click_id}&e={event_name}&t={timestamp}&p={payout}&cur={currency}&g={gaid}&i={idfa}&v={idfv}&s={sub1}&c={campaign}&re={is_retargeting}&why={reject_reason}`,
  );
  await expect(goldenText(renderAllFacts(affiliate, sends, settings))).toMatchFileSnapshot(
    "golden/affiliate.txt",
  );
});

describe.each(["GET", "POST form", "POST JSON"] as const)("%s", (method) => {
  const address = "/postback?click={tid}&event={event_name}&campaign={campaign}&sub={sub1}";
  test("an affiliate's tracker accepts each kind of conversion", async () => {
    const { base, asked: query } = await aNetwork(affiliateTracker({ click: "aff-tx-1" }));
    const settings = everywhere(`${base}${address}`, { method });
    for (const { made } of sendableRenderings(
      renderAllFacts(affiliate, { install: "install", payment: "purchase", rejected: "rejected" }, settings),
    ))
      expect(await sendPayloads(affiliate, [made.payload], { settings }, factNow)).toEqual({
        is: "sent",
        code: "200",
      });
    expect(query.every((each) => each.method === method.split(" ")[0])).toBe(true);
  });

  test("the signature covers all other parameters as sent", async () => {
    const { base } = await aNetwork(affiliateTracker({ click: "aff-tx-1", key: "k1" }));
    const settings = everywhere(`${base}/postback?click={tid}&sig={signature}&campaign={campaign}`, {
      method,
    });
    const { payload } = outcome(settings);
    const to = (signing_key: string) => ({ settings, secrets: { signing_key } });
    expect(await sendPayloads(affiliate, [payload], to("k1"), factNow)).toMatchObject({ is: "sent" });
    expect(await sendPayloads(affiliate, [payload], to("k2"), factNow)).toMatchObject({
      is: "dead",
      why: '400: {"error":"wrong signature"}',
    });
    // The stored request has no signature.
    expect(payload.url).toContain("{signature}");
  });
});

test("the currency belongs to the sent amounts: without a payout, to the payment", () => {
  const paid = (address: string) =>
    Object.fromEntries(
      new URL(
        urlOf(outcome(everywhere(`${url}?${address}`), aFact("payment"), { amount: 4.5, currency: "EUR" })),
      ).searchParams,
    );
  expect(paid("r={revenue}&c={currency}")).toEqual({ r: "9.99", c: "USD" });
  expect(paid("p={payout}&r={revenue}&c={currency}")).toEqual({ p: "4.5", r: "", c: "EUR" });
});

describe("the tracker rejects", () => {
  test.each([
    ["a macro was not filled in", "/?click=aff-tx-1&x=%7Bgaid%7D"],
    ["unknown click", "/?click=other"],
  ])("%s", async (why, path) => {
    const { base } = await aNetwork(affiliateTracker({ click: "aff-tx-1" }));
    const settings = settingsOf({ install_url: base });
    const payload = { method: "GET", url: `${base}${path}` };
    expect(await sendPayloads(affiliate, [payload], { settings }, factNow)).toMatchObject({
      is: "dead",
      why: `400: {"error":"${why}"}`,
    });
  });
});

test("every macro has its value, percent-encoded", () => {
  const fact = aFact("payment");
  const made = outcome(
    everywhere(`${url}?${all}`),
    { ...fact, uid: "payment:a b&c=d" },
    { amount: 4.5, currency: "EUR" },
  );
  expect(Object.fromEntries(new URL(urlOf(made)).searchParams)).toMatchObject({
    click_id: "E.C.P.callback",
    tid: "aff-tx-1",
    install_id: androidInstall.id,
    event_id: "payment:a b&c=d",
    timestamp: "1795341600",
    timestamp_ms: "1795341600250",
    click_time: "1795339800",
    // The original payment was in dollars.
    revenue: "",
    payout: "4.5",
    currency: "EUR",
    gaid: "38400000-8cf0-11bd-b23e-10b96e40000d",
    idfa: "",
    ip_country: "US",
    platform: "android",
    app_id: "com.example.app",
    campaign: "Alps & Co",
    ad_set: "DACH",
    creative: "c1",
    sub1: "banner 1",
    sub10: "",
    aff_id: "77",
    touch_type: "click",
    method: "deterministic",
    confidence: "1",
    is_retargeting: "0",
    reject_reason: "",
  });
  expect(urlOf(made)).toContain("campaign=Alps%20%26%20Co");
});

test("a value can neither add a parameter nor change the folder", () => {
  const click = {
    ...aFact("install").click!,
    params: { click_id: "x&payout=999#", sub1: "..", sub2: "\ud800" },
  };
  const settings = settingsOf({ install_url: "https://p.example/a/{sub1}/b?click={click_id}&s={sub2}" });
  const address = new URL(urlOf(outcome(settings, aFact("install", androidInstall, { click }))));
  expect(address.pathname).toBe("/a//b");
  expect(address.searchParams.get("click")).toBe("x&payout=999#");
  expect(address.searchParams.has("payout")).toBe(false);
});

describe("facts that are not sent", () => {
  const settings = everywhere(`${url}?click={click_id}&gaid={gaid}&idfa={idfa}&idfv={idfv}`);
  test("email and phone, with any macro", () => {
    const text = JSON.stringify(outcome(everywhere(`${url}?${all}`)));
    expect(text).not.toMatch(/alice|555/i);
  });

  test("device IDs, without the user's consent", () => {
    const text = (name: string, install = iphone) =>
      urlOf(outcome(settings, aFact("install", install, { permissions: consentCases[name]! })));
    expect(text("allowed")).toContain("8C6CBC0D");
    expect(text("allowed")).toContain("C305F2DB");
    expect(text("no tracking")).not.toContain("8C6CBC0D");
    expect(text("refused")).not.toMatch(/8c6cbc0d|c305f2db/i);
    expect(text("refused", androidInstall)).not.toContain("38400000");
  });

  test("conversions of other sources, whatever the rule", () => {
    const decision = { ...aFact("install").decision!, affiliate: "Others" };
    const other = { unfit: "not_attributed_here", why: "It is not counted under a campaign of Peak Media." };
    expect(outcome(settings, aFact("install", androidInstall, { decision }))).toEqual(other);
    expect(outcome(settings, aFact("organic"))).toMatchObject(other);
    expect(outcome(settings, aFact("install", androidInstall, { decision: null }))).toEqual(other);
    expect(
      outcome(
        settings,
        aFact("install", androidInstall, { decision: { ...decision, affiliate: "peak_media" } }),
      ),
    ).toHaveProperty("payload");
  });

  test("conversions without a click ID in the link, or without a URL", () => {
    expect(outcome(settings, aFact("install", androidInstall, { click: null }))).toMatchObject({
      unfit: "no_identifier",
    });
    expect(outcome(settingsOf({ install_url: url }), aFact("payment"))).toMatchObject({
      unfit: "unsupported",
    });
    expect(outcome(everywhere(url), aFact("reattributed"))).toMatchObject({ unfit: "unsupported" });
  });
});

test("a rejected install has the rules that rejected it", () => {
  const made = outcome(everywhere(`${url}?why={reject_reason}`), aFact("rejected"));
  expect(urlOf(made)).toBe(`${url}?why=click_flood%2Cdatacenter`);
});

describe("settings", () => {
  const wrong = (address: string) =>
    affiliate.settings.safeParse({ affiliate: "A", install_url: address }).error?.issues[0]?.message;
  test.each([
    ["https://p.example/?a={clickid}&b={nonsense}", "Unknown macro: {nonsense}."],
    ["https://p.example/?a={x}&b={y}", "Unknown macros: {x}, {y}."],
    ["https://p.example/?a={email}", "Unknown macro: {email}."],
    ["https://p.example/?a={constructor}", "Unknown macro: {constructor}."],
    ["https://p.example/?a={{click_id}}", "Write macros as {click_id}, with one brace on each side."],
    ["ftp://p.example/?a={click_id}", "Enter a URL that begins with https:// or http://."],
    ["https://user@p.example/", "Enter a URL that begins with https:// or http://."],
    ["https://{sub1}.example/", "The host name can't contain a macro."],
    ["https://p.example/?a=1#b", "Leave out # and everything after it. Servers never receive it."],
    ["https://p.example/{signature}", "Use {signature} only once, as the value of its own parameter."],
    [
      "https://p.example/?a={signature}&b={signature}",
      "Use {signature} only once, as the value of its own parameter.",
    ],
    ["https://p.example/?a=x{signature}", "Use {signature} only once, as the value of its own parameter."],
  ])("%s: %s", (address, message) => {
    expect(wrong(address)).toBe(message);
  });

  test("parsed settings are unchanged by parsing them again", () => {
    const read = everywhere(`${url}?a={click_id}&s={signature}`, { daily_cap: "50" });
    expect(affiliate.settings.parse(read)).toEqual(read);
  });

  test("an address is required, and a key for signatures", () => {
    expect(affiliate.settings.safeParse({ affiliate: "A" }).error?.issues[0]).toMatchObject({
      path: ["install_url"],
      message: "Enter at least one URL.",
    });
    const signed = settingsOf({ install_url: `${url}?s={signature}` });
    expect(affiliate.complaint?.(signed, {})).toEqual({
      field: "signing_key",
      message: "{signature} needs a signing key.",
    });
    expect(affiliate.complaint?.(signed, { signing_key: "k" })).toBeNull();
    expect(affiliate.complaint?.(settingsOf({ install_url: url }), {})).toBeNull();
  });

  test("a daily cap counts the paid events", () => {
    expect(affiliate.dailyCap?.(settingsOf({ install_url: url, daily_cap: "50" }))).toEqual({
      most: 50,
      counts: ["install", "reengagement", "signup", "event", "payment"],
    });
    expect(affiliate.dailyCap?.(settingsOf({ install_url: url, daily_cap: "" }))).toBeNull();
    for (const daily_cap of ["0", "1.5", "many", -1])
      expect(affiliate.settings.safeParse({ affiliate: "A", install_url: url, daily_cap }).success).toBe(
        false,
      );
  });
});
