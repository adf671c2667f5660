import { expect, test } from "vitest";
import { correctionOf } from "@/lib/outbound/deliveries/correction";
import { kindOf } from "@/lib/outbound/kinds";

test.each([
  ["webhook", "It's told of the new attribution if its mapping has “Changed attribution”."],
  ["http", "It's told of the new attribution if its mapping has “Changed attribution”."],
  ["affiliate", "An affiliate's address takes no correction. Settle it with the affiliate by this delivery."],
  ["meta", "Meta can't move a conversion or take it back: it keeps this."],
])("what %s can be told after a new decision", (code, words) => {
  expect(correctionOf(kindOf(code)!)).toBe(words);
});

test("Google takes back by a refund, and whoever is told of changes takes them", () => {
  const google = kindOf("google")!;
  expect(google.takes).toContain("refund");
  expect(correctionOf(google)).toContain("only when its payment is refunded");
  for (const code of ["webhook", "http"]) expect(kindOf(code)!.takes).toContain("reattributed");
});
