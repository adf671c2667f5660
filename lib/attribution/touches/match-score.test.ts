import { describe, expect, test } from "vitest";
import {
  type ClickSide,
  deviceContradiction,
  type InstallSide,
  matchScore,
  totalScore,
} from "@/lib/attribution/touches/match-score";
import { modelNamesOf } from "@/lib/facts/app-calls/device";
import { describeAgent } from "@/lib/platform/user-agent";

const android = (over: Partial<ClickSide> = {}): ClickSide => ({
  platform: "ANDROID",
  osVersion: null,
  deviceModel: null,
  language: null,
  maybeIpad: false,
  crowd: null,
  ...over,
});
const installed = (over: Partial<InstallSide> = {}): InstallSide => ({
  platform: "ANDROID",
  osVersion: null,
  deviceModel: null,
  language: null,
  models: [],
  ...over,
});
const points = (click: ClickSide, install: InstallSide) => matchScore(click, install, 0, 1);

/** A click by this browser. */
function browser(userAgent: string): ClickSide {
  const { platform, osVersion, model, maybeIpad } = describeAgent({
    userAgent,
    platform: null,
    platformVersion: null,
    model: null,
  });
  return { platform, osVersion, deviceModel: model, language: null, maybeIpad, crowd: null };
}

const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const reduced = browser(
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
);
const galaxy = browser(
  "Mozilla/5.0 (Linux; Android 12; SM-G991B Build/SP1A) AppleWebKit/537.36 Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36",
);
const firefox = browser("Mozilla/5.0 (Android 10; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0");
const safari15 = browser(
  `Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) ${webkit} Version/15.6 Mobile/15E148 Safari/604.1`,
);
const safari26 = browser(
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webkit} Version/26.0 Mobile/15E148 Safari/604.1`,
);
const webView26 = browser(`Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${webkit} Mobile/15E148`);
const facebook = browser(
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${webkit} Mobile/15E148 [FBAN/FBIOS;FBAV/540.0;FBDV/iPhone17,1;FBMD/iPhone;FBSN/iOS;FBSV/26.1]`,
);
const mac = browser(`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/26.0 Safari/605.1.15`);

const pixel9 = installed({ osVersion: "16", models: ["Pixel 9"] });
const iphone = (osVersion: string, models = ["iPhone 16 Pro"]) =>
  installed({ platform: "IOS", osVersion, models, deviceModel: "iPhone" });
const ipad = installed({ platform: "IOS", osVersion: "26.0", models: ["iPad13,4"], deviceModel: "iPad" });

describe("contradictions between click and install", () => {
  test.each<[string, ClickSide, InstallSide, string | null]>([
    ["a Galaxy of Android 12 and a Pixel of 16", galaxy, pixel9, "os_mismatch"],
    ["a Galaxy and a Pixel", android({ deviceModel: "SM-G991B" }), pixel9, "model_mismatch"],
    [
      "a Pixel 7 and a Pixel 7 Pro",
      android({ deviceModel: "Pixel 7" }),
      installed({ models: ["Pixel 7 Pro"] }),
      "model_mismatch",
    ],
    ["iOS 15 and 26", safari15, iphone("26.0"), "os_mismatch"],
    ["iOS 15 and 18", safari15, iphone("18.1"), "os_mismatch"],
    ["two iPhones by their codes", facebook, iphone("26.0", ["iPhone14,2"]), "model_mismatch"],
    ["an Android and an iPhone", galaxy, iphone("18.0"), "platform_mismatch"],
    ["a Mac and an iPhone", mac, iphone("26.0"), "platform_mismatch"],
  ])("%s", (_title, click, install, expected) => {
    expect(deviceContradiction(click, install)).toBe(expected);
  });
});

describe("hidden properties contradict nothing", () => {
  test.each<[string, ClickSide, InstallSide]>([
    ["Chrome on Android says 10 and K", reduced, pixel9],
    ["Firefox on Android says 10", firefox, pixel9],
    ["an app's browser on iOS 26 says 18", webView26, iphone("26.2")],
    ["Safari on an iPad says Mac", mac, ipad],
    [
      "an app sends the level of Android's interface",
      galaxy,
      installed({ osVersion: "36", models: ["SM-G991B"] }),
    ],
    [
      "an app tells no model",
      galaxy,
      installed({ osVersion: "12", models: ["unknown"], deviceModel: "Anna's phone" }),
    ],
    ["an iPhone is called by its code here and by its name there", facebook, iphone("26.1")],
  ])("%s", (_title, click, install) => {
    expect(deviceContradiction(click, install)).toBeNull();
  });
});

describe("matching properties", () => {
  test("Safari on iOS 26 gives the system version with its own", () => {
    expect(points(safari26, iphone("26.2"))).toMatchObject({ system: 15, os_version: 15 });
  });
  test("Facebook's browser gives version and model", () => {
    expect(points(facebook, iphone("26.1", ["iPhone17,1"]))).toMatchObject({
      os_version: 15,
      device_model: 15,
    });
  });
  test("a model matches with its maker's name in front", () => {
    const device = { device_name: "samsung SM-G991B", manufacturer: "samsung" };
    expect(points(galaxy, installed({ models: modelNamesOf(device, "ANDROID") })).device_model).toBe(15);
    expect(
      deviceContradiction(
        galaxy,
        installed({ models: modelNamesOf({ ...device, device_name: "samsung SM-S921B" }, "ANDROID") }),
      ),
    ).toBe("model_mismatch");
  });
  test("an iPad that identifies as a Mac only matches by address", () => {
    expect(points(mac, ipad)).toMatchObject({ address: 45, system: 0, os_version: 0 });
  });
});

test("a score is never negative, however many devices share the address", () => {
  for (const browsers of [0, 1, 3, 4, 10, 50])
    for (const share of [0, 0.5, 1]) {
      const parts = matchScore(android({ crowd: { browsers, installs: 0 } }), installed(), share, 1);
      expect(totalScore(parts)).toBeGreaterThanOrEqual(0);
    }
});
