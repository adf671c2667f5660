/** Reading what an app said about its device. Pure. */

export type Platform = "ANDROID" | "IOS" | "UNKNOWN";
export type DeviceId = { kind: "gaid" | "idfa" | "idfv" | "android_id"; id: string };
export type DeviceData = Record<string, unknown>;

export function platformOf(sent: string | undefined, device: DeviceData, userAgent: string | null): Platform {
  const said = sent?.toUpperCase();
  if (said === "ANDROID" || said === "IOS") return said;
  if (
    text(device, "gaid", "android_id", "install_ref", "install_ref_url") ||
    /android/i.test(text(device, "base_os") ?? "")
  ) {
    return "ANDROID";
  }
  if (
    text(device, "idfa", "idfv", "adservices_attribution_token") ||
    /^apple$/i.test(text(device, "brand", "manufacturer") ?? "")
  ) {
    return "IOS";
  }
  const agent = `${text(device, "user_agent") ?? ""} ${userAgent ?? ""}`;
  if (/android|okhttp/i.test(agent)) return "ANDROID";
  if (/iphone|ipad|ios|cfnetwork|darwin/i.test(agent)) return "IOS";
  return "UNKNOWN";
}

/** The first of the names that holds text. */
export function text(device: DeviceData, ...names: string[]): string | null {
  for (const name of names) {
    const value = device[name];
    if (typeof value === "string" && value.trim() !== "") return value.trim();
    if (typeof value === "number" && Number.isFinite(value)) return String(value);
  }
  return null;
}

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** Zeros mean "not told". One Android id was shared by a whole series of devices and emulators. */
const isNoId = (id: string) => /^[0-]*$/.test(id) || id === "9774d56d682e549c";

/** Every usable identifier, lower-cased. A malformed advertising id is none. */
export function deviceIds(device: DeviceData, platform: Platform): DeviceId[] {
  const found: DeviceId[] = [];
  const add = (kind: DeviceId["kind"], value: string | null, form?: RegExp) => {
    const id = value?.toLowerCase();
    if (
      id &&
      id.length <= 128 &&
      !isNoId(id) &&
      (!form || form.test(id)) &&
      !found.some((known) => known.id === id)
    ) {
      found.push({ kind, id });
    }
  };
  add("gaid", text(device, "gaid", "advertising_id", "google_advertising_id", "aaid"), uuid);
  add("idfa", text(device, "idfa", "advertising_identifier"), uuid);
  add("idfv", text(device, "idfv", "vendor_identifier", "identifier_for_vendor"), uuid);
  add("android_id", text(device, "android_id", ...(platform === "ANDROID" ? ["device_id"] : [])));
  return found;
}

export function describeDevice(device: DeviceData) {
  return {
    osVersion: text(device, "system_version", "os_version", "version_release")?.slice(0, 64) ?? null,
    model: text(device, "device_name", "device_model", "device", "model")?.slice(0, 128) ?? null,
    language: text(device, "language", "locale")?.slice(0, 35) ?? null,
    userAgent: text(device, "user_agent")?.slice(0, 1024) ?? null,
  };
}

/** What an install may be decided by. Some of it is known only to a later call than the first. */
const evidenceNames = [
  "install_ref",
  "install_ref_url",
  "meta_install_ref",
  "meta_install_referrer",
  "adservices_attribution_token",
  "attribution_token",
  "gaid",
  "advertising_id",
  "google_advertising_id",
  "aaid",
  "idfa",
  "advertising_identifier",
  "installBeginTimestampServerSeconds",
  "install_begin_timestamp_server_seconds",
  "install_ref_installBeginTimestampServerSeconds",
  "referrerClickTimestampServerSeconds",
  "referrer_click_timestamp_server_seconds",
  "install_ref_referrerClickTimestampServerSeconds",
];

/** Null when there is none of it. */
export function evidenceIn(device: DeviceData): DeviceData | null {
  const found = evidenceNames.flatMap((name) => {
    const value = device[name];
    const isTold = (typeof value === "object" && value !== null) || text(device, name) !== null;
    return isTold && value !== 0 && value !== "0" ? [[name, value] as const] : [];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}
