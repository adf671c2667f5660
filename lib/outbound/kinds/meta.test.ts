import { describe, expect, test } from "vitest";
import { meta } from "@/lib/outbound/kinds/meta";
import type { RenderedPayload } from "@/lib/outbound/mapping/kind";
import { checkContract, replaceInPayload } from "@/testing/networks/contract";
import { aFact, androidInstall, factNow, iphone, renderFact } from "@/testing/networks/facts";
import { aNetwork, sendPayloads } from "@/testing/networks/fake";
import { metaNetwork } from "@/testing/networks/meta";

const settings = { dataset_id: "111", test_event_code: null };
const secrets = { access_token: "EAAB" };
const network = metaNetwork({ token: "EAAB", dataset: "111", now: factNow });
const seconds = factNow.getTime() / 1_000;

checkContract({
  kind: meta,
  sends: {
    install: "MobileAppInstall",
    signup: "CompleteRegistration",
    event: "LevelAchieved",
    payment: "Purchase",
    refund: "Refund",
    reengagement: "Reengagement",
    ad_revenue: "AdImpression",
  },
  settings,
  secrets,
  network,
  path: "/v24.0",
  accepts: () => ({ is: "sent", code: "trace" }),
  refuses: [
    ["event_name is missing", replaceInPayload("event_name", "")],
    ["event_time must be in whole seconds", replaceInPayload("event_time", seconds - 0.5)],
    ["Event Timestamp Too Old", replaceInPayload("event_time", seconds - 8 * 86_400)],
    ["Event Timestamp in the Future", replaceInPayload("event_time", seconds + 600)],
    ["action_source must be app", replaceInPayload("action_source", "website")],
    ["event_id is missing", replaceInPayload("event_id", undefined)],
    [
      "advertiser_tracking_enabled is missing",
      replaceInPayload("app_data.advertiser_tracking_enabled", true),
    ],
    [
      "application_tracking_enabled is missing",
      replaceInPayload("app_data.application_tracking_enabled", undefined),
    ],
    ["extinfo must be 16 strings", replaceInPayload("app_data.extinfo", ["a2"])],
    [
      "extinfo lacks the platform or the version of the system",
      replaceInPayload("app_data.extinfo", ["a2", ...Array(15).fill("")]),
    ],
    ["em is not hashed", replaceInPayload("user_data.em", ["alice@example.com"])],
    ["ph is not hashed", replaceInPayload("user_data.ph", ["15554441234"])],
    ["external_id is not hashed", replaceInPayload("user_data.external_id", ["u-1"])],
    ["madid is malformed", replaceInPayload("user_data.madid", "38400000")],
    ["fbc is malformed", replaceInPayload("user_data.fbc", "IwAR0meta")],
    ["user_data is empty", replaceInPayload("user_data", {})],
    ["Purchase needs value and currency", replaceInPayload("custom_data.currency", undefined)],
  ],
  // In a batch, the wrong row is not known yet.
  ofBatch: (why) => ({ is: "split", why: `${why} (100)` }),
  strangers: [["another token", { secrets: { access_token: "other" } }]],
});

const purchase = (
  renderFact(meta, { fact: aFact("payment"), sends: "Purchase", settings }) as RenderedPayload
).payload;

test("the token is never in the URL, and a test event code is sent with the call", async () => {
  const { base, asked: query } = await aNetwork(network);
  const to = { settings, secrets, base: `${base}/v24.0` };
  await sendPayloads(meta, [purchase], to, factNow);
  await sendPayloads(
    meta,
    [purchase],
    { ...to, settings: { ...settings, test_event_code: "TEST1" } },
    factNow,
  );
  expect(query[0]?.url.href).not.toContain("EAAB");
  expect(JSON.parse(query[0]?.body ?? "{}")).not.toHaveProperty("test_event_code");
  expect(JSON.parse(query[1]?.body ?? "{}")).toMatchObject({ test_event_code: "TEST1" });
});

test("another dataset is rejected", async () => {
  const { base } = await aNetwork(network);
  const to = { settings: { dataset_id: "222" }, secrets, base: `${base}/v24.0` };
  expect(await sendPayloads(meta, [purchase], to, factNow)).toMatchObject({
    is: "dead",
    why: "Unsupported post request (100)",
  });
});

describe("the meaning of Meta's errors", () => {
  const usage = JSON.stringify({ "1": [{ estimated_time_to_regain_access: 3 }] });
  const answer = (status: number, code: number | null, headers = {}) =>
    meta.read(
      {
        status,
        headers,
        body: code === null ? "oops" : JSON.stringify({ error: { code, message: "No" } }),
        at: factNow,
      },
      2,
    );
  test.each([
    [190, "pause"],
    [10, "pause"],
    [102, "pause"],
    [200, "pause"],
    [299, "pause"],
    [4, "retry"],
    [17, "retry"],
    [32, "retry"],
    [613, "retry"],
    [80_004, "retry"],
    [1, "retry"],
    [2, "retry"],
    [100, "split"],
    [2_804_009, "split"],
  ])("%i: %s", (code, is) => {
    expect(answer(400, code)).toMatchObject({ is, code: String(code), why: `No (${code})` });
  });

  test("the response determines the time of the retry", () => {
    expect(answer(400, 4, { "x-business-use-case-usage": usage })).toMatchObject({ afterMs: 180_000 });
    expect(answer(400, 4, { "x-business-use-case-usage": "{" })).toMatchObject({ afterMs: null });
  });

  test("without Meta's error format the status counts", () => {
    expect(answer(502, null)).toMatchObject({ is: "retry" });
    expect(answer(404, null)).toMatchObject({ is: "dead" });
  });
});

describe("facts that are not sent", () => {
  const made = (more: Parameters<typeof aFact>[2], install = iphone) =>
    renderFact(meta, { fact: aFact("payment", install, more), sends: "Purchase", settings });
  const att = (att: "authorized" | "denied" | null) => ({
    permissions: {
      isInside: false,
      refused: false,
      missing: false,
      att,
      adUserData: true,
      adPersonalization: true,
      optedOut: false,
      advertisingId: att !== "denied",
    },
  });

  test("an iPhone's advertising ID, before the user allowed tracking", () => {
    for (const answer of [null, "denied"] as const) {
      expect(made(att(answer))).toMatchObject({ payload: { app_data: { advertiser_tracking_enabled: 0 } } });
      expect(JSON.stringify(made(att(answer)))).not.toContain("8c6cbc0d");
    }
    expect(made(att("authorized"))).toMatchObject({
      payload: { user_data: { madid: "8c6cbc0d-5f43-4765-a6e6-84dff3d24707" } },
    });
    // Android does not have this prompt.
    expect(made(att(null), androidInstall)).toMatchObject({
      payload: { app_data: { advertiser_tracking_enabled: 1 } },
    });
  });

  test("event data without a field at Meta", () => {
    const fact = aFact("event");
    const text = JSON.stringify(renderFact(meta, { fact, sends: "LevelAchieved", settings }));
    expect(text).toContain('"level":12');
    expect(text).not.toContain("never sent");
  });

  test("a purchase without an amount, and events without an install or its platform", () => {
    const why = (found: unknown) => (found as { why: string }).why;
    expect(
      why(renderFact(meta, { fact: aFact("payment"), sends: "Purchase", settings, value: null })),
    ).toMatch(/amount/);
    expect(why(made({ install: null }))).toMatch(/install/);
    expect(why(made({ install: { ...iphone, osVersion: null } }))).toMatch(/version/);
    expect(why(made({ install: { ...iphone, platform: "UNKNOWN" } }))).toMatch(/version/);
  });
});

test("settings are validated", () => {
  expect(meta.settings.safeParse({ dataset_id: "abc" }).success).toBe(false);
  expect(meta.settings.safeParse({ dataset_id: "12", test_event_code: "" }).data).toEqual({
    dataset_id: "12",
    test_event_code: null,
  });
  expect(meta.secrets.safeParse({ access_token: " " }).success).toBe(false);
});
