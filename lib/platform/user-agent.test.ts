import { describe, expect, test } from "vitest";
import { type DescribedAgent, describeAgent } from "@/lib/platform/user-agent";

const seen = (userAgent: string, hints: { platform?: string; version?: string; model?: string } = {}) =>
  describeAgent({
    userAgent,
    platform: hints.platform ?? null,
    platformVersion: hints.version ?? null,
    model: hints.model ?? null,
  });

const ios = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const blink = "AppleWebKit/537.36 (KHTML, like Gecko)";
const iphone = `Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) ${ios}`;
const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";

describe("platform, device, version and model", () => {
  const table: [string, string, Partial<DescribedAgent>][] = [
    [
      "Safari on an iPhone",
      `${iphone} Version/17.4.1 Mobile/15E148 Safari/604.1`,
      { platform: "IOS", device: "phone", os: "iOS", osVersion: "17.4.1", browser: "Safari" },
    ],
    [
      "an old iPad that says so",
      `Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) ${ios} Version/12.1 Mobile/15E148 Safari/604.1`,
      { platform: "IOS", device: "tablet", os: "iPadOS", osVersion: "12.5" },
    ],
    [
      "Chrome on an iPad that says Mac",
      `${mac} ${ios} CriOS/120.0.6099.119 Version/13.0.3 Safari/605.1.15`,
      { platform: "IOS", device: "tablet", browser: "Chrome", maybeIpad: false },
    ],
    [
      "Firefox on an iPad that says Mac",
      `${mac} ${ios} FxiOS/120.0 Safari/605.1.15`,
      { platform: "IOS", device: "tablet", browser: "Firefox" },
    ],
    [
      "an app's own browser on an iPad that says Mac",
      `${mac} ${ios} Mobile/15E148 [FBAN/FBIOS;FBAV/440.0.0.31.105;FBDV/iPad13,1;FBSN/iPadOS;FBSV/17.1]`,
      { platform: "IOS", device: "tablet", model: "iPad13,1", osVersion: "17.1", inApp: "Facebook" },
    ],
    [
      "Instagram on an iPad",
      `Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) ${ios} Mobile/15E148 Instagram 255.0 (iPad13,1; iPadOS 16_0; en_US)`,
      { platform: "IOS", device: "tablet", inApp: "Instagram", osVersion: "16.0" },
    ],
    [
      "Safari on a Mac, which an iPad says it is too",
      `${mac} ${ios} Version/17.4.1 Safari/605.1.15`,
      { platform: "DESKTOP", device: "desktop", os: "macOS", browser: "Safari", maybeIpad: true },
    ],
    [
      "Chrome on a Mac, which no iPad says it is",
      `${mac} ${blink} Chrome/124.0.0.0 Safari/537.36`,
      { platform: "DESKTOP", os: "macOS", browser: "Chrome", maybeIpad: false },
    ],
    [
      "Chrome on a phone that names its model",
      `Mozilla/5.0 (Linux; Android 13; SM-S911B) ${blink} Chrome/112.0.0.0 Mobile Safari/537.36`,
      { platform: "ANDROID", device: "phone", osVersion: "13", model: "SM-S911B", browser: "Chrome" },
    ],
    [
      "Chrome on a phone that names none",
      `Mozilla/5.0 (Linux; Android 10; K) ${blink} Chrome/124.0.0.0 Mobile Safari/537.36`,
      { platform: "ANDROID", device: "phone", osVersion: "10", model: null },
    ],
    [
      "a model with its build and language",
      `Mozilla/5.0 (Linux; U; Android 9; en-US; Redmi Note 8 Build/PKQ1.190616.001) ${blink} Version/4.0 Chrome/57.0 UCBrowser/12.13 Mobile Safari/537.36`,
      { platform: "ANDROID", model: "Redmi Note 8", browser: "UC Browser" },
    ],
    [
      "an Android tablet",
      `Mozilla/5.0 (Linux; Android 12; SM-X700) ${blink} SamsungBrowser/22.0 Chrome/111.0.0.0 Safari/537.36`,
      { platform: "ANDROID", device: "tablet", model: "SM-X700", browser: "Samsung Internet" },
    ],
    [
      "Firefox on Android",
      "Mozilla/5.0 (Android 14; Mobile; rv:124.0) Gecko/124.0 Firefox/124.0",
      { platform: "ANDROID", device: "phone", osVersion: "14", model: null, browser: "Firefox" },
    ],
    [
      "Fire tablet",
      `Mozilla/5.0 (Linux; Android 9; KFTRWI) ${blink} Silk/112.4.1 like Chrome/112.0 Safari/537.36`,
      { platform: "ANDROID", device: "tablet", browser: "Silk" },
    ],
    [
      "a Windows phone that calls itself Android and iPhone",
      "Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/52.0 Mobile Safari/537.36 Edge/15.15063",
      { platform: "DESKTOP", device: "other", os: "Windows Phone" },
    ],
    [
      "a television",
      "Mozilla/5.0 (Linux; Android 9; BRAVIA 4K UR2) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/100.0 Safari/537.36",
      { platform: "DESKTOP", device: "other" },
    ],
    [
      "Windows",
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/124.0.0.0 Safari/537.36 Edg/124.0.0.0`,
      { platform: "DESKTOP", device: "desktop", os: "Windows", browser: "Edge" },
    ],
    [
      "ChromeOS",
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Chrome/124.0.0.0 Safari/537.36`,
      { platform: "DESKTOP", os: "ChromeOS" },
    ],
    ["Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:124.0) Gecko/20100101 Firefox/124.0", { os: "Linux" }],
    [
      "an iOS app that fetches the link itself",
      "MyApp/3.1 CFNetwork/1404.0.5 Darwin/22.3.0",
      { platform: "IOS", browser: null },
    ],
    ["nothing at all", "", { platform: "DESKTOP", device: "other", os: null, browser: null }],
  ];

  test.each(table)("%s", (_name, userAgent, expected) => {
    expect(seen(userAgent)).toMatchObject(expected);
  });
});

describe("client hints", () => {
  const reduced = `Mozilla/5.0 (Linux; Android 10; K) ${blink} Chrome/124.0.0.0 Mobile Safari/537.36`;

  test("give the version and model that the user agent lacks", () => {
    expect(seen(reduced, { platform: '"Android"', version: '"14.0.0"', model: '"Pixel 8"' })).toMatchObject({
      platform: "ANDROID",
      osVersion: "14.0.0",
      model: "Pixel 8",
    });
  });

  test("identify Android when the user agent is Linux", () => {
    const desktopSite = `Mozilla/5.0 (X11; Linux x86_64) ${blink} Chrome/124.0.0.0 Safari/537.36`;
    expect(seen(desktopSite, { platform: '"Android"' })).toMatchObject({
      platform: "ANDROID",
      device: "tablet",
    });
  });

  test("a browser that sends them is not Safari, so it is not an iPad", () => {
    expect(seen(`${mac} ${ios} Version/17.4.1 Safari/605.1.15`, { platform: '"macOS"' }).maybeIpad).toBe(
      false,
    );
  });
});

describe("browsers inside apps", () => {
  const webview = (more: string) =>
    `Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A; wv) ${blink} Version/4.0 Chrome/118.0 Mobile Safari/537.36 ${more}`;

  test.each([
    ["Instagram", `${iphone} Mobile/15E148 Instagram 300.0.0.29.110 (iPhone14,5; iOS 17_1; en_US; en)`],
    ["Instagram", webview("Instagram 308.0.0.36.109 Android (34/14; 420dpi; Google/google; Pixel 8; shiba)")],
    ["Facebook", `${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/440.0.0.31.105;FBDV/iPhone14,5]`],
    ["Facebook", webview("[FB_IAB/FB4A;FBAV/440.0.0.29.109;]")],
    ["Messenger", webview("[FB_IAB/Orca-Android;FBAV/430.0.0.31.118;]")],
    ["Threads", `${iphone} Mobile/15E148 Barcelona 310.0.0.15.113 (iPhone14,5; iOS 17_1)`],
    ["TikTok", webview("musical_ly_2023105030 JsSdk/1.0 AppName/musical_ly BytedanceWebview/d8a21c6")],
    ["TikTok", `${iphone} Mobile/15E148 trill_31.5.0 JsSdk/2.0 NetType/WIFI`],
    ["Snapchat", `${iphone} Mobile/15E148 Snapchat/12.55.0.30 (like Safari/8616.1.27, panda)`],
    ["LinkedIn", `${iphone} Mobile/15E148 [LinkedInApp]/9.29.7373`],
    ["X", `${iphone} Mobile/15E148 Twitter for iPhone/10.10`],
    ["X", webview("TwitterAndroid")],
    ["Pinterest", `${iphone} Mobile/15E148 [Pinterest/iOS]`],
    ["LINE", `${iphone} Mobile/15E148 Safari Line/13.16.0`],
    ["KakaoTalk", webview(";KAKAOTALK 2410460")],
    ["WeChat", `${iphone} Mobile/15E148 MicroMessenger/8.0.42 NetType/WIFI`],
    ["WebView", webview("")],
  ])("%s", (name, userAgent) => {
    expect(seen(userAgent)).toMatchObject({ inApp: name, automaton: null });
  });

  test("a phone's own browser is not one of them", () => {
    expect(seen(`${iphone} Version/17.4 Mobile/15E148 Safari/604.1`).inApp).toBeNull();
    expect(seen(`${iphone} GSA/285.0.570543384 Mobile/15E148 Safari/604.1`).inApp).toBeNull();
  });
});

test("text after the first 1,024 characters is ignored", () => {
  const pieces = ["Version/1 ", "(Android ", "(", "Safari/", "Mac OS X ", "bot", "\u0000é😀", ";".repeat(50)];
  for (const piece of pieces) {
    const max = piece.repeat(Math.ceil(1024 / piece.length)).slice(0, 1024);
    expect(seen(`${max} (Linux; Android 14; Pixel 8) Googlebot iPhone`)).toEqual(seen(max));
  }
});

test.each([
  ["(Linux; Android 14; Pixel 8)", "Pixel 8"],
  ["(Linux; Android 14; (inner Pixel 8)", "(inner Pixel 8"],
  ["(one) (two (Android; Pixel 8) (Android; Pixel 9)", "Pixel 8"],
  ["(Linux; Android 14; Pixel 8", null],
  ["Android (Pixel 8)", null],
  [") Android; Pixel 8)", null],
  ["(Android ".repeat(100), null],
])("the model in %j is %j: from the first closed parentheses with the system", (userAgent, model) => {
  expect(seen(`${userAgent} Android Mobile`).model).toBe(model);
});
