import { expect, test } from "vitest";
import { networkOfCode, urlParameters } from "@/lib/campaigns/networks";
import { arrivedParameters, namesInQuery } from "@/lib/traffic/tester/arrival-rules";

const states = (expected: string[], params: Record<string, string>) =>
  Object.fromEntries(arrivedParameters(expected, params).map(({ name, state }) => [name, state]));

test.each([
  ["7711", "filled"],
  ["{campaign_id}", "literal"],
  ["{{campaign.id}}", "literal"],
  ["__CAMPAIGN_ID__", "literal"],
  ["%7Bcampaign_id%7D", "literal"],
  ["", "empty"],
  [" ", "empty"],
])("%j is %s", (value, state) => {
  expect(states(["campaign_id"], { campaign_id: value })).toEqual({ campaign_id: state });
});

test("an expected parameter that did not arrive is missing, and names are compared without case", () => {
  expect(states(["campaign_id", "clickid"], { Campaign_ID: "1" })).toEqual({
    campaign_id: "filled",
    clickid: "missing",
  });
});

test("expected parameters are first, in their order, and Cairn's own are left out", () => {
  const found = arrivedParameters(["b", "a"], { z: "1", a: "2", b: "3", cairn_test: "x", c: "summer" });
  expect(found.map(({ name }) => name)).toEqual(["b", "a", "z"]);
});

test("IDs of a person or click are not shown, but a macro that nothing replaced is", () => {
  const params = {
    gaid: "38400000-8cf0",
    gclid: "Cj0",
    clickid: "{DID}",
    acme_click: "A-1",
    site: "com.game",
  };
  expect(arrivedParameters([], params, ["acme_click"])).toEqual([
    { name: "gaid", state: "filled", value: null },
    { name: "gclid", state: "filled", value: null },
    { name: "clickid", state: "literal", value: "{DID}" },
    { name: "acme_click", state: "filled", value: null },
    { name: "site", state: "filled", value: "com.game" },
  ]);
});

test("the names of a network's link parameters are expected", () => {
  expect(namesInQuery(urlParameters(networkOfCode("APPLOVIN")!))).toEqual([
    "ad_name",
    "clickid",
    "publisher_id",
    "idfa",
  ]);
  expect(namesInQuery("c=summer&cairn_test=1&a=1&a=2&=3")).toEqual(["a"]);
});

test("a click with any number of parameters has a bounded list", () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`p${n}`, "x".repeat(1_000)]));
  const found = arrivedParameters([], many);
  expect(found).toHaveLength(60);
  expect(found[0]?.value).toHaveLength(120);
});
