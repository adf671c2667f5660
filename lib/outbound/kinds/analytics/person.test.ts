import { expect, test } from "vitest";
import {
  eventPropertiesOf,
  serviceIdentityOf,
  userPropertiesOf,
  uuidOf,
} from "@/lib/outbound/kinds/analytics/person";
import { outboundRule } from "@/lib/outbound/mapping/rule";
import { aFact, androidInstall, consentCases } from "@/testing/networks/facts";

const rule = outboundRule.parse({ on: "event", sends: "{name}" });

test("a campaign that a fraud rule rejected is not a property", () => {
  const fact = aFact("event");
  const decision = { ...fact.decision!, reason: "fraud", type: "ORGANIC" };
  expect(userPropertiesOf({ ...fact, decision })).toMatchObject({
    cairn_network: "(none)",
    cairn_campaign: "(none)",
    cairn_creative: "(none)",
    cairn_attribution: "ORGANIC",
  });
});

test("a link that brought somebody back does not replace the attribution of the install", () => {
  const fact = aFact("reengagement");
  expect(userPropertiesOf(fact)).toEqual({});
  expect(eventPropertiesOf({ fact, rule, value: null, settings: { event_data: false } })).toMatchObject({
    cairn_campaign: "Alps & Co",
  });
});

test("a user without an install has no attribution, not an empty one", () => {
  expect(userPropertiesOf(aFact("event", null, { decision: null }))).toEqual({});
});

test("an event's own data is sent only if the settings allow it, and cannot name another user or project", () => {
  const data = { level: 12, distinct_id: "x", token: "x", time: 1, $set: { admin: true }, revenue: 5 };
  const fact = aFact("event", undefined, { data, money: { minor: 999, currency: "USD" } });
  const of = (event_data: boolean) =>
    eventPropertiesOf({ fact, rule, value: { amount: 9.99, currency: "USD" }, settings: { event_data } });
  expect(of(false)).toEqual({ revenue: 9.99, currency: "USD" });
  expect(of(true)).toEqual({ level: 12, revenue: 9.99, currency: "USD" });
});

test("a refund has a negative amount", () => {
  const fact = aFact("refund");
  const value = { amount: 9.99, currency: "USD" };
  expect(eventPropertiesOf({ fact, rule, value, settings: { event_data: false } })).toMatchObject({
    revenue: -9.99,
  });
});

test("the ID is the user's, then the service's, then Cairn's install ID if the settings allow it", () => {
  const install = { ...androidInstall, serviceIds: { service_id: "s-1" } };
  const without = { ...androidInstall, serviceIds: {} };
  expect(serviceIdentityOf(aFact("event", install), "service_id", true)).toEqual({
    user: "User-1",
    device: "s-1",
  });
  expect(serviceIdentityOf(aFact("event", without, { user: null }), "service_id", true)).toEqual({
    user: null,
    device: androidInstall.id,
  });
  expect(serviceIdentityOf(aFact("event", without, { user: null }), "service_id", false)).toEqual({
    unfit: "no_identifier",
    why: "There is no user ID yet, and the app didn't send service_id.",
  });
  // An ID in the prototype of an object is not an ID.
  expect(serviceIdentityOf(aFact("event", without, { user: null }), "constructor", false)).toHaveProperty(
    "unfit",
  );
});

test("without consent there is no user ID", () => {
  const fact = aFact("event", undefined, { permissions: consentCases.refused! });
  expect(serviceIdentityOf(fact, "amplitude_device_id", false)).toEqual({ user: null, device: "amp-1" });
});

test("the same delivery has the same UUID", () => {
  expect(uuidOf("payment:pay_123")).toBe(uuidOf("payment:pay_123"));
  expect(uuidOf("payment:pay_123")).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(uuidOf("payment:pay_124")).not.toBe(uuidOf("payment:pay_123"));
});
