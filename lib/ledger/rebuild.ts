import { setTimeout as sleep } from "node:timers/promises";
import { withRetries } from "@/lib/base/database-failure";
import type { ProjectId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { correctCohortSums } from "@/lib/ledger/compaction-queries";
import {
  correctFirstPayments,
  correctLedger,
  correctRefunds,
  correctSignUps,
  correctUserDays,
  findAppVersions,
  storeVersions,
} from "@/lib/ledger/rebuild-queries";

type Rebuilt = { cells: number; days: number; users: number };

/** Corrects the ledger from the facts. Waits for decisions that are being applied. */
export async function rebuildLedger(
  projectId: ProjectId,
  retries = { tries: 240, everyMs: 250 },
): Promise<Rebuilt> {
  const versions = await findAppVersions(projectId);
  let name: string | null = "";
  while (name !== null) {
    const after: string = name;
    name = await withRetries(() => storeVersions(projectId, versions, after));
  }
  let users = 0;
  for (let left = retries.tries; left > 0; left--) {
    // Background tasks change the same rows, so a statement can be the victim of a deadlock.
    await withRetries(() => correctSignUps(projectId));
    await withRetries(() => correctFirstPayments(projectId));
    await withRetries(() => correctRefunds(projectId));
    users += await withRetries(() => correctUserDays(projectId));
    await withRetries(() => correctCohortSums(projectId));
    const corrected = await withRetries(() => correctLedger(projectId));
    if (corrected) return { ...corrected, users };
    await sleep(retries.everyMs);
  }
  throw new Refusal(
    "wrong_state",
    "Some attribution decisions are not in the figures yet. Nothing was changed. Try again when the server has caught up.",
  );
}
