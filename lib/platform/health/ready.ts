import { mayGoOn } from "@/db/compatibility";
import { errorCode, isLostConnection } from "@/lib/base/database-failure";
import { Deadline, withDeadline } from "@/lib/base/deadline";
import { areClicksLost } from "@/lib/platform/health/lost-clicks";
import { writeSomething } from "@/lib/platform/health/queries";
import { isStarting } from "@/lib/platform/health/starting";
import { isStopping } from "@/lib/platform/health/stopping";

export const reasons = [
  "stopping",
  "starting",
  "database away",
  "database only reads",
  "database full",
  "clicks are lost",
  "cannot store",
  "outdated",
] as const;
type Reason = (typeof reasons)[number];
export type Readiness = { ready: boolean; reason: Reason | null };

/** Asked by every balancer every second or so; the database is asked once for all of them. */
const keptMs = 1_000;
let last: { at: number; reason: Promise<Reason | null> } | null = null;

/**
 * Whether a balancer should send people and apps here: not once this process takes leave, and not while the database
 * refuses to store (it is away, its disk is full, it is a replica). Only storing something shows that. Nor once another
 * version has taken away from the database what this one needs; what it only added changes nothing.
 */
export async function readiness(tick: number): Promise<Readiness> {
  const reason = await reasonNot(tick);
  return { ready: reason === null, reason };
}

function reasonNot(tick: number): Promise<Reason | null> | Reason {
  if (isStopping()) return "stopping";
  if (isStarting()) return "starting";
  if (!last || tick - last.at > keptMs) last = { at: tick, reason: tryToStore() };
  return last.reason;
}

const tryToStore = () =>
  withDeadline(Promise.all([mayGoOn(), writeSomething()]), 2_000).then(
    ([current]) => (current ? null : ("outdated" as const)),
    reasonOf,
  );

function reasonOf(error: unknown): Reason {
  // The spool takes nothing either.
  if (areClicksLost()) return "clicks are lost";
  if (error instanceof Deadline || isLostConnection(error)) return "database away";
  const code = errorCode(error);
  if (code === "25006") return "database only reads";
  if (code === "53100") return "database full";
  return "cannot store";
}
