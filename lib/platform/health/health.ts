import { migrationsState } from "@/db/migrate/migrate";
import { withDeadline } from "@/lib/base/deadline";
import { version } from "@/lib/base/version";
import { readVitals } from "@/lib/platform/health/queries";

export type Health = {
  version: string;
  status: "ok" | "failing";
  database: "ok" | "unreachable";
  migrations: { applied: number; expected: number } | null;
  oldest_pending_seconds: number | null;
};

/** One query of the database answers all monitors within this time. */
const cacheMs = 1_000;
let last: { at: number; health: Promise<Health> } | null = null;

/** Shows if this server can work now. It is called often, so it never waits long. */
export function health(tick: number): Promise<Health> {
  if (!last || tick - last.at > cacheMs) last = { at: tick, health: check() };
  return last.health;
}

async function check(): Promise<Health> {
  try {
    const [vitals, { current, ...migrations }] = await withDeadline(
      Promise.all([readVitals(), migrationsState()]),
      2_000,
    );
    const oldest = vitals.oldest_pending_seconds;
    return {
      version,
      status: current ? "ok" : "failing",
      database: "ok",
      migrations,
      oldest_pending_seconds: oldest === null ? null : Math.round(oldest * 10) / 10,
    };
  } catch {
    // The caller only needs the fact; the cause is in the log of the call whose query failed.
    return {
      version,
      status: "failing",
      database: "unreachable",
      migrations: null,
      oldest_pending_seconds: null,
    };
  }
}
