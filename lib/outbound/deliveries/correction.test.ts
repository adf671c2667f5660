import { expect, test } from "vitest";
import { correctionOf } from "@/lib/outbound/deliveries/correction";
import { destinationKindOf } from "@/lib/outbound/kinds/kinds";
import { outboundRule } from "@/lib/outbound/mapping/rule";

const explanation = (code: string, settings: object = {}, only_own = false) =>
  correctionOf(destinationKindOf(code)!, {
    settings,
    rules: [outboundRule.parse({ on: "event", sends: "1", only_own })],
  });

test.each([
  ["webhook", "if its mapping has “Changed attribution”"],
  ["http", "if its mapping has “Changed attribution”"],
  ["affiliate", "Enter a URL for reversals"],
  ["meta", "Meta can't move or cancel a conversion, so this one stays."],
  ["google", "there is nothing to cancel"],
])("what %s is told of a new decision", (code, expected) => {
  expect(explanation(code)).toContain(expected);
});

test("who takes something back says how, and whoever is told of changes takes them", () => {
  expect(explanation("google", {}, true)).toContain("a value of 0");
  expect(explanation("affiliate", { reversal_url: "https://a.example" })).toContain(
    "calls the URL for reversals",
  );
  for (const code of ["webhook", "http"]) expect(destinationKindOf(code)!.takes).toContain("reattributed");
});
