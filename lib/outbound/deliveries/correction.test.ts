import { expect, test } from "vitest";
import { correctionsFor } from "@/lib/outbound/deliveries/correction";
import { destinationKindOf } from "@/lib/outbound/kinds/kinds";
import { outboundRule } from "@/lib/outbound/mapping/rule";

const explanation = (code: string, settings: object = {}, only_own = false) =>
  correctionsFor(destinationKindOf(code)!, {
    settings,
    rules: [outboundRule.parse({ on: "event", sends: "1", only_own })],
  });

test.each([
  ["webhook", "if its mapping has “Changed attribution”"],
  ["http", "if its mapping has “Changed attribution”"],
  ["affiliate", "Enter a URL for reversals"],
  ["meta", "Meta can't move or cancel a conversion, so this one stays."],
  ["google", "there is nothing to cancel"],
])("%s receives this correction for a new decision", (code, expected) => {
  expect(explanation(code)).toContain(expected);
});

test("the explanation describes how a destination reverses a conversion; webhooks receive the new attribution", () => {
  expect(explanation("google", {}, true)).toContain("a value of 0");
  expect(explanation("affiliate", { reversal_url: "https://a.example" })).toContain(
    "calls the URL for reversals",
  );
  for (const code of ["webhook", "http"]) expect(destinationKindOf(code)!.accepts).toContain("reattributed");
});
