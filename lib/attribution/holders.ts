/** Which install a click has decided. Pure. */

import type { PendingInstall } from "@/lib/attribution/install";
import type { TouchRow } from "@/lib/attribution/touch-queries";
import type { Touch } from "@/lib/attribution/touches";

/** The install that a click decided, and what its device is called. */
export type Holder = { install: string; devices: readonly string[] };

export const holderIn = ({ used_by, used_by_devices }: TouchRow): Holder | null =>
  used_by === null ? null : { install: used_by, devices: used_by_devices ?? [] };

export const holderOf = ({ id, device_ids }: PendingInstall): Holder => ({
  install: id,
  devices: device_ids,
});

/** A click decides one device. An install of a device that nothing is known of is another one's. */
export function heldBy(
  holder: Holder | null,
  install: PendingInstall,
): Pick<Touch, "usedByOther" | "heldBySame"> {
  const isHeld = holder !== null && holder.install !== install.id;
  const isSame = isHeld && holder.devices.some((device) => install.device_ids.includes(device));
  return { usedByOther: isHeld && !isSame, heldBySame: isSame };
}
