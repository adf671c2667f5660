import { expect, test } from "vitest";
import { FairRound } from "@/lib/platform/jobs/round";

/** A run with time for this many items. */
async function run(
  round: FairRound,
  found: number[],
  time: number,
): Promise<{ worked: number[]; all: boolean }> {
  const worked: number[] = [];
  const all = await round.go(
    found.map((id) => ({ id })),
    () => worked.length >= time,
    async (id) => {
      worked.push(id);
    },
  );
  return { worked, all };
}

test("if time ends before all had their turn, the next run begins with the others", async () => {
  const round = new FairRound();
  expect(await run(round, [1, 2, 3, 4, 5], 2)).toEqual({ worked: [1, 2], all: false });
  expect(await run(round, [1, 2, 3, 4, 5], 2)).toEqual({ worked: [3, 4], all: false });
  expect(await run(round, [1, 2, 3, 4, 5], 9)).toEqual({ worked: [5, 1, 2, 3, 4], all: true });
});

test("work in progress when a run fails has had its turn, and projects without work are skipped", async () => {
  const round = new FairRound();
  const failing = round.go(
    [1, 7, 9].map((id) => ({ id })),
    () => false,
    async (id) => {
      if (id === 7) throw new Error("7");
    },
  );
  await expect(failing).rejects.toThrow("7");
  expect((await run(round, [1, 9], 9)).worked).toEqual([9, 1]);
});
