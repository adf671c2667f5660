import { refuseErased } from "@/lib/accounts/erased/erased";
import { Refusal } from "@/lib/base/refusal";
import { findInstancesNamed } from "@/lib/facts/consent/queries";
import { type ConsentProject, storeConsentAfterCalls } from "@/lib/facts/consent/record";
import type { ConsentSignals } from "@/lib/facts/consent/signals";
import { deviceIdOf } from "@/lib/traffic/links/device-ids";

/**
 * Anyone with the app's token can invent installs of a user, and each one costs several statements. So a call changes at
 * most this many.
 */
export const maxInstallsOfACall = 200;

/**
 * Stores consent that a customer's server has for a user, for example from the web, on each of the user's installs. If
 * they are too many for one call, it is incomplete, and repeating it continues with the next ones.
 */
export async function updateConsentOf(
  project: ConsentProject,
  named: { user: string | null; device: string | null },
  signals: ConsentSignals,
  now: Date,
): Promise<{ installs: number; complete: boolean }> {
  await refuseErased(project.id, { user: named.user });
  const device = named.device === null ? null : deviceIdOf(named.device);
  const max = maxInstallsOfACall;
  const found = await findInstancesNamed(project.id, { user: named.user, device }, signals, max + 1);
  const instances = found.slice(0, max).map(({ instance }) => instance);
  if (instances.length === 0)
    throw new Refusal("install_not_found", "This user or device has no install in the project.");
  await storeConsentAfterCalls(project, instances, { signals, source: "api", now });
  return { installs: instances.length, complete: found[max]?.is_new !== true };
}
