import { statfsSync } from "node:fs";
import { env } from "@/lib/base/env";
import { clicksLost } from "@/lib/platform/health/lost-clicks";
import { gauge } from "@/lib/platform/metrics";
import type { ClickRow } from "@/lib/traffic/clicks/queries";
import type { SpooledVisit } from "@/lib/traffic/visits/unresolved";
import type { Spool } from "@/server/spool/spool";

/** Registers the size of the spool of this process and the free space on its disk. */
export function registerSpoolMetrics(spool: Spool<ClickRow | SpooledVisit> | null): void {
  gauge(
    "cairn_click_spool_bytes",
    "This process: clicks on disk waiting for the database.",
    () => spool?.size ?? 0,
  );
  gauge("cairn_click_spool_oldest_seconds", "This process: waiting time of the oldest.", () => {
    const since = spool?.oldestAt ?? null;
    return since === null ? 0 : Math.max(0, Date.now() - since) / 1_000;
  });
  gauge(
    "cairn_click_spool_limit_bytes",
    "This process: maximum size of the click spool; beyond it, clicks are redirected but not counted.",
    () => spool?.maxBytes ?? 0,
  );
  gauge(
    "cairn_click_spool_refused_bytes",
    "This process: clicks that the database permanently rejected, in refused.jsonl next to the spool.",
    () => spool?.refusedBytes ?? 0,
  );
  gauge(
    "cairn_clicks_lost_total",
    "This process: clicks that could not be stored in the database or on disk.",
    clicksLost,
  );
  gauge("cairn_data_dir_free_bytes", "This process: free space in DATA_DIR.", () => {
    const { bavail, bsize } = statfsSync(env.DATA_DIR);
    return bavail * bsize;
  });
  gauge("cairn_data_dir_size_bytes", "This process: size of the disk with DATA_DIR.", () => {
    const { blocks, bsize } = statfsSync(env.DATA_DIR);
    return blocks * bsize;
  });
}
