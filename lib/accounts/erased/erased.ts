import { createHmac } from "node:crypto";
import { type ErasedId, findErased, findHaveErased } from "@/lib/accounts/erased/queries";
import { env } from "@/lib/base/env";
import type { ProjectId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { Batcher } from "@/lib/platform/batch";
import { StaleCache } from "@/lib/platform/stale-cache";

/** The longest time for which a process may not know of an erasure yet. */
export const erasureDelayMs = 2_000;

const projectLookUps = new Batcher<ProjectId, { any: boolean }>({ name: "have-erased", run: findHaveErased });
const idLookUps = new Batcher<ErasedId, Date | null>({ name: "erased", run: findErased });

/**
 * Most projects have erased no user, and their calls need only this check. In the other projects each ID is looked up,
 * so the number of erasures does not matter.
 */
const haveErased = new StaleCache<{ any: boolean }>({
  // More than a process can answer calls of in that time, with some hundred bytes per entry.
  maxKeys: 30_000,
  freshMs: erasureDelayMs,
  // The answer is never older than this, because an erasure waits this long and then relies on it.
  staleMs: erasureDelayMs,
  timeoutMs: 1_000,
  load: (project) => projectLookUps.add(Number(project) as ProjectId),
});

/** The token look-up already returns it, so that most calls need no further query. */
export const rememberHaveErased = (project: number, any: boolean, tick: number): void =>
  haveErased.put(String(project), { any }, tick);

type Kind = "user" | "instance" | "device" | "network" | "web";

/** All stored data of an erased ID. It reveals nothing unless the reader already has the ID. */
export const erasedKey = (project: ProjectId, kind: Kind, id: string): string =>
  createHmac("sha256", env.ENCRYPTION_KEY ?? env.NEXTAUTH_SECRET ?? "")
    .update(JSON.stringify(["erased", project, kind, id]))
    .digest("base64url")
    .slice(0, 32);

type ErasureLookup = { kind: Kind; id: string | null | undefined };

/** The times of erasure of the given IDs that were erased. */
async function erasedAmong(project: ProjectId, lookups: ErasureLookup[]): Promise<Date[]> {
  const ids = lookups.flatMap(({ kind, id }) => (id ? [{ kind, id }] : []));
  if (ids.length === 0) return [];
  const known = haveErased.get(String(project), performance.now());
  if (!(known instanceof Promise ? await known : known)?.any) return [];
  const found = await Promise.all(
    ids.map(({ kind, id }) => idLookUps.add({ project_id: project, key: erasedKey(project, kind, id) })),
  );
  return found.filter((at) => at !== null);
}

/** True if the user of that device or network was erased after that moment. */
export async function wasErasedSince(
  project: ProjectId,
  at: Date,
  of: { device: string | undefined; network: string | undefined },
): Promise<boolean> {
  const erased = await erasedAmong(project, [
    { kind: "device", id: of.device },
    { kind: "network", id: of.network },
  ]);
  return erased.some((each) => at < each);
}

/** True if the visitor of a website was erased. Their browser's ID is not used again. */
export const isErasedVisitor = async (project: ProjectId, webId: string | undefined): Promise<boolean> =>
  (await erasedAmong(project, [{ kind: "web", id: webId }])).length > 0;

/** Refuses calls about an erased user or device. */
export async function refuseErased(
  project: ProjectId,
  of: {
    user?: string | null | undefined;
    instance?: string | null | undefined;
    web?: string | null | undefined;
  },
): Promise<void> {
  const erased = await erasedAmong(project, [
    { kind: "user", id: of.user },
    { kind: "instance", id: of.instance },
    { kind: "web", id: of.web },
  ]);
  if (erased.length > 0)
    throw new Refusal("person_erased", "This person was erased, so nothing about them is stored.");
}
