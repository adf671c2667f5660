import { expect, test } from "vitest";
import { type PacedProcess, paced } from "@/lib/platform/jobs/pace";

/** A process whose time only passes in pauses and in `work`. */
function aProcess(busyShare: () => number) {
  const log = { now: 0, paused: 0, turns: 0 };
  const of: PacedProcess = {
    now: () => log.now,
    async pause(ms) {
      log.now += ms;
      log.paused += ms;
    },
    async turnOfOthers() {
      log.turns++;
    },
    readBusyShare: busyShare,
  };
  const work = (ms: number) => {
    log.now += ms;
  };
  return { log, of, work };
}

test("in an idle process, work pauses for a moment every 100 ms, and lets others run between its steps", async () => {
  const { log, of, work } = aProcess(() => 0);
  const step = paced(of);
  for (let n = 0; n < 96; n++) {
    work(25);
    await step();
  }
  expect([log.turns, log.paused]).toEqual([96, 120]);
});

test("in a busy process, work gets at most a twentieth of the time", async () => {
  const { log, of, work } = aProcess(() => 0.9);
  const step = paced(of);
  for (let n = 0; n < 96; n++) {
    work(25);
    await step();
  }
  expect((96 * 25) / log.now).toBeLessThanOrEqual(1 / 20);
  expect((96 * 25) / log.now).toBeGreaterThan(1 / 22);
});

test("work that takes more than 20 minutes in a busy process gets a quarter of the time", async () => {
  const { log, of, work } = aProcess(() => 0.9);
  const step = paced(of);
  log.now = 21 * 60_000;
  await step();
  const since = log.now;
  for (let n = 0; n < 96; n++) {
    work(25);
    await step();
  }
  expect((96 * 25) / (log.now - since)).toBeLessThanOrEqual(1 / 4);
  expect((96 * 25) / (log.now - since)).toBeGreaterThan(1 / 7);
});

test("work goes on as soon as others have none", async () => {
  let probes = 0;
  const { log, of, work } = aProcess(() => (probes++ < 4 ? 0.9 : 0));
  const step = paced(of);
  work(1_000);
  await step();
  expect(log.paused).toBe(5 + 3 * 200);
});

test("work that is still in progress ends before the process is looked at", async () => {
  const order: string[] = [];
  const { of, work } = aProcess(() => {
    order.push("looked");
    return 0;
  });
  const step = paced(of);
  work(1_000);
  await step(async () => {
    order.push("rested");
  });
  expect(order).toEqual(["rested", "looked", "looked"]);
});
