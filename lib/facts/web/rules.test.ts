import { expect, test } from "vitest";
import { adParamsOf, pagePath, visitOrigin } from "@/lib/facts/web/rules";

const of = (params: Record<string, string>) => {
  const { network, source, networkCampaignId } = visitOrigin({ params, page: null, at: null });
  return [network, source, networkCampaignId];
};

test.each<[Record<string, string>, (string | null)[]]>([
  [{ gclid: "g", gad_campaignid: "77" }, ["GOOGLE", "GOOGLE", "77"]],
  [{ fbclid: "f" }, ["META", "META", null]],
  [{ utm_source: "Facebook", utm_medium: "cpc" }, ["META", "META", null]],
  [{ utm_source: "google", utm_medium: "Organic" }, [null, "google", null]],
  [{ utm_source: "google", utm_medium: "organic", gclid: "g" }, ["GOOGLE", "GOOGLE", null]],
  [{ utm_source: " Newsletter " }, [null, "newsletter", null]],
  [{ utm_campaign: "spring" }, [null, null, null]],
])("%j comes from %j", (params, expected) => {
  expect(of(params)).toEqual(expected);
});

test("without a touch the origin is empty", () => {
  expect(visitOrigin(null)).toEqual({
    clickId: null,
    displayId: null,
    network: null,
    networkCampaignId: null,
    source: null,
  });
});

test("only ad parameters of an address are stored, with a limited length", () => {
  expect(
    adParamsOf({ gclid: "g", UTM_Source: "x", email: "ada@example.com", token: "t", ttclid: "", fbclid: 7 }),
  ).toEqual({ gclid: "g", UTM_Source: "x" });
  expect(adParamsOf({ gclid: "g".repeat(501) })).toEqual({});
  expect(pagePath("/a/b?token=1#c")).toBe("/a/b");
});
