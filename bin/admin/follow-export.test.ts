import { expect, onTestFinished, test } from "vitest";
import type { GivenOptions } from "@/bin/admin/cli/command";
import { switchAfter } from "@/bin/admin/follow-export";

test("after Enter no timer keeps the process running", async () => {
  const { isTTY } = process.stdin;
  onTestFinished(() => {
    process.stdin.isTTY = isTTY;
  });
  process.stdin.isTTY = true;
  const given = {
    text: () => undefined,
    is: (name: string) => name === "follow",
  } as Partial<GivenOptions> as GivenOptions;
  const isTime = switchAfter(given, () => {})!;
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  const answer = isTime({ rows: 1, deleted: 0, seconds: 1 });
  expect(timers()).toBe(before + 1);
  process.stdin.emit("data", "\n");
  expect(await answer).toBe(true);
  expect(timers()).toBe(before);
});
