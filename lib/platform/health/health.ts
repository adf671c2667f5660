import { migrationsState } from "@/db/migrate";
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

/** Whether this server can do its work now. Asked often, so it never waits long. */
export async function health(): Promise<Health> {
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
    // The caller only needs to know that it does not answer; why stands in the log of whoever needed it.
    return {
      version,
      status: "failing",
      database: "unreachable",
      migrations: null,
      oldest_pending_seconds: null,
    };
  }
}
