/** Reads the device data of an app's call. Pure. */

import { isMeaningfulId } from "@/lib/base/text/placeholders";
import { androidIdOf, parseAdvertisingId } from "@/lib/traffic/links/device-ids";

type Phone = "ANDROID" | "IOS";
export type Platform = Phone | "UNKNOWN";
export type DeviceId = { kind: "gaid" | "idfa" | "idfv" | "android_id"; id: string };
export type DeviceData = Record<string, unknown>;

/**
 * Uses all device data, because frameworks send their own name as the platform and fill in fields of the other system.
 * The OS name comes first, then the manufacturer, then fields of only one system.
 */
export function platformOfData(
  sent: string | undefined,
  device: DeviceData,
  userAgent: string | null,
): Platform {
  return (
    named(sent) ??
    platformOfDevice(device) ??
    platformOfAgent(`${deviceText(device, "user_agent") ?? ""} ${userAgent ?? ""}`)
  );
}

/** Uses device data alone, without other fields of the call. */
export function platformOfDevice(device: DeviceData): Phone | null {
  const sure = surePlatformOf(device);
  if (sure) return sure;
  if (firstOf(device, androidNames, androidIdOf) || firstOf(device, gaidNames, parseAdvertisingId))
    return "ANDROID";
  if (deviceReferrer(device) !== null || Number(deviceText(device, "api_level") ?? 0) > 0) return "ANDROID";
  if (firstOf(device, [...idfaNames, ...idfvNames], parseAdvertisingId)) return "IOS";
  if (deviceText(device, "adservices_attribution_token", "attribution_token")) return "IOS";
  return deviceText(device, "brand", "manufacturer") === null ? null : "ANDROID";
}

/** A system's name or an Apple device is certain evidence, whatever platform the app sends. */
function surePlatformOf(device: DeviceData): Phone | null {
  for (const name of [
    "platform",
    "system_name",
    "systemName",
    "os_name",
    "osName",
    "os",
    "base_os",
    "baseOS",
  ]) {
    const system = named(deviceText(device, name) ?? undefined);
    if (system) return system;
  }
  const makers = [deviceText(device, "brand"), deviceText(device, "manufacturer")];
  if (makers.some((maker) => /^apple\b/i.test(maker ?? ""))) return "IOS";
  return appleModel.test(deviceText(device, "device_id", "device", "device_model") ?? "") ? "IOS" : null;
}

/** "iPadOS 17.5", "iPhone OS", "Android": system names are at the beginning. */
function named(system: string | undefined): Phone | null {
  if (/^android\b/i.test(system ?? "")) return "ANDROID";
  return /^(ios|ipados|iphone ?os)\b/i.test(system ?? "") ? "IOS" : null;
}

function platformOfAgent(agent: string): Platform {
  if (/android|okhttp/i.test(agent)) return "ANDROID";
  return /iphone|ipad|\bios\b|cfnetwork|darwin/i.test(agent) ? "IOS" : "UNKNOWN";
}

/** "iPhone15,2" */
const appleModel = /^(iphone|ipad|ipod)\d*,?\d*$/i;

/** The first of these names with a meaningful value. */
export function deviceText(device: DeviceData, ...names: string[]): string | null {
  for (const name of names) {
    const value = device[name];
    if (typeof value === "string" && isMeaningfulId(value)) return value.trim();
    if (typeof value === "number" && Number.isFinite(value)) return String(value);
  }
  return null;
}

const gaidNames = ["gaid", "advertising_id", "google_advertising_id", "aaid"];
const idfaNames = ["idfa", "advertising_identifier"];
const idfvNames = ["idfv", "vendor_identifier", "identifier_for_vendor"];
const androidNames = ["android_id"];

/** The fields in which apps send advertising IDs; not every user allows them. */
export const advertisingNames = [...gaidNames, ...idfaNames];

/** The field for the IP address of the first call, if the project and the user allow it. */
export const storedAddressName = "init_ip_address";

export const hasAdvertisingId = (device: DeviceData) => advertisingNames.some((name) => name in device);

export const withoutAdvertisingIds = (device: DeviceData): DeviceData =>
  Object.fromEntries(Object.entries(device).filter(([name]) => !advertisingNames.includes(name)));

/** The first valid ID in these fields. */
function firstOf(device: DeviceData, names: string[], read: (text: string) => string | null): string | null {
  for (const name of names) {
    const value = deviceText(device, name);
    const id = value === null ? null : read(value);
    if (id !== null) return id;
  }
  return null;
}

/** Returns every valid identifier in lower case. */
export function deviceIds(device: DeviceData, platform: Platform): DeviceId[] {
  const found: DeviceId[] = [];
  const add = (kind: DeviceId["kind"], id: string | null) => {
    if (id && !found.some((other) => other.id === id)) found.push({ kind, id });
  };
  add("gaid", firstOf(device, gaidNames, parseAdvertisingId));
  add("idfa", firstOf(device, idfaNames, parseAdvertisingId));
  // Libraries send different values here: the model, the vendor's ID on iPhones, or the Android ID. Only the format
  // distinguishes them.
  const id = deviceText(device, "device_id") ?? "";
  add(
    "idfv",
    firstOf(device, idfvNames, parseAdvertisingId) ?? (platform === "IOS" ? parseAdvertisingId(id) : null),
  );
  if (platform !== "IOS")
    add(
      "android_id",
      firstOf(device, androidNames, androidIdOf) ?? (id.length === 16 ? androidIdOf(id) : null),
    );
  return found;
}

const referrerNames = ["install_ref", "install_ref_url", "installReferrer"];

/** Play's install referrer. */
export const deviceReferrer = (device: DeviceData) => deviceText(device, ...referrerNames);

export function describeDevice(device: DeviceData) {
  return {
    osVersion: deviceText(device, "system_version", "os_version", "version_release")?.slice(0, 64) ?? null,
    model: deviceText(device, "device_name", "device_model", "device", "model")?.slice(0, 128) ?? null,
    language: deviceText(device, "language", "locale")?.slice(0, 35) ?? null,
    userAgent: deviceText(device, "user_agent")?.slice(0, 1024) ?? null,
  };
}

/**
 * The device's own model names, which its browsers send too. Some libraries prefix the manufacturer, and add the user's
 * own name for the device.
 */
export function modelNamesOf(device: DeviceData, platform: Platform): string[] {
  const names = ["model", "device_model", ...(platform === "IOS" ? ["device", "device_id"] : [])];
  const found = names.flatMap((name) => deviceText(device, name)?.slice(0, 128) ?? []);
  const name = deviceText(device, "device_name")?.slice(0, 128);
  for (const maker of [deviceText(device, "manufacturer"), deviceText(device, "brand")])
    if (maker && name?.toLowerCase().startsWith(`${maker.toLowerCase()} `))
      found.push(name.slice(maker.length + 1));
  return [...new Set(found)];
}

/** A link that the user pasted in the app after the install, on systems whose store passes no referrer. */
export const pastedLinkField = "pasted_link";

/** The part of the device data used for decisions. Some fields arrive only after the first call. */
export const evidenceFields = [
  ...referrerNames,
  pastedLinkField,
  "meta_install_ref",
  "meta_install_referrer",
  "adservices_attribution_token",
  "attribution_token",
  ...gaidNames,
  ...idfaNames,
  "installBeginTimestampServerSeconds",
  "install_begin_timestamp_server_seconds",
  "install_ref_installBeginTimestampServerSeconds",
  "referrerClickTimestampServerSeconds",
  "referrer_click_timestamp_server_seconds",
  "install_ref_referrerClickTimestampServerSeconds",
];

/** Null if there is no such field. */
export function evidenceIn(device: DeviceData): DeviceData | null {
  const found = evidenceFields.flatMap((name) => {
    const value = device[name];
    const isReported = (typeof value === "object" && value !== null) || deviceText(device, name) !== null;
    return isReported && value !== 0 && value !== "0" ? [[name, value] as const] : [];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}
