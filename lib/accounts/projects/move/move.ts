import { setTimeout as sleep } from "node:timers/promises";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { endHold, findHeld, markHeld, markMoved } from "@/lib/accounts/projects/move/queries";
import type { MoveInput } from "@/lib/accounts/projects/move/schema";
import { isLocalHost } from "@/lib/accounts/projects/rules";
import { env } from "@/lib/base/env";
import { Refusal } from "@/lib/base/refusal";

type Owner = Pick<Project, "id" | "accountId">;

/** Credentials and links are looked up again after a second; a call is answered within ten, a member's within 15. */
const quietSeconds = 17;

/** From now on nothing is taken or sent; what is under way ends within seconds. */
export async function holdProject(project: Owner, by: Actor) {
  await markHeld(project, by);
  return { held: true, quiet_in_seconds: await secondsToQuiet(project) };
}

/** As long as it has not moved, everything goes on as if nothing had been. */
export async function releaseProject(project: Owner, by: Actor) {
  if (await endHold(project, by)) return { held: false };
  const row = await findHeld(project.id);
  if (row?.moved_address)
    throw new Refusal(
      409,
      `The project has moved to ${row.moved_address}, which takes what comes since. Export it there to bring it back.`,
    );
  throw new Refusal(409, "The project is not held.");
}

/** Apps, servers and links are told the new address, instead of to wait. */
export async function moveProject(project: Owner, { to, links }: MoveInput, by: Actor) {
  const row = await findHeld(project.id);
  const hosts = (row?.hosts ?? []).filter((host) => !isLocalHost(host));
  if (links === undefined && hosts.length > 0)
    throw new Refusal(
      400,
      `Links on ${hosts.join(", ")} still come here until their DNS records lead there: say with --links where they are followed meanwhile.`,
    );
  if (to === new URL(env.APP_URL).origin)
    throw new Refusal(400, `${to} is this instance: name the address of the other one with --to.`);
  const host = links && new URL(links).hostname;
  if (host && row?.hosts.includes(host))
    throw new Refusal(
      400,
      `Links on ${host} still come here and would be led in a circle: name a host with --links that leads to the other instance already.`,
    );
  if (!(await markMoved(project, { address: to, links: links ?? null }, by)))
    throw new Refusal(
      409,
      "The project is not held, so there is no saying what the other instance lacks. Hold it, and export it then.",
    );
  return { moved_to: to, links: links ?? null };
}

async function secondsToQuiet({ id }: Pick<Owner, "id">, within = quietSeconds): Promise<number> {
  const row = await findHeld(id);
  return row?.held_at ? Math.max(0, Math.ceil(within - row.seconds)) : 0;
}

/** Resolves when nothing of a held project is under way any more; at once for one that is not held. */
export async function whenQuiet(
  project: Pick<Owner, "id">,
  say: (seconds: number) => void,
  within = quietSeconds,
): Promise<void> {
  const seconds = await secondsToQuiet(project, within);
  if (seconds === 0) return;
  say(seconds);
  await sleep(seconds * 1_000);
}
