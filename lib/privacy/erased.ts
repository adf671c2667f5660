import { createHmac } from "node:crypto";
import { env } from "@/lib/env";
import type { ProjectId } from "@/lib/ids";
import { Kept } from "@/lib/kept";
import { findErasedKeys } from "@/lib/privacy/queries";
import { Refusal } from "@/lib/refusal";

/** How long a process may go on without knowing that somebody was erased. */
export const unawareMs = 2_000;

const kept = new Kept<{ keys: Set<string> }>({
  mostKeys: 10_000,
  freshMs: unawareMs,
  // Never older: who erases somebody waits for this long and then relies on it.
  staleMs: unawareMs,
  patienceMs: 1_000,
  async load(project) {
    return { keys: new Set(await findErasedKeys(Number(project) as ProjectId)) };
  },
});

/** All that stays of an erased id: it tells nothing to whoever does not have the id already. */
export const erasedKey = (project: ProjectId, kind: "user" | "instance", id: string): string =>
  createHmac("sha256", env.ENCRYPTION_KEY ?? env.NEXTAUTH_SECRET ?? "")
    .update(JSON.stringify(["erased", project, kind, id]))
    .digest("base64url")
    .slice(0, 32);

/** Refuses what still comes of somebody who was erased. */
export async function refuseErased(
  project: ProjectId,
  of: { user?: string | null | undefined; instance?: string | null | undefined },
): Promise<void> {
  const now = kept.get(String(project), performance.now());
  const keys = (now instanceof Promise ? await now : now)?.keys;
  if (!keys || keys.size === 0) return;
  for (const [kind, id] of [
    ["user", of.user],
    ["instance", of.instance],
  ] as const) {
    if (id && keys.has(erasedKey(project, kind, id))) {
      throw new Refusal(400, "This person was erased; nothing is stored of them any more.");
    }
  }
}
