/** Visits that are not a person following a link for the first time in a moment: answered and kept with the reason, not counted. Pure. */
import { isbot } from "isbot";

export type NotCounted =
  | "head"
  | "prefetch"
  | "no_user_agent"
  | "preview"
  | "scanner"
  | "bot"
  | "inactive"
  | "deleted"
  | "duplicate";

/** Services that fetch a link to draw a card of it. They get Open Graph tags. */
const previews = new RegExp(
  [
    "facebookexternalhit",
    "facebot",
    "twitterbot",
    "slackbot",
    "slack-imgproxy",
    "discordbot",
    "^whatsapp",
    "telegrambot",
    "linkedinbot",
    "pinterest(bot|/0)",
    "skypeuripreview",
    "vkshare",
    "embedly",
    "iframely",
    "redditbot",
    "snap url preview",
    "kakaotalk-scrap",
    "line-poker",
    "^tumblr/",
    "\\bmastodon/",
    "bluesky cardyb",
    "google-pagerenderer",
    "^viber",
    "xing-contenttabreceiver",
    "flipboardproxy",
    "bitlybot",
    "quora link preview",
    "yahoo link preview",
  ].join("|"),
  "i",
);

/** Apps that load the page of an ad before anybody has tapped on it. */
const preloaders = /thirdLandingPageFeInfra/i;

/** Named because a general test for crawlers misses some, or because it may not. */
const bots = new RegExp(
  [
    "(?<!cu)bot\\b(?!tle)",
    "crawl",
    "spider",
    "scraper",
    "^curl\\b",
    "\\bwget\\b",
    "\\bpython\\b",
    "python-",
    "node-fetch",
    "\\baxios/",
    "go-http",
    // With the name of an app before it, it is that app, on somebody's phone.
    "^okhttp",
    "\\bjava/",
    "\\bruby\\b",
    "httpclient",
    "headlesschrome",
    "phantomjs",
    "lighthouse",
    "pingdom",
    "uptime",
    "facebookcatalog",
    "meta-external",
    "bingpreview",
    "google-read-aloud",
    "googleother",
    "google-inspectiontool",
    "adsbot",
    "mediapartners",
    "applebot",
    "duckduckbot",
    "yandex\\w*bot",
    "baiduspider",
    "sogou.*spider",
    "bytespider",
    "petalbot",
    "chatgpt-user",
    "gptbot",
    "ccbot",
    "perplexity",
    "claude",
    "anthropic",
  ].join("|"),
  "i",
);

/** Apps whose browsers name things that crawlers name too. Whoever is in one is a person. */
const people =
  /\bInstagram\b|\bFBA[NV]\b|\bFB_IAB\b|musical_ly|BytedanceWebview|\btrill_|\bSnapchat\/|LinkedInApp|\bLine\/\d|\bKAKAOTALK\b|\bTwitter for\b/i;

/** An app that asks by itself, through a library: its own name comes first. */
const appRequest = /^(?!okhttp)[\w.-]+\/\S+ .*\bokhttp\/\d/i;

export function automatonOf(userAgent: string): NotCounted | null {
  if (userAgent.trim() === "") return "no_user_agent";
  if (preloaders.test(userAgent)) return "prefetch";
  if (previews.test(userAgent)) return "preview";
  if (bots.test(userAgent)) return "bot";
  if (people.test(userAgent) || appRequest.test(userAgent)) return null;
  return isbot(userAgent) ? "bot" : null;
}

/** Mail and chat services that open every link to look for harm, known by where they come from. */
const scanners = [
  "mimecastprotect.com",
  "mimecast.com",
  "urlsand.com",
  "urlsand.net",
  "emailprotection.link",
  "safelinks.protection.outlook.com",
  "statics.teams.cdn.office.net",
  "urldefense.proofpoint.com",
  "urldefense.com",
  "linkprotect.cudasvc.com",
];

export const isScanner = (referrerHost: string) =>
  scanners.some((host) => referrerHost === host || referrerHost.endsWith(`.${host}`));

/** A page loaded before anybody asked for it: by a header, in the words of different browsers. */
export function isPrefetch(header: (name: string) => string | null): boolean {
  const purpose = header("sec-purpose") ?? header("purpose") ?? header("x-purpose");
  return (purpose !== null && /prefetch|prerender|preview/i.test(purpose)) || header("x-moz") === "prefetch";
}
