import { describe, expect, test } from "vitest";
import { deviceIds, evidenceIn, platformOfData, platformOfDevice } from "@/lib/facts/app-calls/device";
import { deviceIdOf } from "@/lib/traffic/links/device-ids";

const uuid = "38400000-8cf0-11bd-b23e-10b96e40000d";
const hex = "a1b2c3d4e5f60718";

describe("an ID is recognised by its format", () => {
  test.each([uuid, uuid.toUpperCase(), uuid.replaceAll("-", ""), hex, hex.toUpperCase(), "a1b2c3d4"])(
    "%s",
    (id) => {
      expect(deviceIdOf(` ${id} `)).toBe(id.toLowerCase());
    },
  );

  test.each([
    "",
    " ",
    "unknown",
    "UNKNOWN",
    "null",
    "(null)",
    "undefined",
    "nil",
    "none",
    "NaN",
    "n/a",
    "0",
    "0000000000000000",
    "00000000-0000-0000-0000-000000000000",
    "ffffffffffffffff",
    "9774d56d682e549c",
    "9774D56D682E549C",
    "0123456789abcdef",
    "shiba",
    "iPhone15,2",
    "AP2A.240805.005",
    "feed",
    `${hex}0`,
    `${uuid}0`,
    "g1b2c3d4e5f60718",
    "🙂",
  ])("%j is not an ID", (id) => {
    expect(deviceIdOf(id)).toBeNull();
    const names = ["gaid", "idfa", "idfv", "android_id", "device_id"];
    for (const platform of ["ANDROID", "IOS", "UNKNOWN"] as const)
      expect(deviceIds(Object.fromEntries(names.map((name) => [name, id])), platform)).toEqual([]);
  });

  test("also under another name, each once", () => {
    expect(deviceIds({ gaid: "unknown", aaid: uuid, idfa: uuid }, "ANDROID")).toEqual([
      { kind: "gaid", id: uuid },
    ]);
  });

  test("an Android ID is invalid on an iPhone, and device_id is only valid in Android's format", () => {
    expect(deviceIds({ android_id: hex }, "IOS")).toEqual([]);
    expect(deviceIds({ device_id: hex }, "ANDROID")).toEqual([{ kind: "android_id", id: hex }]);
    expect(deviceIds({ device_id: "20240805" }, "ANDROID")).toEqual([]);
    expect(deviceIds({ device_id: uuid }, "ANDROID")).toEqual([]);
    expect(deviceIds({ device_id: uuid }, "IOS")).toEqual([{ kind: "idfv", id: uuid }]);
  });
});

describe("the platform is read from all data of the call", () => {
  test.each<[string, string | undefined, Record<string, unknown>, string | null, string]>([
    ["what the app says", "ios", { brand: "google" }, null, "IOS"],
    ["the system's name", "FLUTTER", { system_name: "iOS", device_id: uuid }, null, "IOS"],
    ["iPadOS", undefined, { systemName: "iPadOS" }, null, "IOS"],
    ["base_os", undefined, { base_os: "Android 14", idfa: uuid }, null, "ANDROID"],
    [
      "a build's fingerprint says nothing",
      undefined,
      { base_os: "google/shiba/shiba:14", brand: "google" },
      null,
      "ANDROID",
    ],
    [
      "the brand",
      "REACT_NATIVE",
      { brand: "Apple", android_id: "unknown", install_ref: "unknown" },
      null,
      "IOS",
    ],
    ["the manufacturer", "EXPO", { brand: "unknown", manufacturer: "Apple Inc." }, null, "IOS"],
    ["the model", undefined, { device_id: "iPad14,3" }, null, "IOS"],
    ["an Android id", undefined, { android_id: hex }, null, "ANDROID"],
    ["no Android id", undefined, { android_id: "unknown", idfv: uuid }, null, "IOS"],
    ["Play's referrer", undefined, { installReferrer: "utm_source=x" }, null, "ANDROID"],
    ["the level of Android's API", undefined, { api_level: 34 }, null, "ANDROID"],
    ["an iPhone has none", undefined, { api_level: -1, idfv: uuid }, null, "IOS"],
    ["another brand", undefined, { brand: "samsung" }, null, "ANDROID"],
    ["the agent in the data", undefined, { user_agent: "Mozilla/5.0 (iPhone)" }, "okhttp/4", "ANDROID"],
    ["the agent of the call", undefined, {}, "Trailhead/4 CFNetwork/1490 Darwin/23.2.0", "IOS"],
    ["axios is no iOS", undefined, {}, "axios/1.6.0", "UNKNOWN"],
    ["nothing", "REACT_NATIVE", {}, null, "UNKNOWN"],
  ])("%s", (_, sent, device, agent, platform) => {
    expect(platformOfData(sent, device, agent)).toBe(platform);
  });

  test("data of the call is ignored if only the device is read", () => {
    expect(platformOfDevice({ user_agent: "okhttp" })).toBeNull();
  });
});

test("placeholders are no evidence", () => {
  expect(
    evidenceIn({ install_ref: "unknown", gaid: "null", adservices_attribution_token: "undefined" }),
  ).toBeNull();
});
