/**
 * Clicks that could be stored neither in the database nor on disk. Visitors are redirected all the same, but the
 * operator has to know.
 */
import { describeError, log } from "@/lib/base/log";

let lost = 0;
let losing = false;
let lastLostAt = 0;

/** A process that was taken out of its balancer gets no click that would show that storing works again. */
const rememberedMs = 30_000;

export function clickLost(error: unknown): void {
  lost++;
  lastLostAt = performance.now();
  if (losing) return;
  losing = true;
  log().error(
    describeError(error),
    "clicks are lost: neither the database nor the disk can store them; visitors are still redirected",
  );
}

export function clickSpooled(): void {
  if (!losing) return;
  losing = false;
  log().warn({ lost }, "clicks are stored again");
}

export const areClicksLost = (tick: number) => losing && tick - lastLostAt < rememberedMs;
export const clicksLost = () => lost;
