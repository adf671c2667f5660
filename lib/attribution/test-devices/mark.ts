import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import type { Actor } from "@/lib/accounts/audit/actor";
import {
  addDevices,
  findDevices,
  findMarkable,
  findTestInstalls,
  type MarkableInstall,
  markMissedInstalls,
  removeDevice,
  storeMark,
  unmarkDevice,
} from "@/lib/attribution/test-devices/queries";
import type {
  DeviceInput,
  deviceChanged,
  MarkInput,
  markResult,
  testDeviceList,
} from "@/lib/attribution/test-devices/schema";
import { isUuid } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { deviceIdOf } from "@/lib/traffic/links/device-ids";

type Changed = z.output<typeof deviceChanged>;

/** Excludes an install and its events from all figures, or includes them again. */
export async function markInstall(
  project: Project,
  installId: string,
  { test, device }: MarkInput,
  by: Actor,
  now: Date,
): Promise<z.output<typeof markResult>> {
  const install = isUuid(installId) ? await findMarkable(project.id, installId) : null;
  if (!install) throw new Refusal("install_not_found", "Install not found!");
  if (install.state !== "DECIDED") {
    throw new Refusal("wrong_state", "This install isn't attributed yet. Try again in a moment.");
  }
  if (!test && install.listed) {
    throw new Refusal(
      "wrong_state",
      "This install's device is a test device. Remove it from the test devices first.",
    );
  }
  if (!test || !device) {
    return { is_test: test, installs: await markSurely(project, install, test, by, now) };
  }
  const ids = install.device_ids.filter((id) => deviceIdOf(id) !== null);
  if (ids.length === 0) {
    throw new Refusal("wrong_state", "The app sent no ID that identifies this device.");
  }
  const named = { ids, name: `Device of install ${install.id.slice(0, 8)}` };
  const done = await addDevices(project, named, by, now);
  return { is_test: true, installs: done.marked };
}

/** Retries while the install is being attributed again. */
async function markSurely(project: Project, { id }: MarkableInstall, test: boolean, by: Actor, now: Date) {
  for (let tries = 0; tries < 5; tries++) {
    if ((await storeMark(project, id, test, by, now)) > 0) return 1;
    if ((await findMarkable(project.id, id))?.is_test === test) return 0;
  }
  throw new Refusal("wrong_state", "This install is being attributed again. Try again in a moment.");
}

export async function addTestDevice(
  project: Project,
  { device_id: id, name }: DeviceInput,
  by: Actor,
  now: Date,
): Promise<Changed> {
  const { added, marked: installs } = await addDevices(project, { ids: [id], name }, by, now);
  if (added === 0) {
    const text = "This device is already a test device.";
    throw new Refusal("already_exists", text, { fields: { device_id: text } });
  }
  return { installs };
}

export async function removeTestDevice(project: Project, id: string, by: Actor, now: Date): Promise<Changed> {
  const device = id.toLowerCase();
  if (!(await removeDevice(project, device, by))) throw new Refusal("not_found", "Test device not found!");
  let installs = 0;
  for (let tries = 0; tries < 5; tries++) {
    const { marked, left } = await unmarkDevice(project, device, now);
    installs += marked;
    if (left === 0) break;
  }
  return { installs };
}

/** Marks installs that were decided while their device was being added to the list. */
export const markListed = (project: Pick<Project, "id">, now: Date) => markMissedInstalls(project, now);

export async function testDevicesOf(project: Project): Promise<z.output<typeof testDeviceList>> {
  const [devices, installs] = await Promise.all([findDevices(project.id), findTestInstalls(project.id)]);
  return {
    devices: devices.map((row) => ({
      ...row,
      added_at: row.added_at.toISOString(),
      last_seen_at: row.last_seen_at?.toISOString() ?? null,
    })),
    installs: installs.map((row) => ({ ...row, installed_at: row.installed_at.toISOString() })),
  };
}
