import { withDeadline } from "@/lib/deadline";
import { writeSomething } from "@/lib/health/queries";
import { isStopping } from "@/lib/health/stopping";

export type Readiness = { ready: boolean; reason: "stopping" | "cannot store" | null };

/** Asked by every balancer every second or so; the database is asked once for all of them. */
const keptMs = 1_000;
let last: { at: number; stores: Promise<boolean> } | null = null;

/**
 * Whether a balancer should send people and apps here: not once this process takes leave, and not while the database
 * refuses to store (it is away, its disk is full, it is a replica). Only storing something shows that.
 */
export async function readiness(tick: number): Promise<Readiness> {
  if (isStopping()) return { ready: false, reason: "stopping" };
  if (!last || tick - last.at > keptMs) last = { at: tick, stores: canStore() };
  return (await last.stores) ? { ready: true, reason: null } : { ready: false, reason: "cannot store" };
}

const canStore = () =>
  withDeadline(writeSomething(), 2_000).then(
    () => true,
    () => false,
  );
