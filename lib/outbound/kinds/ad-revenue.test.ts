import { expect, test } from "vitest";
import { destinationKinds } from "@/lib/outbound/kinds/kinds";
import type { RenderedPayload } from "@/lib/outbound/mapping/kind";
import { amountOf, outboundRule, sentValue } from "@/lib/outbound/mapping/rule";
import { aFact, androidInstall, goldenText, renderFact } from "@/testing/networks/facts";

const template =
  "https://partner.example/ads?r={revenue}&p={payout}&cur={currency}&n={ad_network}&pl={ad_placement}&u={ad_unit}&f={ad_format}&i={impressions}";
const templates = { ad_revenue_url: template };
const settings: Record<string, Record<string, unknown>> = {
  meta: { dataset_id: "111" },
  snap: { snap_app_id: "5e3f", app_store_id: "1" },
  custom_network: { network: "META", ...templates },
  google_analytics: { stream: "1:1234567890:android:0a1b2c" },
  mixpanel: { project_id: "123", username: "cairn" },
  posthog: { url: "https://eu.i.posthog.com/" },
  rudderstack: { url: "https://plane.example.com" },
  braze: { url: "https://rest.iad-01.braze.com" },
  clevertap: { account_id: "W8-XYZ" },
  affiliate: { affiliate: "Peak Media", ...templates },
  webhook: { url: "https://x.example/" },
  http: { url: template, body: '{"amount": {revenue}, "impressions": {impressions}}' },
};
const own = (network: string | null) => {
  const fact = aFact("ad_revenue", androidInstall);
  return network === null ? fact : { ...fact, decision: fact.decision && { ...fact.decision, network } };
};
const accepting = destinationKinds.filter(({ accepts }) => accepts.includes("ad_revenue"));

test("payloads of ad revenue have its exact amount, currency and network", async () => {
  const calls = accepting.map((kind) => ({
    title: kind.code,
    made: renderFact(kind, {
      fact: own(kind.network),
      sends: "ad_impression",
      settings: kind.settings.parse(settings[kind.code] ?? templates),
    }),
  }));
  for (const { title, made } of calls)
    expect("payload" in made && JSON.stringify(made.payload), title).toMatch(
      /0\.001234\b.*USD|USD.*0\.001234\b/,
    );
  await expect(goldenText(calls)).toMatchFileSnapshot("golden/ad_revenue.txt");
});

test("no destination receives ad revenue unless a member adds a rule", () => {
  for (const { suggested } of destinationKinds)
    expect(suggested.filter(({ on }) => on === "ad_revenue")).toEqual([]);
});

test("an amount below a millionth of the currency's unit is a plain number in a URL", () => {
  const kind = accepting.find(({ code }) => code === "http")!;
  const fact = { ...own(null), money: { minor: 0.000_012, currency: "USD", isExact: true } };
  const made = renderFact(kind, {
    fact,
    sends: "x",
    settings: kind.settings.parse(settings.http),
  }) as RenderedPayload;
  expect(made.payload.url).toContain("?r=0.00000012&p=0.00000012&");
  expect(made.payload.body).toEqual({ amount: 1.2e-7, impressions: 1 });
});

test.each([
  [0.1234, "USD", 0.001234],
  [12.5, "JPY", 12.5],
  [0.5, "KWD", 0.0005],
])("%s minor units of %s are %s", (minor, currency, amount) => {
  expect(amountOf({ minor, currency, isExact: true })).toBe(amount);
});

test("a share of an impression is not rounded to the currency's smallest unit", () => {
  const rule = outboundRule.parse({ on: "ad_revenue", sends: "x", value: { from: "share", percent: 50 } });
  const money = { minor: 0.1234, currency: "USD" };
  expect(sentValue(rule, { money: { ...money, isExact: true } })).toEqual({
    amount: 0.000617,
    currency: "USD",
  });
  expect(sentValue(rule, { money: { minor: 999, currency: "USD" } })).toEqual({ amount: 5, currency: "USD" });
});
