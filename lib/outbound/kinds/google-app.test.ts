import { describe, expect, test } from "vitest";
import { googleApp } from "@/lib/outbound/kinds/google-app";
import { checkContract, replaceInPayload } from "@/testing/networks/contract";
import { aFact, androidInstall, consentCases, factNow, iphone, renderFact } from "@/testing/networks/facts";
import { googleAppNetwork } from "@/testing/networks/google-app";

const link = "31FF8D67E5BB5DD5029DCC2734C2F884";
const settings = { link_id: link };

checkContract({
  kind: googleApp,
  sends: {
    install: "first_open",
    signup: "sign_up",
    event: "{name}",
    payment: "in_app_purchase",
    reengagement: "session_start",
  },
  settings,
  secrets: { dev_token: "dev" },
  network: googleAppNetwork({ token: "dev", link }),
  accepts: () => ({ is: "sent", code: "not attributed" }),
  refuses: [
    ...[
      "app_event_type",
      "rdid",
      "id_type",
      "lat",
      "app_version",
      "os_version",
      "sdk_version",
      "timestamp",
    ].map((name): [string, ReturnType<typeof replaceInPayload>] => [
      `${name}_missing`,
      replaceInPayload(`query.${name}`, undefined),
    ]),
    ["app_event_type_invalid", replaceInPayload("query.app_event_type", "purchase")],
    ["app_event_name_invalid", replaceInPayload("query.app_event_type", "custom")],
    ["id_type_invalid", replaceInPayload("query.id_type", "gaid")],
    ["rdid_invalid", replaceInPayload("query.rdid", "x")],
    ["lat_invalid", replaceInPayload("query.lat", "1")],
    ["timestamp_invalid", replaceInPayload("query.timestamp", "1795341600")],
    [
      "gclid_only_request_missing",
      (payload) =>
        replaceInPayload(
          "query.lat",
          "1",
        )(replaceInPayload("query.rdid", "00000000-0000-0000-0000-000000000000")(payload)),
    ],
    [
      "identifier_missing",
      (payload) =>
        ["market_referrer_gclid", "gclid", "gbraid"].reduce(
          (changed, name) => replaceInPayload(`query.${name}`, undefined)(changed),
          replaceInPayload(
            "query.gclid_only_request",
            "1",
          )(
            replaceInPayload(
              "query.lat",
              "1",
            )(replaceInPayload("query.rdid", "00000000-0000-0000-0000-000000000000")(payload)),
          ),
        ),
    ],
    ["gclid_not_allowed", replaceInPayload("query.id_type", "idfa")],
    ["currency_code_missing", replaceInPayload("query.currency_code", undefined)],
    ["consent_invalid", replaceInPayload("query.eea", "no")],
    ["user_agent_invalid", replaceInPayload("headers.user-agent", "Cairn")],
    ["x_forwarded_for_missing", replaceInPayload("headers.x-forwarded-for", undefined)],
  ],
  ofBatch: () => null,
  strangers: [
    ["another developer token", { secrets: { dev_token: "other" } }],
    ["another link", { settings: { link_id: "0".repeat(32) } }],
  ],
});

const made = (
  more: Parameters<typeof aFact>[2] = {},
  install = androidInstall,
  kind: "install" | "reengagement" = "install",
) => renderFact(googleApp, { fact: aFact(kind, install, more), sends: "first_open", settings });

describe("without an advertising id", () => {
  const permissions = consentCases["no tracking"]!;
  test("Android is matched by the click in the referrer", () => {
    expect(made({ permissions })).toMatchObject({
      payload: {
        query: {
          rdid: expect.stringMatching(/^[0-]+$/),
          lat: "1",
          gclid_only_request: "1",
          market_referrer_gclid: "Cj0referrer",
        },
      },
    });
    expect(
      made({ permissions, install: { ...androidInstall, deviceData: { ip_address: "203.0.113.7" } } }),
    ).toMatchObject({ unfit: "no_identifier" });
  });
  test("an iPhone only by the aggregated click", () => {
    const click = { ...aFact("install").click!, params: { gclid: "x", gbraid: "agg" } };
    expect(made({ permissions, click }, iphone)).toMatchObject({
      payload: { query: { gbraid: "agg", lat: "1" } },
    });
    expect(made({ permissions, click }, iphone)).not.toHaveProperty("payload.query.gclid");
    expect(made({ permissions }, iphone)).toMatchObject({ unfit: "no_identifier" });
  });
});

test("a re-engagement by an ad is marked", () => {
  expect(made({ url: "https://l.example/?gclid=deep" }, androidInstall, "reengagement")).toMatchObject({
    payload: { query: { app_open_source: "ad_click", gclid: "deep" } },
  });
  expect(made({}, androidInstall, "reengagement")).toMatchObject({
    payload: { query: { app_open_source: "organic" } },
  });
});

test("consent is sent, with the applicable law", () => {
  expect(made()).toMatchObject({
    payload: { query: { eea: "0", ad_user_data: "1", ad_personalization: "1" } },
  });
  expect(made({ permissions: { ...consentCases.allowed!, adPersonalization: false } }, iphone)).toMatchObject(
    {
      payload: { query: { eea: "1", ad_personalization: "0" } },
    },
  );
  expect(made({}, { ...androidInstall, country: "FR" })).toMatchObject({ payload: { query: { eea: "1" } } });
});

test("the device is named in Google's format, and its name cannot end a part", () => {
  const install = { ...androidInstall, deviceModel: "Pix;el (9)\r\nX: y" };
  expect(made({}, install)).toMatchObject({
    payload: {
      headers: {
        "user-agent": expect.stringMatching(
          /^Cairn\/\S+ \(Android 15; en_US; Pixel 9X: y; Build\/AP3A\.241105\.007; Proxy\)$/,
        ),
      },
    },
  });
});

test("required fields that the fact lacks are listed", () => {
  const why = (found: unknown) => (found as { why: string }).why;
  const { ip_address: _, ...deviceData } = androidInstall.deviceData;
  expect(why(made({}, { ...androidInstall, deviceData }))).toMatch(/IP address/);
  expect(why(made({}, { ...androidInstall, deviceData: { ip_address: "1.2.3.4\r\nX: y" } }))).toMatch(
    /IP address/,
  );
  expect(why(made({}, { ...androidInstall, appVersion: null }))).toMatch(/version/);
  expect(why(made({ install: null }))).toMatch(/install/);
});

test.each([
  [200, { attributed: true, errors: [] }, "sent"],
  [200, { errors: ["dev_token_invalid"] }, "pause"],
  [200, { errors: ["timestamp_invalid"] }, "dead"],
  [503, { errors: ["busy"] }, "retry"],
  [429, {}, "retry"],
  [403, {}, "pause"],
  [400, {}, "dead"],
])("%i %o: %s", (status, body, is) => {
  expect(googleApp.read({ status, headers: {}, body: JSON.stringify(body), at: factNow }, 1)).toMatchObject({
    is,
  });
});
