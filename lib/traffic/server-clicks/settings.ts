import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { Refusal } from "@/lib/base/refusal";
import { findNetworkCode } from "@/lib/campaigns/known-network";
import { serverClickKey } from "@/lib/traffic/links/server-click-key";
import {
  findServerClickRow,
  rotateServerClickKey,
  storeServerClickLimit,
} from "@/lib/traffic/server-clicks/queries";
import { type ServerClicks, serverClickLimits } from "@/lib/traffic/server-clicks/schema";

type Owner = Pick<Project, "id" | "accountId">;
type Made = { by: Actor; now: Date };

const of = ({ accountId, id }: Owner) => ({ accountId, projectId: id });

async function storedCode(project: Owner, network: string): Promise<string> {
  const code = await findNetworkCode(project.id, network);
  if (code === null) throw new Refusal("not_found", "Not found.");
  return code;
}

/** The key in force, and the settings of the network's server. */
export async function serverClicksOf(
  project: Owner,
  network: string,
  now: Date,
): Promise<Omit<ServerClicks, "rejected">> {
  const code = await storedCode(project, network);
  const row = await findServerClickRow(project.id, code);
  const generation = row?.generation ?? 1;
  const until = row?.previous_until ?? null;
  return {
    network: code,
    key: serverClickKey(project.id, code, generation),
    generation,
    rotated_at: row?.rotated_at?.toISOString() ?? null,
    previous_until: until !== null && until > now ? until.toISOString() : null,
    calls_per_second: row?.calls_per_second ?? serverClickLimits.usual,
    is_default_limit: (row?.calls_per_second ?? null) === null,
  };
}

/** Makes a new key. The previous one stays valid for the hours, so that the network can change it without a gap. */
export async function rotateServerClicks(
  project: Owner,
  network: string,
  hours: number,
  { by, now }: Made,
): Promise<void> {
  const code = await storedCode(project, network);
  const until = new Date(now.getTime() + hours * 3_600_000);
  await rotateServerClickKey(of(project), { network: code, until, now }, by);
}

export async function limitServerClicks(
  project: Owner,
  network: string,
  perSecond: number | null,
  by: Actor,
): Promise<void> {
  const code = await storedCode(project, network);
  await storeServerClickLimit(of(project), { network: code, perSecond }, by);
}
