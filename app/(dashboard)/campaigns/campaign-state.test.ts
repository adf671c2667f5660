import { describe, expect, test } from "vitest";
import { stateAfterSwitch, stateReason } from "./campaign-state";

const now = new Date("2026-05-10T12:00:00Z");
const plan = { state: "active", starts_at: null, ends_at: null, click_limit: null } as const;

describe("the reason for a campaign's state", () => {
  test("a start, an end and a limit are shown in the project's time zone", () => {
    const scheduled = { ...plan, state: "scheduled", starts_at: "2026-05-11T22:00:00Z" } as const;
    expect(stateReason(scheduled, now, "Europe/Berlin")).toMatch(/^Starts 12 May 2026, 00:00:00/);
    const running = { ...plan, ends_at: "2026-05-12T22:00:00Z", click_limit: 5000 };
    expect(stateReason(running, now, "UTC")).toMatch(/^Runs until 12 May 2026.*, for up to 5,000 clicks\.$/);
  });

  test("the reason for an ended campaign is the limit that it reached, not its future end", () => {
    const ended = { ...plan, state: "ended", ends_at: "2026-06-01T00:00:00Z", click_limit: 100 } as const;
    expect(stateReason(ended, now)).toBe("Ended: it reached its limit of 100 clicks.");
    expect(stateReason({ ...ended, ends_at: "2026-05-01T00:00:00Z" }, now, "UTC")).toMatch(
      /^Ended 1 May 2026/,
    );
  });
});

test("an active campaign has the state of its schedule; an inactive one is paused", () => {
  const future = { ...plan, starts_at: "2026-05-11T00:00:00Z" };
  const past = { ...plan, ends_at: "2026-05-09T00:00:00Z" };
  expect([plan, future, past].map((each) => stateAfterSwitch(each, true, now))).toEqual([
    "active",
    "scheduled",
    "ended",
  ]);
  expect(stateAfterSwitch(future, false, now)).toBe("inactive");
});
