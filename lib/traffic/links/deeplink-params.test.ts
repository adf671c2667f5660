import { describe, expect, test } from "vitest";
import { allowedParams, withoutDeviceIds } from "@/lib/traffic/links/deeplink-params";
import { withParameters } from "@/lib/traffic/links/rules";

const id = "38400000-8cf0-11bd-b23e-10b96e40000d";

describe("device IDs are not passed on", () => {
  test.each([
    "gaid",
    "GAID",
    "idfa",
    "idfv",
    "android_id",
    "androidId",
    "ANDROIDID1",
    "advertising_id",
    "gps_adid",
    "google_advertising_id",
    "aaid",
    "ifa",
    "oaid",
    "idfa_md5",
    "gaid-sha1",
    "rdid",
    "app_set_id",
    "device_id",
  ])("%s", (name) => {
    expect(
      withParameters("myapp://product/7", [
        [name, id],
        ["utm_source", "x"],
      ]),
    ).toBe("myapp://product/7?utm_source=x");
  });

  test("… nor the same ID under another name", () => {
    expect(
      withoutDeviceIds([
        ["gaid", id],
        ["x", id.toUpperCase()],
        ["y", "1"],
      ]),
    ).toEqual([["y", "1"]]);
  });

  test("parameters that only resemble one are", () => {
    const params = [
      ["invite", id],
      ["idea", "1"],
      ["ad_id", "12"],
      ["product_id", "7"],
      ["gaid_offer", "x"],
    ] as const;
    expect(withoutDeviceIds(params)).toEqual(params);
  });
});

test("a name with a final star matches all names that begin with it", () => {
  const params = [
    ["utm_source", "a"],
    ["UTM_Campaign", "b"],
    ["email", "c"],
    ["ref", "d"],
    ["reference", "e"],
  ] as const;
  expect(allowedParams(params, ["utm_*"]).map(([name]) => name)).toEqual(["utm_source", "UTM_Campaign"]);
  expect(allowedParams(params, ["Ref"]).map(([name]) => name)).toEqual(["ref"]);
  expect(allowedParams(params, [])).toEqual([]);
});
