/** Finds what is wrong with an install that was stored before ids were checked. Pure. */

import { isMeaningful } from "@/lib/base/placeholders";
import {
  type DeviceData,
  type DeviceId,
  describeDevice,
  deviceIds,
  type Platform,
  platformOfDevice,
  surePlatformOf,
} from "@/lib/facts/installs/device";
import { deviceIdOf } from "@/lib/traffic/links/device-ids";

export type RepairableInstall = {
  platform: Platform;
  os_version: string | null;
  device_model: string | null;
  language: string | null;
  device_data: DeviceData;
  device_ids: string[];
};

type Described = Pick<RepairableInstall, "os_version" | "device_model" | "language">;

export type Mending = Described & { platform: Platform; add: DeviceId[]; remove: string[] };

/** Whoever is forgotten goes by names of ours. */
const isForgotten = (id: string) => id.startsWith("forgotten-");

/** Null when all of it is right. */
export function mendingOf(stored: RepairableInstall): Mending | null {
  const { device_data: device, device_ids: ids } = stored;
  // The platform that the app sent is not stored: only what leaves no doubt corrects the one that is.
  const phone = stored.platform === "UNKNOWN" ? platformOfDevice(device) : surePlatformOf(device);
  const platform = phone ?? stored.platform;
  const remove = ids.filter((id) => deviceIdOf(id) === null && !isForgotten(id));
  const add = ids.some(isForgotten) ? [] : deviceIds(device, platform).filter(({ id }) => !ids.includes(id));
  const described = describedAs(stored);
  const isRight =
    platform === stored.platform &&
    remove.length + add.length === 0 &&
    described.os_version === stored.os_version &&
    described.device_model === stored.device_model &&
    described.language === stored.language;
  return isRight ? null : { platform, remove, add, ...described };
}

/** Without what stands for nothing. */
function describedAs(stored: RepairableInstall): Described {
  const description = describeDevice(stored.device_data);
  const right = (text: string | null, known: string | null) =>
    text !== null && !isMeaningful(text) ? known : text;
  return {
    os_version: right(stored.os_version, description.osVersion),
    device_model: right(stored.device_model, description.model),
    language: right(stored.language, description.language),
  };
}
