import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { env } from "@/lib/base/env";
import { Refusal } from "@/lib/base/refusal";
import { isLocalHost } from "@/lib/base/web/hosts";
import {
  findFrozen,
  markProjectFrozen,
  markProjectMoved,
  unfreezeProject,
} from "@/lib/projects/move/queries";
import type { MoveInput } from "@/lib/projects/move/schema";

type Owner = Pick<Project, "id" | "accountId">;

/**
 * From now on no new statement stores data of the project, and nothing is sent. An export waits for work in progress.
 */
export async function freezeProject(project: Owner, by: Actor) {
  await markProjectFrozen(project, by);
  return { frozen: true };
}

/** If the project has not moved, it continues here as before. */
export async function releaseProject(project: Owner, by: Actor) {
  if (await unfreezeProject(project, by)) return { frozen: false };
  const row = await findFrozen(project.id);
  if (row?.moved_address)
    throw new Refusal(
      "wrong_state",
      `The project has moved to ${row.moved_address} and receives data there. To bring it back, export it there.`,
    );
  throw new Refusal("wrong_state", "The project is not frozen.");
}

/** Apps, servers and links get the new address instead of a retry response. */
export async function moveProject(project: Owner, { to, links, number }: MoveInput, by: Actor) {
  const row = await findFrozen(project.id);
  const hosts = (row?.hosts ?? []).filter((host) => !isLocalHost(host));
  if (links === undefined && hosts.length > 0)
    throw new Refusal(
      "invalid_request",
      `DNS records of ${hosts.join(", ")} still point to this instance. Add --links with an address of the other instance that follows links until they change.`,
    );
  if (to === new URL(env.APP_URL).origin)
    throw new Refusal(
      "invalid_request",
      `${to} is this instance. Set --to to the address of the other instance.`,
    );
  const host = links && new URL(links).hostname;
  if (host && row?.hosts.includes(host))
    throw new Refusal(
      "invalid_request",
      `The DNS record of ${host} still points to this instance, so its links would redirect in a circle. Set --links to a host that already points to the other instance.`,
    );
  if (!(await markProjectMoved(project, { address: to, links: links ?? null, number: number ?? null }, by)))
    throw new Refusal(
      "wrong_state",
      "The project is not frozen, so there is no saying what the other instance lacks. Freeze it (project freeze), and export it then.",
    );
  return { moved_to: to, links: links ?? null, number: number ?? null };
}
