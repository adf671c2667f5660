import { expect, test } from "vitest";
import { beside } from "@/lib/outbound/deliveries/count-rules";

const of = (fact: string, sent_as: string, sent: number, accepted = sent) => ({
  fact,
  sent_as,
  sent,
  accepted,
});

test("what goes by one name on both sides stands beside each other, and what does not alone", () => {
  const sent = [of("install", "first_open", 10, 8), of("payment", "Purchase", 3), of("event", "77", 9)];
  const told = { installs: 12, conversions: { fb_mobile_purchase: 2.5, other: 1 } };
  expect(beside(sent, told, true)).toEqual([
    { name: "", sent: 10, accepted: 8, network: 12 },
    { name: "Purchase", sent: 3, accepted: 3, network: 2.5 },
    { name: "77", sent: 9, accepted: 9, network: null },
    { name: "other", sent: null, accepted: null, network: 1 },
  ]);
});

test("what nobody told is no zero", () => {
  expect(beside([of("install", "x", 4)], { installs: null, conversions: {} }, false)).toEqual([
    { name: "", sent: 4, accepted: null, network: null },
  ]);
  expect(beside([], { installs: null, conversions: {} }, false)).toEqual([]);
});
