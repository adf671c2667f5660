import { expect, test } from "vitest";
import { type DecisionVersion, redecisionReason } from "@/lib/attribution/redecision-reason";
import type { Candidate } from "@/lib/attribution/touches/touches";

const at = new Date("2026-03-10T12:00:00Z");
const version = (hours: number, more: Partial<DecisionVersion> = {}): DecisionVersion => ({
  decided_at: new Date(at.getTime() + hours * 3_600_000),
  rules: "3-a",
  counted: true,
  candidates: [],
  evidence: { referrer: "unknown" },
  ...more,
});
const click = { click_id: "c", lost: null } as Candidate;

test.each<[string, Partial<DecisionVersion>]>([
  ["An advertising ID arrived, and", { evidence: { referrer: "unknown", advertising_id: true } }],
  ["An install referrer arrived, and", { evidence: { referrer: "own_click" } }],
  ["The link that opened it arrived, and", { evidence: { referrer: "unknown", link: "summer" } }],
  [
    "Apple's answer about its ad token arrived, and",
    { evidence: { referrer: "unknown", apple: "download" } },
  ],
  ["Its device was marked as a test device: attributed again", { counted: false }],
  ["Its user's consent changed", { evidence: { referrer: "unknown", id_withheld: "refused" } }],
  ["The attribution rules changed: ", { rules: "3-b" }],
  ["Another click or view arrived", { candidates: [click] }],
  ["It was attributed again", {}],
])("a repeated decision has its reason: %s", (expected, more) => {
  const reason = redecisionReason(version(3, more), version(0));
  expect(reason).toContain(expected);
  expect(reason).toMatch(/attributed again 3 hours later\.$/);
});
