import { expect, test } from "vitest";
import type { ProjectId } from "@/lib/base/ids";
import { beginVisit, endVisit, isKnownFrozen, refuseVisitsOf } from "@/lib/traffic/visits/in-progress";

const project = 7 as ProjectId;

/** True if a promise is fulfilled after all pending work has run. */
async function isDone(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  void promise.then(() => {
    done = true;
  });
  for (let i = 0; i < 10; i++) await Promise.resolve();
  return done;
}

test("a barrier waits for earlier visits only, also for those of an earlier barrier", async () => {
  const [first, second] = [beginVisit(), beginVisit()];
  const barrier = refuseVisitsOf([project]);
  expect(isKnownFrozen(project)).toBe(true);
  const later = beginVisit();
  endVisit(first);
  expect(await isDone(barrier)).toBe(false);
  const next = refuseVisitsOf([]);
  expect(isKnownFrozen(project)).toBe(false);
  endVisit(later);
  expect(await isDone(next)).toBe(false);
  endVisit(second);
  expect(await isDone(barrier)).toBe(true);
  expect(await isDone(next)).toBe(true);
  expect(await isDone(refuseVisitsOf([]))).toBe(true);
});
