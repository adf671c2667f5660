import { createHmac } from "node:crypto";
import { findErasedKeys } from "@/lib/accounts/projects/erased-queries";
import { env } from "@/lib/base/env";
import type { ProjectId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { StaleCache } from "@/lib/platform/stale-cache";

/** The longest time for which a process may not yet know of an erasure. */
export const unawareMs = 2_000;

const erasedKeys = new StaleCache<{ keys: Map<string, Date> }>({
  mostKeys: 10_000,
  freshMs: unawareMs,
  // The answer is never older than this, because an erasure waits this long and then relies on it.
  staleMs: unawareMs,
  patienceMs: 1_000,
  async load(project) {
    const rows = await findErasedKeys(Number(project) as ProjectId);
    return { keys: new Map(rows.map((row) => [row.key, row.erased_at])) };
  },
});

type Kind = "user" | "instance" | "device" | "network";

/** All that is stored of an erased id. It reveals nothing to anybody who does not already have the id. */
export const erasedKey = (project: ProjectId, kind: Kind, id: string): string =>
  createHmac("sha256", env.ENCRYPTION_KEY ?? env.NEXTAUTH_SECRET ?? "")
    .update(JSON.stringify(["erased", project, kind, id]))
    .digest("base64url")
    .slice(0, 32);

const none = new Map<string, Date>();

async function keysOf(project: ProjectId): Promise<Map<string, Date>> {
  const now = erasedKeys.get(String(project), performance.now());
  return (now instanceof Promise ? await now : now)?.keys ?? none;
}

/** True if the user of that device or network was erased after that moment. */
export async function erasedSince(
  project: ProjectId,
  at: Date,
  of: { device: string | undefined; network: string | undefined },
): Promise<boolean> {
  const keys = await keysOf(project);
  if (keys.size === 0) return false;
  return (["device", "network"] as const).some((kind) => {
    const id = of[kind];
    const erased = id && keys.get(erasedKey(project, kind, id));
    return erased ? at < erased : false;
  });
}

/** Refuses calls about an erased user or device. */
export async function refuseErased(
  project: ProjectId,
  of: { user?: string | null | undefined; instance?: string | null | undefined },
): Promise<void> {
  const keys = await keysOf(project);
  if (keys.size === 0) return;
  for (const [kind, id] of [
    ["user", of.user],
    ["instance", of.instance],
  ] as const) {
    if (id && keys.has(erasedKey(project, kind, id))) {
      throw new Refusal(400, "This person was erased, so nothing about them is stored.");
    }
  }
}
