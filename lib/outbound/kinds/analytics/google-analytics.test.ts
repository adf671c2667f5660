import { describe, expect, test } from "vitest";
import { googleAnalytics } from "@/lib/outbound/kinds/analytics/google-analytics";
import type { FactInstall } from "@/lib/outbound/mapping/fact";
import { googleAnalyticsService } from "@/testing/networks/analytics/google-analytics";
import { analyticsSends } from "@/testing/networks/analytics/sends";
import { checkContract, replaceInPayload } from "@/testing/networks/contract";
import { aFact, androidInstall, factNow, iphone, renderFact } from "@/testing/networks/facts";
import { aNetwork, anOutboundRow, sendToFake } from "@/testing/networks/fake";

const settings = { stream: "1:1234567890:android:0a1b2c", region: "Global", event_data: false };
const secrets = { api_secret: "gs" };
const strict = googleAnalyticsService({ isStrict: true, now: factNow });

describe("an app's stream", () => {
  checkContract({
    kind: googleAnalytics,
    sends: analyticsSends,
    settings,
    secrets,
    network: strict,
    hasUserId: true,
    accepts: () => ({ is: "sent", code: "204" }),
    refuses: [
      ["app_instance_id: is invalid", replaceInPayload("app_instance_id", "x")],
      ["timestamp_micros: must be within 72 hours", replaceInPayload("timestamp_micros", factNow.getTime())],
      ["events.name: is invalid", replaceInPayload("events.0.name", "Purchase now")],
      ["events.name: is reserved", replaceInPayload("events.0.name", "session_start")],
      [
        "events.params: has a value of more than 100",
        replaceInPayload("events.0.params.long", "x".repeat(101)),
      ],
      [
        "user_properties: has a value of more than 36",
        replaceInPayload("user_properties.x", { value: "x".repeat(37) }),
      ],
      ["events: must have 1 to 25 events", replaceInPayload("events", [])],
    ],
    ofBatch: () => ({}),
    // The Measurement Protocol accepts every stream and secret.
    strangers: [],
  });
});

type Made = { install?: FactInstall; sends?: string; stream?: string };

const made = (
  more: Parameters<typeof aFact>[2],
  { install = androidInstall, sends = "x", ...change }: Made = {},
) =>
  renderFact(googleAnalytics, {
    fact: aFact("event", install, more),
    sends,
    settings: { ...settings, event_data: true, ...change },
  }) as { payload: Record<string, unknown>; unfit?: string; why?: string };

test("names and values are shortened to what Google Analytics accepts", async () => {
  const data = {
    "Level name": "x".repeat(200),
    ga_reserved: 1,
    list: [1],
    ...Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`p${n}`, n])),
  };
  const decision = { ...aFact("event").decision!, campaign: { id: 7, name: "ä".repeat(80), displayId: "s" } };
  const { payload } = made(
    { data, decision, money: { minor: 5, currency: "USD" } },
    { sends: "Level up! {name}" },
  );
  expect(payload).toMatchObject({
    events: [{ name: "Level_up_level_up", params: { value: 0.05, currency: "USD" } }],
    user_properties: { cairn_campaign: { value: "ä".repeat(36) } },
  });
  const { base } = await aNetwork(strict);
  const to = { settings, secrets, token: "", tokenUrl: "", base };
  const answer = await sendToFake(googleAnalytics.request([anOutboundRow(payload)], to, factNow), factNow);
  expect(googleAnalytics.read(answer, 1)).toEqual({ is: "sent", code: "204" });
});

test.each(["session_start", "first_open", "firebase_x", "9lives", "ää"])(
  "the event name %s is not sent",
  (sends) => {
    expect(made({}, { sends })).toMatchObject({ unfit: "unsupported" });
  },
);

test("an app's stream takes only events of its platform", () => {
  expect(made({}, { install: iphone })).toMatchObject({ unfit: "unsupported" });
  expect(made({}, { install: iphone, stream: "1:1:ios:0a" })).toHaveProperty("payload");
});

test("a web stream finds visitors by their client ID", () => {
  expect(made({}, { stream: "G-ABC1234567" })).toMatchObject({
    payload: { client_id: "1234567890.1700000000" },
  });
});

test("without the service's own ID nothing can be sent, even with a user ID", () => {
  expect(made({}, { install: { ...androidInstall, serviceIds: {} } })).toMatchObject({
    unfit: "no_identifier",
    why: "The app didn't send firebase_app_instance_id, which Google Analytics requires.",
  });
});

test("the test call is checked by the validation server, and stores nothing", async () => {
  const { base, asked: requests } = await aNetwork(googleAnalyticsService({ isStrict: false, now: factNow }));
  for (const stream of [settings.stream, "G-ABC1234567"]) {
    const to = { settings: { ...settings, stream }, secrets, token: "", tokenUrl: "", base };
    const answer = await sendToFake(googleAnalytics.check!([], to, factNow), factNow);
    expect(googleAnalytics.read(answer, 1)).toMatchObject({ is: "sent" });
  }
  expect(requests.map(({ url }) => url.pathname)).toEqual(["/debug/mp/collect", "/debug/mp/collect"]);
});

test("the EU has its own address", () => {
  const to = {
    settings: { ...settings, region: "EU" },
    secrets,
    token: "",
    tokenUrl: "",
    base: googleAnalytics.base,
  };
  expect(googleAnalytics.request([anOutboundRow({})], to, factNow).url).toBe(
    "https://region1.google-analytics.com/mp/collect?firebase_app_id=1%3A1234567890%3Aandroid%3A0a1b2c&api_secret=gs",
  );
});
