/** The sixteen texts by which Meta and Snapchat want a device described, in their order. Pure. */
import { text } from "@/lib/facts/installs/device";
import type { FactInstall } from "@/lib/outbound/fact";
import { localeOf } from "@/lib/outbound/kinds/payload";

const marks: Record<string, string> = { ANDROID: "a2", IOS: "i2" };

/** Null where the system or its version is not known: events without are refused. */
export function extinfoOf(install: FactInstall, at: Date): string[] | null {
  const { platform, osVersion, deviceData: device } = install;
  const mark = marks[platform];
  if (mark === undefined || osVersion === null) return null;
  const zone = text(device, "timezone", "time_zone");
  return [
    mark,
    install.package,
    text(device, "build_number", "version_code") ?? install.appVersion,
    install.appVersion,
    osVersion,
    install.deviceModel,
    localeOf(install)?.replaceAll("-", "_"),
    zone && shortZone(zone, at),
    text(device, "carrier"),
    text(device, "screen_width", "width"),
    text(device, "screen_height", "height"),
    text(device, "screen_density", "density"),
    text(device, "cpu_cores"),
    text(device, "storage_total"),
    text(device, "storage_free"),
    zone,
  ].map((value) => value ?? "");
}

/** `PDT`, or `GMT+2` where a zone has no letters; nothing for a zone that does not exist. */
function shortZone(timeZone: string, at: Date): string | null {
  try {
    const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short" }).formatToParts(at);
    return parts.find(({ type }) => type === "timeZoneName")?.value ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
