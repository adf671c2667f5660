import { describe, expect, test } from "vitest";
import { isPrefetch, isScanner, uncountedReason } from "@/lib/platform/bots";

const blink = "AppleWebKit/537.36 (KHTML, like Gecko)";

describe("services that render a link preview", () => {
  test.each([
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Twitterbot/1.0",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Slack-ImgProxy (+https://api.slack.com/robots)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "WhatsApp/2.23.20.0 A",
    "TelegramBot (like TwitterBot)",
    "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
    "Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)",
    "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5",
    "Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)",
    "Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)",
    "Iframely/1.3.1 (+https://iframely.com/docs/about)",
    "Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)",
    "Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots",
    // The sender's phone fetches the link to show a preview in a message.
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
  ])("%s", (userAgent) => {
    expect(uncountedReason(userAgent)).toBe("preview");
  });
});

describe("programs", () => {
  test.each([
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "AdsBot-Google (+http://www.google.com/adsbot.html)",
    "Mediapartners-Google",
    "Mozilla/5.0 (Linux; Android 7.0; SM-G930V) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/59.0 Mobile Safari/537.36 (compatible; Google-Read-Aloud; +https://developers.google.com)",
    "GoogleOther",
    "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) BingPreview/1.0b",
    "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)",
    "Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)",
    "Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)",
    "Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)",
    "Mozilla/5.0 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1)",
    "DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)",
    "facebookcatalog/1.0",
    "meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.0; +https://openai.com/gptbot)",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot",
    "Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
    "Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)",
    "CCBot/2.0 (https://commoncrawl.org/faq/)",
    "curl/8.4.0",
    "Wget/1.21.3",
    "python-requests/2.31.0",
    "Python/3.11 aiohttp/3.9.1",
    "axios/1.6.2",
    "node-fetch/1.0 (+https://github.com/bitinn/node-fetch)",
    "Go-http-client/2.0",
    "okhttp/4.9.3",
    "Java/17.0.9",
    "Ruby",
    "Apache-HttpClient/4.5.14 (Java/11.0.20)",
    `Mozilla/5.0 (X11; Linux x86_64) ${blink} HeadlessChrome/119.0.0.0 Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 11; moto g power) ${blink} Chrome/119.0 Mobile Safari/537.36 Chrome-Lighthouse`,
    "Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)",
    "Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)",
  ])("%s", (userAgent) => {
    expect(uncountedReason(userAgent)).toBe("bot");
  });

  test("a missing user agent is not a browser", () => {
    expect(uncountedReason("")).toBe("no_user_agent");
    expect(uncountedReason("  ")).toBe("no_user_agent");
  });

  test("an app that loads an ad's page before the tap prefetches", () => {
    expect(uncountedReason("Mozilla/5.0 (Linux; Android 12) thirdLandingPageFeInfra")).toBe("prefetch");
  });
});

describe("browsers of people that resemble programs", () => {
  test.each([
    // "Google/google" is the phone's maker and brand.
    `Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UD1A; wv) ${blink} Version/4.0 Chrome/119.0 Mobile Safari/537.36 Instagram 308.0.0.36.109 Android (34/14; 420dpi; 1080x2205; Google/google; Pixel 8; shiba; shiba; en_US)`,
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/440.0.0.31.105;FBDV/iPhone14,5]",
    `Mozilla/5.0 (Linux; Android 13; SM-S911B; wv) ${blink} Version/4.0 Chrome/118.0 Mobile Safari/537.36 musical_ly_2023105030 BytedanceWebview/d8a21c6`,
    "Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Snapchat/12.55.0.30 (like Safari/8616.1.27.111.22, panda)",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]/9.29.7373",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/13.16.0",
    `Mozilla/5.0 (Linux; Android 13; SM-G991N; wv) ${blink} Version/4.0 Chrome/118 Mobile Safari/537.36;KAKAOTALK 2410460`,
    `Mozilla/5.0 (Linux; Android 12) ${blink} Chrome/100 Mobile Safari/537.36 [Pinterest/Android]`,
    // Cubot makes phones.
    `Mozilla/5.0 (Linux; Android 9; CUBOT) ${blink} Chrome/81.0.4044.138 Mobile Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 9; CUBOT_X19) ${blink} Chrome/81.0.4044.138 Mobile Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 13; M2101K6G) ${blink} Chrome/99 Mobile DuckDuckGo/5 Safari/537.36`,
    "Mozilla/5.0 (iPhone; CPU iPhone OS 15_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 baiduboxapp/13.10.0.10",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/285.0.570543384 Mobile/15E148 Safari/604.1",
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/118.0 YaBrowser/23.11 Safari/537.36`,
    "Dalvik/2.1.0 (Linux; U; Android 13; SM-A536B Build/TP1A.220624.014)",
    "MyApp/1.2 (Android 13; Pixel 7) okhttp/4.9.3",
    "MyApp/3 CFNetwork/1404.0.5 Darwin/22.3.0",
  ])("%s", (userAgent) => {
    expect(uncountedReason(userAgent)).toBeNull();
  });
});

describe("prefetched pages", () => {
  test.each([
    ["purpose", "prefetch", true],
    ["sec-purpose", "prefetch;prerender", true],
    ["sec-purpose", "prefetch;anonymous-client-ip", true],
    ["x-purpose", "preview", true],
    ["x-moz", "prefetch", true],
    ["purpose", "navigate", false],
    ["accept", "prefetch", false],
  ])("%s: %s is %s", (name, value, expected) => {
    expect(isPrefetch((query) => (query === name ? value : null))).toBe(expected);
  });
});

describe("services that scan links", () => {
  test.each([
    ["url.uk.m.mimecastprotect.com", true],
    ["urlsand.com", true],
    ["eur01.safelinks.protection.outlook.com", true],
    ["emailprotection.link", true],
    ["notmimecastprotect.com", false],
    ["mail.google.com", false],
    ["", false],
  ])("%s is %s", (host, expected) => {
    expect(isScanner(host)).toBe(expected);
  });
});
