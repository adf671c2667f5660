/** Reads a visitor's system and browser from its headers. Pure. */
import { type UncountedReason, uncountedReason } from "@/lib/platform/bots";

export type VisitorPlatform = "IOS" | "ANDROID" | "DESKTOP";

/** The user agent, and the client hints of browsers whose user agent is shortened. */
export type BrowserHints = {
  userAgent: string;
  /** `Sec-CH-UA-Platform`, `-Platform-Version` and `-Model`, as sent. */
  platform: string | null;
  platformVersion: string | null;
  model: string | null;
};

export type DescribedAgent = {
  platform: VisitorPlatform;
  device: "phone" | "tablet" | "desktop" | "other";
  os: string | null;
  osVersion: string | null;
  model: string | null;
  browser: string | null;
  /** The app whose built-in browser this is. */
  inApp: string | null;
  /** Safari on an iPad claims to run on a Mac; only a script in the page can recognize it. */
  maybeIpad: boolean;
  /** The reason why a visit with this user agent is not by a person. */
  automaton: UncountedReason | null;
};

/** The order matters: the user agent of an earlier entry also contains the names of later ones. */
const inAppBrowsers: readonly [name: string, sign: RegExp][] = [
  ["Messenger", /FBAN\/Messenger|FB_IAB\/(Orca|MESSENGER)|MessengerForiOS/i],
  ["Threads", /\bBarcelona \d/],
  ["Instagram", /\bInstagram\b/],
  ["Facebook", /\bFBA[NV]\b|\bFB_IAB\b|\bFBIOS\b/],
  ["TikTok", /musical_ly|BytedanceWebview|\btrill_|\baweme\b|\bTikTok\b/i],
  ["Snapchat", /\bSnapchat\b/i],
  ["LinkedIn", /LinkedInApp/i],
  ["X", /\bTwitter for (iPhone|iPad|Android)\b|\bTwitterAndroid\b/i],
  ["Pinterest", /\[Pinterest\/|\bPinterest for (iOS|Android)\b/i],
  ["Reddit", /\bReddit\/(Version|\d)|\bRedditAndroid\b/i],
  ["LINE", /\bLine\/\d/],
  ["KakaoTalk", /\bKAKAOTALK\b/i],
  ["WeChat", /\bMicroMessenger\b/i],
  ["Weibo", /\bWeibo\b/],
  ["Telegram", /\bTelegram-(Android|iOS)\b/i],
  // A browser that another app shows inside itself.
  ["WebView", /;\s*wv\)/],
];

/** The order matters: most browsers also name the ones they descend from. */
const browsers: readonly [name: string, sign: RegExp][] = [
  ["Edge", /\b(Edg|EdgA|EdgiOS|Edge)\/\d/],
  ["Opera", /\b(OPR|OPT|OPiOS|OPX|Opera)[/ ]\d|\bOpera Mini\b/],
  ["Samsung Internet", /\bSamsungBrowser\/\d/],
  ["Yandex", /\bYaBrowser\/\d/],
  ["UC Browser", /\bUC ?Browser\/\d|\bUCWEB\b/],
  ["Huawei Browser", /\bHuaweiBrowser\/\d/],
  ["Mi Browser", /\bMiuiBrowser\/\d/],
  ["Silk", /\bSilk\/\d/],
  ["DuckDuckGo", /\b(DuckDuckGo|Ddg)\/\d/],
  ["Google app", /\bGSA\/\d/],
  ["Firefox", /\b(Firefox|FxiOS|Focus)\/\d/],
  ["Chrome", /\b(Chrome|CriOS|Chromium)\/\d/],
  ["Safari", /\bVersion\/\d.*\bSafari\/\d/],
];

const nameOf = (list: typeof browsers, text: string) => list.find(([, sign]) => sign.test(text))?.[0] ?? null;

/** The value of a hint is a quoted string. */
const hinted = (text: string | null) => text?.replace(/^"|"$/g, "").trim() || null;

const versionIn = (text: string, sign: RegExp) => sign.exec(text)?.[1]?.replaceAll("_", ".") ?? null;

type System = Pick<DescribedAgent, "platform" | "device" | "os" | "osVersion" | "model">;

const noSystem: System = { platform: "DESKTOP", device: "other", os: null, osVersion: null, model: null };

/** In characters. Longer texts are not from browsers, and patterns take longer for longer texts. */
const maxUserAgent = 1_024;

export function describeAgent(input: BrowserHints): DescribedAgent {
  const text = input.userAgent.slice(0, maxUserAgent);
  const hints = { ...input, userAgent: text };
  const system = systemOf(hints);
  const isPhone = system.platform !== "DESKTOP";
  return {
    ...system,
    browser: nameOf(browsers, text),
    inApp: isPhone ? nameOf(inAppBrowsers, text) : null,
    maybeIpad: system.os === "macOS" && hints.platform === null && isPlainSafari(text),
    automaton: uncountedReason(text),
  };
}

/** For a click whose system was stored as a Mac. */
export const mayBeIpad = (userAgent: string) => isPlainSafari(userAgent);

/** Safari itself, not a browser that looks like it. */
const isPlainSafari = (text: string) =>
  /\(Macintosh; Intel Mac OS X [\d_]+\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) Version\/[\d.]+ Safari\/[\d.]+$/.test(
    text,
  );

function systemOf(hints: BrowserHints): System {
  const text = hints.userAgent;
  const platform = hinted(hints.platform)?.toLowerCase() ?? null;
  const version = hinted(hints.platformVersion);

  // Windows phones and televisions also claim to be Android or iPhone to get the same pages.
  if (/Windows Phone|IEMobile/i.test(text)) return { ...noSystem, os: "Windows Phone" };
  if (/SmartTV|SMART-TV|\bTizen\b|Web0S|AppleTV|Apple TV|GoogleTV|\bAFT[A-Z]|\bBRAVIA\b|CrKey/i.test(text))
    return noSystem;
  if (/\biPhone\b|\biPod\b/.test(text)) return ios(text, "phone");
  if (/\biPad\b/.test(text) || isIpadAsMac(text)) return ios(text, "tablet");
  if (platform === "ios") return { ...ios(text, "phone"), osVersion: version };
  if (/\bAndroid\b/i.test(text) || platform === "android") return android(hints, version);
  // An app fetches the link itself.
  if (/\bCFNetwork\/[\d.]+ Darwin\//.test(text)) return ios(text, "phone");
  const os = desktopSystem(text, platform);
  return os ? { ...noSystem, device: "desktop", os } : noSystem;
}

/** Other browsers and apps on an iPad claim to run on a Mac too, but have names that occur only on iOS. */
const isIpadAsMac = (text: string) =>
  /\bMacintosh\b/.test(text) && /\b(CriOS|FxiOS|EdgiOS|OPiOS|OPT|GSA|FBIOS)\/|\bMobile\/\w/.test(text);

function ios(text: string, device: "phone" | "tablet"): System {
  const reported = versionIn(text, /\bOS (\d+(?:_\d+)*) like Mac/);
  const byApp = versionIn(text, /\bFBSV\/(\d+(?:\.\d+)*)/);
  // From iOS 26 on, Safari freezes the OS version at 18 and sends the real one as its own version.
  const safari = versionIn(text, /\bVersion\/(\d+(?:\.\d+)*)/);
  const isFrozen = reported?.startsWith("18.") && Number.parseInt(safari ?? "", 10) >= 26;
  const osVersion =
    byApp ?? (isFrozen ? safari : reported) ?? versionIn(text, /\b(?:iPadOS|iOS) (\d+(?:[._]\d+)*)/);
  const model = /\b((?:iPhone|iPad|iPod)\d+,\d+)\b/.exec(text)?.[1] ?? null;
  return { platform: "IOS", device, os: device === "tablet" ? "iPadOS" : "iOS", osVersion, model };
}

function android(hints: BrowserHints, version: string | null): System {
  const text = hints.userAgent;
  const isTablet = !/\bMobile\b/.test(text) || /\bTablet\b|\bSM-[TXP]\d|\bTab\b/.test(text);
  return {
    platform: "ANDROID",
    device: isTablet ? "tablet" : "phone",
    os: "Android",
    osVersion: version ?? versionIn(text, /\bAndroid (\d+(?:\.\d+)*)/i),
    model: hinted(hints.model)?.slice(0, 128) ?? androidModel(text),
  };
}

/** The contents of the first parentheses that contain the sign, in one pass. */
function insideOfFirst(text: string, sign: RegExp): string {
  for (const piece of text.split(")").slice(0, -1)) {
    const open = piece.indexOf("(");
    if (open === -1) continue;
    const inside = piece.slice(open + 1);
    if (sign.test(inside)) return inside;
  }
  return "";
}

/**
 * The last part of the first parentheses that is not a word of the platform itself. Chrome writes K for every model.
 */
function androidModel(text: string): string | null {
  const inside = insideOfFirst(text, /\bAndroid\b/i);
  const parts = inside.split(";").map((part) => part.trim());
  const noModel =
    /^(wv|Linux.*|Android.*|U|Mobile|Tablet|K|rv:.*|Harmony.*|HMSCore.*|[a-z]{2}([-_][a-zA-Z]{2})?)$/;
  const model = parts
    .filter((part) => part !== "" && !noModel.test(part))
    .at(-1)
    ?.replace(/\s*\bBuild\/.*$/, "");
  return model && !noModel.test(model) ? model.slice(0, 128) : null;
}

function desktopSystem(text: string, platform: string | null): string | null {
  if (/\bWindows NT\b/.test(text) || platform === "windows") return "Windows";
  if (/\bMacintosh\b|\bMac OS X\b/.test(text) || platform === "macos") return "macOS";
  if (/\bCrOS\b/.test(text) || platform === "chrome os" || platform === "chromium os") return "ChromeOS";
  if (/\bLinux\b|\bX11\b/.test(text) || platform === "linux") return "Linux";
  return null;
}
