import { expect, test } from "vitest";
import { snap } from "@/lib/outbound/kinds/snap";
import { checkContract, replaceInPayload } from "@/testing/networks/contract";
import { aFact, androidInstall, consentCases, factNow, iphone, renderFact } from "@/testing/networks/facts";
import { aNetwork, anOutboundRow, sendToFake } from "@/testing/networks/fake";
import { snapNetwork } from "@/testing/networks/snap";

const settings = { snap_app_id: "5e3f-11", app_store_id: "1234567890", device_id_form: "plain" };
const secrets = { access_token: "sn/ap" };
const seconds = factNow.getTime() / 1_000;
const network = snapNetwork({ token: "sn/ap", app: "5e3f-11", now: factNow });

checkContract({
  kind: snap,
  sends: {
    install: "APP_INSTALL",
    signup: "SIGN_UP",
    event: "LEVEL_COMPLETE",
    payment: "PURCHASE",
    refund: "CUSTOM_EVENT_1",
    reengagement: "APP_OPEN",
    ad_revenue: "AD_VIEW",
  },
  settings,
  secrets,
  network,
  path: "/v3",
  accepts: () => ({ is: "sent", code: "200" }),
  refuses: [
    ["event_name is required", replaceInPayload("event_name", "")],
    ["event_time must be past seconds", replaceInPayload("event_time", factNow.getTime())],
    ["event_time is older than 37 days", replaceInPayload("event_time", seconds - 38 * 86_400)],
    ["action_source must be MOBILE_APP", replaceInPayload("action_source", "WEB")],
    ["app_id is required", replaceInPayload("app_data.app_id", "")],
    [
      "advertiser_tracking_enabled is required",
      replaceInPayload("app_data.advertiser_tracking_enabled", undefined),
    ],
    ["extinfo is malformed", replaceInPayload("app_data.extinfo", ["a2"])],
    ["one of em, ph and madid is required", replaceInPayload("user_data", {})],
    ["em is not hashed", replaceInPayload("user_data.em", ["alice@example.com"])],
    ["ph is not hashed", replaceInPayload("user_data.ph", ["15554441234"])],
    ["external_id is not hashed", replaceInPayload("user_data.external_id", ["u-1"])],
    ["madid is malformed", replaceInPayload("user_data.madid", "8C6CBC0D-5F43-4765-A6E6-84DFF3D24707")],
    ["currency is required", replaceInPayload("custom_data.currency", undefined)],
  ],
  ofBatch: (why) => ({ is: "split", why }),
  strangers: [
    ["another token", { secrets: { access_token: "other" } }],
    ["another app", { settings: { ...settings, snap_app_id: "1" } }],
  ],
});

test("a test is only validated", async () => {
  const { base, asked: query } = await aNetwork(network);
  const to = { settings, secrets, token: "", base: `${base}/v3`, tokenUrl: "" };
  expect(
    snap.read(await sendToFake(snap.check!([anOutboundRow({})], to, factNow), factNow), 1),
  ).toMatchObject({ is: "sent" });
  expect(query[0]?.url.pathname).toBe("/v3/5e3f-11/events/validate");
});

test("advertising IDs are in plain lower case, or hashed", () => {
  const made = (device_id_form: string) =>
    renderFact(snap, {
      fact: aFact("install", iphone),
      sends: "APP_INSTALL",
      settings: { ...settings, device_id_form },
    });
  expect(made("plain")).toMatchObject({
    payload: { user_data: { madid: "8c6cbc0d-5f43-4765-a6e6-84dff3d24707" } },
  });
  expect(made("SHA-256")).toMatchObject({
    payload: { user_data: { madid: "494a3979beb32c0fe480049c3c038403ae3526e447532dd7cafcb66ac9c9a962" } },
    hashed: expect.arrayContaining([{ at: "user_data.madid", of: "advertising_id" }]),
  });
});

test("facts without an ID that Snap recognizes are not sent", () => {
  const made = (more: Parameters<typeof aFact>[2]) =>
    renderFact(snap, { fact: aFact("install", androidInstall, more), sends: "APP_INSTALL", settings });
  expect(made({ user: null, permissions: consentCases["no tracking"]! })).toMatchObject({
    unfit: "no_identifier",
  });
  expect(made({ install: null })).toMatchObject({ unfit: "unsupported" });
  expect(made({ install: { ...androidInstall, package: null } })).toMatchObject({ unfit: "unsupported" });
});

test.each([
  [429, "", "retry"],
  [500, "", "retry"],
  [401, "", "pause"],
  [403, "", "pause"],
  [400, "", "split"],
  [404, "", "dead"],
  [200, '{"status":"INVALID","reason":"No"}', "split"],
  [200, '{"status":"VALID"}', "sent"],
])("%i %s: %s", (status, body, is) => {
  expect(snap.read({ status, headers: {}, body, at: factNow }, 2)).toMatchObject({ is });
});

test("an app on iOS is identified by its App Store number", () => {
  const made = (app_store_id: string | null) =>
    renderFact(snap, {
      fact: aFact("install", iphone),
      sends: "APP_INSTALL",
      settings: { ...settings, app_store_id },
    });
  expect(made("1234567890")).toMatchObject({ payload: { app_data: { app_id: "1234567890" } } });
  expect(made(null)).toMatchObject({ unfit: "unsupported", why: expect.stringContaining("App Store ID") });
  expect(snap.settings.parse({ snap_app_id: "a", app_store_id: "id123" })).toMatchObject({
    app_store_id: "123",
  });
  expect(snap.settings.safeParse({ snap_app_id: "a", app_store_id: "com.example" }).success).toBe(false);
});
