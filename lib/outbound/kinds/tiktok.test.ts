import { describe, expect, test } from "vitest";
import { tiktok } from "@/lib/outbound/kinds/tiktok";
import { checkContract, replaceInPayload } from "@/testing/networks/contract";
import { aFact, androidInstall, consentCases, factNow, iphone, renderFact } from "@/testing/networks/facts";
import { tiktokNetwork } from "@/testing/networks/tiktok";

const settings = { app_id: "700", app_store_id: "1234567890", device_id_form: "plain" };
const seconds = factNow.getTime() / 1_000;

checkContract({
  kind: tiktok,
  sends: {
    install: "InstallApp",
    signup: "Registration",
    event: "AchieveLevel",
    payment: "Purchase",
    refund: "Refund",
    reengagement: "LaunchAPP",
  },
  settings,
  secrets: { access_token: "tt" },
  network: tiktokNetwork({ token: "tt", app: "700", now: factNow }),
  path: "/open_api/v1.3",
  accepts: () => ({ is: "sent", code: "request-1" }),
  refuses: [
    ["event: missing", replaceInPayload("event", "")],
    ["event_time: must be past seconds", replaceInPayload("event_time", factNow.getTime())],
    ["event_time: older than 28 days", replaceInPayload("event_time", seconds - 29 * 86_400)],
    ["event_id: missing", replaceInPayload("event_id", undefined)],
    ["limited_data_use: must be boolean", replaceInPayload("limited_data_use", 0)],
    ["email: must be SHA-256", replaceInPayload("user.email", ["alice@example.com"])],
    ["phone: must be SHA-256", replaceInPayload("user.phone", ["+15554441234"])],
    ["external_id: must be SHA-256", replaceInPayload("user.external_id", ["u-1"])],
    ["idfa: malformed", replaceInPayload("user.idfa", "8c6cbc0d-5f43-4765-a6e6-84dff3d24707")],
    ["gaid: malformed", replaceInPayload("user.gaid", "38400000")],
    ["att_status: unknown", replaceInPayload("user.att_status", "YES")],
    [
      "idfa: not allowed with this att_status",
      (payload) =>
        replaceInPayload(
          "user.att_status",
          "DENIED",
        )(replaceInPayload("user.idfa", "8C6CBC0D-5F43-4765-A6E6-84DFF3D24707")(payload)),
    ],
    ["app_id: missing", replaceInPayload("app", {})],
    ["currency: missing", replaceInPayload("properties.currency", undefined)],
  ],
  ofBatch: (why) => ({ is: "split", why: `${why} (40002)` }),
  strangers: [
    ["another token", { secrets: { access_token: "other" } }],
    ["another app", { settings: { ...settings, app_id: "701" } }],
  ],
});

const made = (more: Parameters<typeof aFact>[2] = {}, install = iphone, form = "plain") =>
  renderFact(tiktok, {
    fact: aFact("install", install, more),
    sends: "InstallApp",
    settings: { ...settings, device_id_form: form },
  });

test("advertising IDs are plain in the format of their platform, or hashed", () => {
  expect(made()).toMatchObject({
    payload: { user: { idfa: "8C6CBC0D-5F43-4765-A6E6-84DFF3D24707", att_status: "AUTHORIZED" } },
  });
  expect(made({}, androidInstall)).toMatchObject({
    payload: { user: { gaid: "38400000-8cf0-11bd-b23e-10b96e40000d", att_status: "NOT_APPLICABLE" } },
  });
  expect(made({}, iphone, "SHA-256")).toMatchObject({
    payload: { user: { idfa: "494a3979beb32c0fe480049c3c038403ae3526e447532dd7cafcb66ac9c9a962" } },
    hashed: expect.arrayContaining([{ at: "user.idfa", of: "advertising_id" }]),
  });
});

test("the ATT status is sent, and the ID only if tracking is allowed", () => {
  for (const [att, reported] of [
    [null, "NOT_DETERMINED"],
    ["denied", "DENIED"],
  ] as const) {
    const found = made({ permissions: { ...consentCases.allowed!, att } });
    expect(found).toMatchObject({ payload: { user: { att_status: reported } } });
    expect(JSON.stringify(found)).not.toContain("idfa");
  }
  expect(made({}, { ...iphone, osVersion: "13.7" })).toMatchObject({
    payload: { user: { att_status: "NOT_APPLICABLE" } },
  });
});

describe("the click", () => {
  test("is sent as TikTok's macro gave it, for clicks of TikTok only", () => {
    const click = aFact("install").click!;
    expect(made()).toMatchObject({ payload: { ad: { callback: "E.C.P.callback", attributed: false } } });
    const { ttclid: _, ...others } = click.params;
    expect(made({ click: { ...click, params: others } })).not.toHaveProperty("payload.ad.callback");
  });
  test("is attributed if the install counts for TikTok", () => {
    const decision = { ...aFact("install").decision!, network: "TIKTOK" };
    expect(made({ decision })).toMatchObject({
      payload: { ad: { attributed: true, attribution_type: "click" } },
    });
  });
});

test("facts without an ID that TikTok recognizes are not sent", () => {
  const nothing = { user: null, click: null, permissions: consentCases["no tracking"]! };
  expect(made(nothing, androidInstall)).toMatchObject({ unfit: "no_identifier" });
  expect(made({ install: null })).toMatchObject({ unfit: "unsupported" });
  expect(made({}, { ...androidInstall, package: null })).toMatchObject({ unfit: "unsupported" });
});

test.each([
  [0, "sent"],
  [40_100, "retry"],
  [40_133, "retry"],
  [50_000, "retry"],
  [51_010, "retry"],
  [40_001, "pause"],
  [40_105, "pause"],
  [40_002, "split"],
])("code %i: %s", (code, is) => {
  const body = JSON.stringify({ code, message: "No" });
  expect(tiktok.read({ status: 200, headers: {}, body, at: factNow }, 2)).toMatchObject({
    is,
    code: String(code),
  });
});

test("a response without a code is not a success", () => {
  expect(tiktok.read({ status: 200, headers: {}, body: "<html>", at: factNow }, 1)).toMatchObject({
    is: "retry",
  });
  expect(tiktok.read({ status: 503, headers: {}, body: "", at: factNow }, 1)).toMatchObject({ is: "retry" });
});
