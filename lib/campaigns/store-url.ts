/** Parses a pasted address of an App Store or Google Play page. Pure; runs in the browser too. */

export type StorePage = {
  platform: "IOS" | "ANDROID";
  /** Apple's numeric ID or the Android package name. */
  appId: string;
  /** The custom product page (`ppid`) or the custom store listing (`listing`). */
  pageId: string | null;
  /** Without country, name, campaign and referrer, which depend on the visitor or are added for each click. */
  url: string;
};

/** The default name of a listing. */
export const defaultListingName = ({ platform, pageId }: Pick<StorePage, "platform" | "pageId">): string => {
  const store = platform === "IOS" ? "App Store" : "Google Play";
  return pageId === null ? store : `${store}, ${pageId}`;
};

export type StoreUrl = StorePage | { problem: string };

const appleHosts = new Set(["apps.apple.com", "itunes.apple.com", "geo.itunes.apple.com", "appstore.com"]);
const playHosts = new Set(["play.google.com", "market.android.com", "www.play.google.com"]);

const packageName = /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$/;
const listingName = /^[A-Za-z0-9._-]{1,50}$/;
const productPage = /^[0-9A-Za-z-]{1,64}$/;

const neither =
  "Paste the URL of an App Store page (https://apps.apple.com/…) or a Google Play page (https://play.google.com/…).";

export function readStoreUrl(pasted: string): StoreUrl {
  const text = pasted.trim();
  if (text === "" || /[\s\p{Cc}]/u.test(text)) return { problem: neither };
  const url = parse(text);
  if (!url) return { problem: neither };
  const host = url.hostname.replace(/\.$/, "");
  if (url.protocol === "market:") return fromPlay(url);
  if (appleHosts.has(host)) return fromApple(url);
  if (playHosts.has(host)) return fromPlay(url);
  if (host === "play.app.goo.gl") {
    const inner = url.searchParams.get("link");
    return inner ? readStoreUrl(inner) : { problem: neither };
  }
  if (host === "apple.co" || host === "apps.apple" || host.endsWith(".page.link")) {
    return {
      problem: "This is a short URL. Open it in a browser and paste the URL of the page it leads to.",
    };
  }
  return { problem: neither };
}

/** Schemes that only open the store's app are parsed as the equivalent web address. */
function parse(text: string): URL | null {
  const apple = /^itms(?:-apps|-appss|s)?:(?:\/\/)?(.*)$/i.exec(text);
  let address = apple ? `https://${apple[1]}` : text;
  if (/^market:(\/\/)?/i.test(text)) address = text.replace(/^market:(\/\/)?/i, "market://");
  else if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) address = `https://${address}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return ["https:", "http:", "market:"].includes(url.protocol) ? url : null;
}

function fromApple(url: URL): StoreUrl {
  const inPath = /(?:^|\/)id(\d{1,19})(?:\/|$)/.exec(url.pathname)?.[1];
  const inQuery = /^\d{1,19}$/.exec(url.searchParams.get("id") ?? "")?.[0];
  const appId = inPath ?? inQuery;
  if (!appId || /\/(developer|artist|story|room|charts|bundle)\//.test(url.pathname)) {
    return { problem: "This isn't an app's page: the URL has no /id… number." };
  }
  const ppid = url.searchParams.get("ppid");
  if (ppid !== null && !productPage.test(ppid)) {
    return { problem: "The ppid in this URL isn't the ID of a custom product page." };
  }
  const query = ppid === null ? "" : `?ppid=${ppid}`;
  return { platform: "IOS", appId, pageId: ppid, url: `https://apps.apple.com/app/id${appId}${query}` };
}

function fromPlay(url: URL): StoreUrl {
  const isPage =
    url.protocol === "market:"
      ? url.hostname === "details" || url.pathname.replace(/^\/*/, "").startsWith("details")
      : /^\/(store\/apps\/)?details(\/|$)/.test(url.pathname);
  const appId = url.searchParams.get("id");
  if (!isPage || !appId) {
    return { problem: "This is not the Google Play page of an app: the URL has no details?id=…" };
  }
  if (!packageName.test(appId) || appId.length > 150) {
    return { problem: "The id in this URL isn't an Android package name." };
  }
  const listing = url.searchParams.get("listing");
  if (listing !== null && !listingName.test(listing)) {
    return { problem: "The listing in this URL isn't the name of a custom store listing." };
  }
  const query = listing === null ? "" : `&listing=${listing}`;
  return {
    platform: "ANDROID",
    appId,
    pageId: listing,
    url: `https://play.google.com/store/apps/details?id=${appId}${query}`,
  };
}
