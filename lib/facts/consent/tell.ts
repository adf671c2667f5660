import { setTimeout as wait } from "node:timers/promises";
import type { Project } from "@/lib/accounts/access/project";
import { newId } from "@/lib/base/ids";
import { type Permissions, permissionsOf } from "@/lib/facts/consent/permissions";
import { policyOf } from "@/lib/facts/consent/policy";
import {
  type ConsentRow,
  dropAdvertisingIds,
  type Kept,
  type Source,
  storeConsents,
} from "@/lib/facts/consent/queries";
import { isTold, nothingTold, type Told, toldBy } from "@/lib/facts/consent/told";
import { type DeviceData, holdsAdvertisingId, withoutAdvertisingIds } from "@/lib/facts/installs/device";
import { undecided } from "@/lib/facts/installs/undecided";
import { Batcher } from "@/lib/platform/batch";

const batch = new Batcher<ConsentRow, Kept>({
  name: "consents",
  run: storeConsents,
  keyOf: (row) => `${row.project_id} ${row.instance}`,
});

/** A call that was accepted before a withdrawal is stored within this time. */
const underWayMs = 1_000;

export type Owner = Pick<Project, "id" | "settings">;
type Said = { told: Told; source: Source; now: Date; country?: string | null };

/**
 * Keeps what the user of an install allows, and answers what may be done. From an answer that takes advertising ids
 * away, none of them is left in what is stored.
 */
async function tellConsent(
  project: Owner,
  instance: string,
  { told, source, now, country = null }: Said,
): Promise<Permissions> {
  const row = { project_id: project.id, id: newId(now), at: now, instance, source, ...told };
  const kept = await batch.add(row);
  const about = { policy: policyOf(project.settings), country: kept.country ?? country };
  const allowed = permissionsOf(kept.now ?? nothingTold, about);
  const before = permissionsOf(kept.before ?? nothingTold, about);
  const isWithdrawn =
    (before.advertisingId && !allowed.advertisingId) || (!before.refused && allowed.refused);
  if (isWithdrawn) await withdraw(project, instance, now);
  return allowed;
}

async function withdraw(project: Owner, instance: string, now: Date): Promise<void> {
  await dropAdvertisingIds(project.id, [instance], now);
  undecided(project.id);
}

/** As `tellConsent`, for a withdrawal beside which other calls of the same install may be under way. */
export async function tellConsentForGood(project: Owner, instance: string, said: Said): Promise<Permissions> {
  const allowed = await tellConsent(project, instance, said);
  if (!allowed.advertisingId) {
    await wait(underWayMs);
    await dropAdvertisingIds(project.id, [instance], said.now);
  }
  return allowed;
}

/** What of a device may be stored. Only a call that tells of consent, or brings an advertising id, asks for it. */
export async function storableOf(
  project: Owner,
  instance: string,
  device: DeviceData,
  { now, country }: { now: Date; country?: string | null },
): Promise<DeviceData> {
  const told = toldBy(device);
  const holdsId = holdsAdvertisingId(device);
  if (!isTold(told) && !holdsId) return device;
  const { advertisingId } = await tellConsent(project, instance, {
    told,
    source: "app",
    now,
    ...(country === undefined ? {} : { country }),
  });
  return advertisingId || !holdsId ? device : withoutAdvertisingIds(device);
}
