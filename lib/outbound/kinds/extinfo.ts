/** The sixteen device fields of Meta and Snapchat, in their order. Pure. */
import { deviceText } from "@/lib/facts/app-calls/device";
import type { FactInstall } from "@/lib/outbound/mapping/fact";
import { languageTagOf } from "@/lib/outbound/mapping/payload";

const marks: Record<string, string> = { ANDROID: "a2", IOS: "i2" };

/** Null if the system or its version is unknown: the networks reject events without them. */
export function extinfoOf(install: FactInstall, at: Date): string[] | null {
  const { platform, osVersion, deviceData: device } = install;
  const mark = marks[platform];
  if (mark === undefined || osVersion === null) return null;
  const zone = deviceText(device, "timezone", "time_zone");
  return [
    mark,
    install.package,
    deviceText(device, "build_number", "version_code") ?? install.appVersion,
    install.appVersion,
    osVersion,
    install.deviceModel,
    languageTagOf(install)?.replaceAll("-", "_"),
    zone && shortZone(zone, at),
    deviceText(device, "carrier"),
    deviceText(device, "screen_width", "width"),
    deviceText(device, "screen_height", "height"),
    deviceText(device, "screen_density", "density"),
    deviceText(device, "cpu_cores"),
    deviceText(device, "storage_total"),
    deviceText(device, "storage_free"),
    zone,
  ].map((value) => value ?? "");
}

/** `PDT`, or `GMT+2` if a zone has no letters; undefined zones are left out. */
function shortZone(timeZone: string, at: Date): string | null {
  try {
    const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short" }).formatToParts(at);
    return parts.find(({ type }) => type === "timeZoneName")?.value ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
