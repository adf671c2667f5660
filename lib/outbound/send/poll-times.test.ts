import { expect, test } from "vitest";
import { nextPoll } from "@/lib/outbound/send/poll-times";

test("poll intervals grow, the last poll is a day after the first, and then polling ends", () => {
  const accepted = new Date("2026-11-22T00:00:00Z");
  const hours: number[] = [];
  let at: Date | null = new Date(accepted.getTime() + 1_800_000);
  for (let query = 0; at !== null; query++) {
    hours.push((at.getTime() - accepted.getTime()) / 3_600_000);
    at = nextPoll(query, accepted, at);
  }
  expect(hours).toEqual([0.5, 1, 2, 4, 8, 16, 24]);
});
