import { expect, test } from "vitest";
import { defaultRuleOf, namesText } from "@/app/(dashboard)/outbound/destinations/default-rule";
import { destinationKinds } from "@/lib/outbound/kinds/kinds";
import type { OutboundRule } from "@/lib/outbound/mapping/rule";

const kinds = destinationKinds.map(({ code, group, accepts, suggested, knownEvents, otherEvent, sends }) => ({
  ...{ code, group, accepts, suggested: [...suggested], known_events: [...knownEvents] },
  ...{ other_event: otherEvent ?? null, sends: sends ?? null },
}));
const named = (code: string) => kinds.find((kind) => kind.code === code)!;

test.each([
  ["meta", "reengagement", "reengagement"],
  ["meta", "event", "{name}"],
  ["meta", "ad_revenue", "AdImpression"],
  ["tiktok", "reattributed", "reattributed"],
  ["pinterest", "reengagement", "custom"],
  ["quora", "event", "Generic"],
  ["amazon_ads", "reengagement", "OTHER"],
  ["x", "signup", ""],
  ["google", "install", ""],
  ["custom_network", "reengagement", "reengagement"],
])("a new rule of %s for %s begins with %j", (code, on, sends) => {
  expect(defaultRuleOf(named(code), on as OutboundRule["on"])).toMatchObject({ on, sends });
});

test("no new rule sends one fact under the standard name of another", () => {
  for (const kind of kinds)
    for (const on of kind.accepts as OutboundRule["on"][]) {
      if (on === "ad_revenue" || kind.suggested.some((rule) => rule.on === on)) continue;
      const { sends } = defaultRuleOf(kind, on);
      expect(kind.known_events.filter((name) => name !== kind.other_event && name !== on)).not.toContain(
        sends,
      );
    }
});

test("the form says which names a destination accepts", () => {
  expect(namesText(named("pinterest"), "Pinterest")).toBe(
    "Pinterest accepts only its own events, which each rule lists. Use custom for all others.",
  );
  expect(namesText(named("meta"), "Meta")).toContain("Each rule lists Meta's standard events.");
  expect(namesText(named("webhook"), "Webhook")).toBeNull();
});
