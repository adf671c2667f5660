/**
 * Recognizes visits that are not a person following a link. They are answered and stored with the reason, but not
 * counted. Pure.
 */
import { isbot } from "isbot";

export type UncountedReason =
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

/** Apps that load the page of an ad before a tap. */
const preloaders = /thirdLandingPageFeInfra/i;

/** These are listed because the general test for crawlers misses some of them, or may miss them in a later version. */
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
    // Only at the start of the text. After an app's name, the library belongs to that app on a person's phone.
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

/** Apps whose browsers contain names of crawlers. A visit from one of them is a person. */
const people =
  /\bInstagram\b|\bFBA[NV]\b|\bFB_IAB\b|musical_ly|BytedanceWebview|\btrill_|\bSnapchat\/|LinkedInApp|\bLine\/\d|\bKAKAOTALK\b|\bTwitter for\b/i;

/** An app that makes the request itself through a library puts its own name first. */
const appRequest = /^(?!okhttp)[\w.-]+\/\S+ .*\bokhttp\/\d/i;

export function uncountedReason(userAgent: string): UncountedReason | null {
  if (userAgent.trim() === "") return "no_user_agent";
  if (preloaders.test(userAgent)) return "prefetch";
  if (previews.test(userAgent)) return "preview";
  if (bots.test(userAgent)) return "bot";
  if (people.test(userAgent) || appRequest.test(userAgent)) return null;
  return isbot(userAgent) ? "bot" : null;
}

/** Mail and chat services that open every link to scan it, recognized by the host names of their addresses. */
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

/** Recognizes a prefetch by its header, in the variants of different browsers. */
export function isPrefetch(header: (name: string) => string | null): boolean {
  const purpose = header("sec-purpose") ?? header("purpose") ?? header("x-purpose");
  return (purpose !== null && /prefetch|prerender|preview/i.test(purpose)) || header("x-moz") === "prefetch";
}
