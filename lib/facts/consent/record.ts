import { setTimeout as wait } from "node:timers/promises";
import type { Project } from "@/lib/accounts/access/project";
import { newId, type ProjectId } from "@/lib/base/ids";
import {
  type DeviceData,
  hasAdvertisingId,
  storedAddressName,
  withoutAdvertisingIds,
} from "@/lib/facts/app-calls/device";
import { wakeDecider } from "@/lib/facts/app-calls/wake-attribution";
import { dropIdsOfClicks } from "@/lib/facts/consent/click-queries";
import { consentPermissionsOf, type Permissions } from "@/lib/facts/consent/permissions";
import { consentPolicyOf } from "@/lib/facts/consent/policy";
import {
  type ConsentRow,
  type ConsentSource,
  type ConsentSubject,
  dropAdvertisingIds,
  findConsents,
  type StoredConsent,
  scheduleNewDecision,
  storeConsents,
} from "@/lib/facts/consent/queries";
import {
  type ConsentSignals,
  consentSignalsOf,
  hasConsentSignals,
  noConsentSignals,
} from "@/lib/facts/consent/signals";
import { addressKey } from "@/lib/platform/address-key";
import { Batcher } from "@/lib/platform/batch";

const batch = new Batcher<ConsentRow, StoredConsent>({
  name: "consents",
  run: storeConsents,
  keyOf: (row) => `${row.project_id} ${row.instance}`,
});

const knownConsents = new Batcher<ConsentSubject, StoredConsent>({
  name: "known-consents",
  run: findConsents,
});

/** The maximum number of a user's installs that are changed at the same time. */
const maxAtOnce = 20;

/** A call that was accepted before a withdrawal is stored within this time. */
const underWayMs = 1_000;

export type ConsentProject = Pick<Project, "id" | "settings">;
type ConsentUpdate = { signals: ConsentSignals; source: ConsentSource; now: Date; country?: string | null };

type Outcome = { allowed: Permissions; isWithdrawn: boolean };

/**
 * Stores the consent of an install's user, and returns the permissions. If it withdraws advertising IDs, removes all of
 * them from stored data. Schedules another decision if the permissions changed.
 */
async function storeConsent(
  project: ConsentProject,
  instance: string,
  { signals, source, now, country = null }: ConsentUpdate,
): Promise<Outcome> {
  const whose = { project_id: project.id, instance };
  const stored = hasConsentSignals(signals)
    ? await batch.add({ ...whose, id: newId(now), at: now, source, ...signals })
    : await knownConsents.add(whose);
  const about = { policy: consentPolicyOf(project.settings), country: stored.country ?? country };
  // A parallel change is not visible, so the new values take precedence over the known ones.
  const known = { ...(stored.now ?? noConsentSignals), ...answeredSignals(signals) };
  const allowed = consentPermissionsOf(known, about);
  const before = consentPermissionsOf(stored.before ?? noConsentSignals, about);
  const isWithdrawn =
    (before.advertisingId && !allowed.advertisingId) || (!before.refused && allowed.refused);
  if (isWithdrawn) await dropAllAdvertisingIds(project.id, [instance], now);
  if (JSON.stringify(before) !== JSON.stringify(allowed)) {
    await scheduleNewDecision(project.id, instance, now);
    wakeDecider(project.id);
  }
  return { allowed, isWithdrawn };
}

const answeredSignals = (signals: ConsentSignals) =>
  Object.fromEntries(
    Object.entries(signals).filter(([, answer]) => answer !== null),
  ) as Partial<ConsentSignals>;

/**
 * Like `storeConsent`, but also for calls of the same installs that are in progress. After a withdrawal it waits until
 * these are stored. If advertising IDs were not allowed before, it removes leftovers of a crashed process without
 * waiting.
 */
export async function storeConsentAfterCalls(
  project: ConsentProject,
  instances: string[],
  update: ConsentUpdate,
): Promise<void> {
  const outcomes: ({ instance: string } & Outcome)[] = [];
  for (let from = 0; from < instances.length; from += maxAtOnce)
    outcomes.push(
      ...(await Promise.all(
        instances
          .slice(from, from + maxAtOnce)
          .map(async (instance) => ({ instance, ...(await storeConsent(project, instance, update)) })),
      )),
    );
  const denied = outcomes.filter(({ allowed }) => !allowed.advertisingId).map(({ instance }) => instance);
  if (denied.length === 0) return;
  if (outcomes.some(({ isWithdrawn }) => isWithdrawn)) await wait(underWayMs);
  await dropAllAdvertisingIds(project.id, denied, update.now);
}

/** Removes advertising IDs from installs, and from the clicks that led to them. */
async function dropAllAdvertisingIds(projectId: ProjectId, instances: string[], now: Date): Promise<void> {
  await dropIdsOfClicks(projectId, instances);
  await dropAdvertisingIds(projectId, instances, now);
}

/** The address in the format of the networks; null if it does not identify a device. */
const publicAddress = (address: string | null) =>
  address === null || addressKey(address) === null ? null : address.replace(/^::ffff:(?=\d+\.)/i, "");

/**
 * The device data that may be stored. Only a call with consent, an advertising ID or an address to store needs a
 * lookup.
 */
export async function storableDeviceData(
  project: ConsentProject,
  instance: string,
  device: DeviceData,
  { now, country, address = null }: { now: Date; country?: string | null; address?: string | null },
): Promise<DeviceData> {
  const signals = consentSignalsOf(device);
  const holdsId = hasAdvertisingId(device);
  const storedAddress =
    consentPolicyOf(project.settings).addresses === "kept" ? publicAddress(address) : null;
  if (!hasConsentSignals(signals) && !holdsId && storedAddress === null) return device;
  const { allowed } = await storeConsent(project, instance, {
    signals,
    source: "app",
    now,
    ...(country === undefined ? {} : { country }),
  });
  const storable = allowed.advertisingId || !holdsId ? device : withoutAdvertisingIds(device);
  return storedAddress !== null && allowed.adUserData
    ? { ...storable, [storedAddressName]: storedAddress }
    : storable;
}
