/** The user agents of the devices and browsers that links can be tested with. Pure. */
import type { testerBrowsers, testerDevices } from "@/lib/traffic/tester/schema";

export type TesterDevice = (typeof testerDevices)[number];
export type TesterBrowser = (typeof testerBrowsers)[number];

const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const blink = "AppleWebKit/537.36 (KHTML, like Gecko)";
const chrome = "Chrome/140.0.0.0";

const systems: Record<TesterDevice, string> = {
  iphone: "iPhone; CPU iPhone OS 18_5 like Mac OS X",
  ipad: "iPad; CPU OS 18_5 like Mac OS X",
  android_phone: "Linux; Android 15; Pixel 9",
  android_tablet: "Linux; Android 15; SM-X710",
  mac: "Macintosh; Intel Mac OS X 10_15_7",
  windows: "Windows NT 10.0; Win64; x64",
  linux: "X11; Linux x86_64",
};

type TextPerBrowser = Partial<Record<TesterBrowser, string>>;

const onIos: TextPerBrowser = {
  standard: "Version/18.5 Mobile/15E148 Safari/604.1",
  chrome: "CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1",
  firefox: "FxiOS/142.0 Mobile/15E148 Safari/605.1.15",
  edge: "Version/18.0 EdgiOS/140.0.3485.54 Mobile/15E148 Safari/605.1.15",
  instagram: "Mobile/15E148 Instagram 395.0.0.26.79 (iPhone15,2; iOS 18_5; en_US; en; scale=3.00; 1179x2556)",
  facebook: "Mobile/15E148 [FBAN/FBIOS;FBAV/528.0.0.41.71;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/18.5]",
  tiktok:
    "Mobile/15E148 musical_ly_41.2.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en BytedanceWebview/d8a21c6",
  snapchat: "Mobile/15E148 Snapchat/13.55.0.38 (like Safari/8621.2.5.10.7, panda)",
  linkedin: "Mobile/15E148 [LinkedInApp]/9.31.3240",
  x: "Mobile/15E148 Twitter for iPhone/11.20",
  pinterest: "Mobile/15E148 [Pinterest/iOS]",
};

const onAndroid: TextPerBrowser = {
  standard: `${chrome} Mobile Safari/537.36`,
  chrome: `${chrome} Mobile Safari/537.36`,
  samsung: "SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
  edge: `${chrome} Mobile Safari/537.36 EdgA/140.0.0.0`,
  instagram: `Version/4.0 ${chrome} Mobile Safari/537.36 Instagram 395.0.0.38.81 Android (35/15; 420dpi; 1080x2424; Google/google; Pixel 9; tokay; tokay; en_US)`,
  facebook: `Version/4.0 ${chrome} Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/528.0.0.54.72;]`,
  tiktok: `Version/4.0 ${chrome} Mobile Safari/537.36 trill_410203 BytedanceWebview/d8a21c6`,
  snapchat: `Version/4.0 ${chrome} Mobile Safari/537.36 Snapchat/13.55.0.52`,
  linkedin: `Version/4.0 ${chrome} Mobile Safari/537.36 [LinkedInApp]/4.1.1065`,
  x: `Version/4.0 ${chrome} Mobile Safari/537.36 TwitterAndroid`,
  pinterest: `Version/4.0 ${chrome} Mobile Safari/537.36 [Pinterest/Android]`,
};

const onDesktop: TextPerBrowser = {
  standard: `${chrome} Safari/537.36`,
  chrome: `${chrome} Safari/537.36`,
  edge: `${chrome} Safari/537.36 Edg/140.0.0.0`,
};

/** A browser that does not exist on a device is replaced by the device's default. */
export function userAgentOf(device: TesterDevice, browser: TesterBrowser): string {
  const system = systems[device];
  const pick = (texts: TextPerBrowser) => texts[browser] ?? texts.standard ?? "";
  if (device === "iphone" || device === "ipad") return `Mozilla/5.0 (${system}) ${webkit} ${pick(onIos)}`;
  if (browser === "firefox") {
    const mobile = device === "android_phone" ? "Android 15; Mobile" : "Android 15; Tablet";
    const named = device.startsWith("android") ? mobile : system;
    return `Mozilla/5.0 (${named}; rv:142.0) Gecko/${device.startsWith("android") ? "142.0" : "20100101"} Firefox/142.0`;
  }
  if (device === "mac" && browser === "standard") {
    return `Mozilla/5.0 (${system}) ${webkit} Version/18.5 Safari/605.1.15`;
  }
  if (device === "android_phone" || device === "android_tablet") {
    const texts = pick(onAndroid);
    const inApp = texts.startsWith("Version/4.0") ? "; wv" : "";
    const text = `Mozilla/5.0 (${system}${inApp}) ${blink} ${texts}`;
    return device === "android_tablet" ? text.replace(" Mobile ", " ") : text;
  }
  return `Mozilla/5.0 (${system}) ${blink} ${pick(onDesktop)}`;
}
