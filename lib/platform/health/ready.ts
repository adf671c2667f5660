import { wasDiskFull } from "@/db/client/disk-full";
import { mayKeepServing } from "@/db/migrate/compatibility";
import { errorCode, isLostConnection } from "@/lib/base/database-failure";
import { Deadline, withDeadline } from "@/lib/base/deadline";
import { areClicksLost } from "@/lib/platform/health/lost-clicks";
import { proveStorage } from "@/lib/platform/health/queries";
import { isStarting } from "@/lib/platform/health/starting";
import { isStopping } from "@/lib/platform/health/stopping";

export const unreadyReasons = [
  "stopping",
  "starting",
  "database unavailable",
  "database only reads",
  "database full",
  "clicks are lost",
  "cannot store",
  "outdated",
] as const;
type Reason = (typeof unreadyReasons)[number];
export type Readiness = { ready: boolean; reason: Reason | null };

/** Every balancer polls about once a second; one query of the database answers all of them. */
const cacheMs = 1_000;
let last: { at: number; reason: Promise<Reason | null> } | null = null;

/**
 * Shows balancers if this process can take traffic. It cannot while it is stopping or loses clicks. It also cannot
 * while the database refuses writes: it is down, its disk is full, or it is a replica. Only a write can prove that. Nor
 * can it after a newer version has removed a part of the database that this one needs. Additions do not matter.
 */
export async function readiness(tick: number): Promise<Readiness> {
  const reason = await reasonNot(tick);
  return { ready: reason === null, reason };
}

async function reasonNot(tick: number): Promise<Reason | null> {
  if (isStopping()) return "stopping";
  if (isStarting()) return "starting";
  // Neither the database nor the spool takes clicks.
  if (areClicksLost(tick)) return "clicks are lost";
  if (!last || tick - last.at > cacheMs) last = { at: tick, reason: tryToStore() };
  const reason = await last.reason;
  return reason ?? (wasDiskFull(tick) ? "database full" : null);
}

const tryToStore = () =>
  withDeadline(Promise.all([mayKeepServing(), proveStorage()]), 2_000).then(
    ([current]) => (current ? null : ("outdated" as const)),
    reasonOf,
  );

function reasonOf(error: unknown): Reason {
  if (error instanceof Deadline || isLostConnection(error)) return "database unavailable";
  const code = errorCode(error);
  if (code === "25006") return "database only reads";
  if (code === "53100") return "database full";
  return "cannot store";
}
