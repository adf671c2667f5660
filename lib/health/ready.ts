import { mayGoOn } from "@/db/compatibility";
import { withDeadline } from "@/lib/deadline";
import { writeSomething } from "@/lib/health/queries";
import { isStopping } from "@/lib/health/stopping";

export type Readiness = { ready: boolean; reason: "stopping" | "cannot store" | "outdated" | null };

/** Asked by every balancer every second or so; the database is asked once for all of them. */
const keptMs = 1_000;
let last: { at: number; problem: Promise<Readiness["reason"]> } | null = null;

/**
 * Whether a balancer should send people and apps here: not once this process takes leave, and not while the database
 * refuses to store (it is away, its disk is full, it is a replica). Only storing something shows that. Nor once another
 * version has taken away from the database what this one needs; what it only added changes nothing.
 */
export async function readiness(tick: number): Promise<Readiness> {
  if (isStopping()) return { ready: false, reason: "stopping" };
  if (!last || tick - last.at > keptMs) last = { at: tick, problem: findProblem() };
  const reason = await last.problem;
  return { ready: reason === null, reason };
}

const findProblem = () =>
  withDeadline(Promise.all([mayGoOn(), writeSomething()]), 2_000).then(
    ([current]) => (current ? null : ("outdated" as const)),
    () => "cannot store" as const,
  );
