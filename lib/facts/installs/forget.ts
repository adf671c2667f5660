import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import { isUuid, type ProjectId } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import {
  findDeviceIds,
  findKnownNames,
  type KnownDevices,
  renameInstances,
} from "@/lib/facts/installs/forget-queries";
import { deviceIdOf } from "@/lib/traffic/links/device-ids";

/** A request that was accepted before the erasure is stored within this time. */
const underWayMs = 1_000;

/** All IDs of an install and of its device's other installs. */
export async function instancesAndDevicesOf(projectId: ProjectId, installId: string): Promise<KnownDevices> {
  const isId = (id: string) => deviceIdOf(id) !== null;
  const ids = (await findDeviceIds(projectId, installId)).filter(isId);
  const { instances, device_ids } = await findKnownNames(projectId, installId, ids);
  return { instances, device_ids: device_ids.filter(isId) };
}

const aliasOf = (name: string) => ({ name, alias: `forgotten-${randomUUID()}` });

/**
 * Makes a device unknown: its next `init` is a first install, whatever ID the app sends. Its counts stay, and its
 * installs remain linked to one device.
 */
export async function eraseDevice(
  project: Project,
  installId: string,
  by: Actor,
  now: Date,
): Promise<{ installs: number }> {
  const known = isUuid(installId) ? await instancesAndDevicesOf(project.id, installId) : null;
  if (!known || known.instances.length === 0) throw new Refusal("install_not_found", "Install not found!");
  const names = {
    installId,
    instances: known.instances.map(aliasOf),
    devices: known.device_ids.map(aliasOf),
  };
  const installs = await renameInstances(project, names, by, now);
  // A call in progress may have been stored under the old name in between.
  await wait(underWayMs);
  await renameInstances(project, names, by, now);
  return { installs };
}
