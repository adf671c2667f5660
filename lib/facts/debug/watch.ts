import QRCode from "qrcode";
import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { isUuid, newId, randomBase62 } from "@/lib/base/ids";
import { Refusal } from "@/lib/base/refusal";
import { debugLink } from "@/lib/facts/debug/link";
import {
  findCalls,
  findInstance,
  findNoLongerWatched,
  findScheme,
  findWatch,
  findWatches,
  removeEndedWatches,
  removeWatch,
  type ShownWatch,
  storeWatch,
} from "@/lib/facts/debug/queries";
import type { Watch, watchedDevice, watches, watchInput } from "@/lib/facts/debug/schema";
import { deviceIdOf } from "@/lib/traffic/links/device-ids";

const watchedMs = 60 * 60_000;

export async function listDeviceWatches(project: Project): Promise<z.output<typeof watches>> {
  const [rows, used] = await Promise.all([findWatches(project.id), findScheme(project.id)]);
  const last = rows.find(({ scheme }) => scheme !== null);
  return { devices: rows.map(present), scheme: last?.scheme ?? used };
}

/** Watches a device for an hour: a given one, even before its first call, or the first that follows a link. */
export async function beginWatch(
  project: Project,
  { id, scheme }: z.output<typeof watchInput>,
  by: string,
  now: Date,
): Promise<{ id: string }> {
  const watch = newId(now);
  const row = { id: watch, created_by: by, expires_at: new Date(now.getTime() + watchedMs) };
  if (scheme) {
    const code = randomBase62(20);
    await storeWatch(project.id, { ...row, code, scheme, install_instance_id: null });
  } else {
    const named = id ?? "";
    const known = await findInstance(project.id, {
      instance: named,
      install: isUuid(named) ? named : null,
      device: deviceIdOf(named),
    });
    const about = { code: null, scheme: null, install_instance_id: known ?? named };
    await storeWatch(project.id, { ...row, ...about });
  }
  return { id: watch };
}

/** Removes calls of ended watches, because bodies contain names and contact details of users. */
export async function dropEndedWatches(at: Date): Promise<number> {
  let calls = 0;
  for (const { id } of await findNoLongerWatched(at)) calls += await removeEndedWatches(id, at);
  return calls;
}

const unknown = () => new Refusal("not_found", "This device isn't being watched.");

async function watchOf(project: Project, id: string): Promise<ShownWatch> {
  const row = isUuid(id) ? await findWatch(project.id, id) : null;
  if (!row) throw unknown();
  return row;
}

export async function watchedDeviceOf(project: Project, id: string): Promise<z.output<typeof watchedDevice>> {
  const row = await watchOf(project, id);
  const calls = await findCalls(project.id, row.id);
  return {
    device: present(row),
    calls: calls.map(({ at, sent, answer, ...call }) => ({
      ...call,
      at: at.toISOString(),
      sent: sent as Record<string, unknown>,
      answer: answer as Record<string, unknown>,
    })),
  };
}

/** A QR code of the link. */
export async function watchQrCode(project: Project, id: string): Promise<string> {
  const { link } = present(await watchOf(project, id));
  if (link === null)
    throw new Refusal("wrong_state", "A device has already used this link. Create a new one.");
  return QRCode.toString(link, { type: "svg", errorCorrectionLevel: "M", margin: 4, width: 256 });
}

export async function endWatch(project: Project, id: string): Promise<void> {
  if (!isUuid(id) || !(await removeWatch(project.id, id))) throw unknown();
}

function present({ code, scheme, last_call_at, expires_at, ...row }: ShownWatch): Watch {
  const isWaiting = code !== null && scheme !== null && row.install_instance_id === null;
  return {
    ...row,
    link: isWaiting ? debugLink(scheme, code) : null,
    last_call_at: last_call_at?.toISOString() ?? null,
    expires_at: expires_at.toISOString(),
  };
}
