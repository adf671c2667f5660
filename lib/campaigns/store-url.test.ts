import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readStoreUrl } from "@/lib/campaigns/store-url";

const page = "45812c9b-c296-43d3-c6a0-c5a02f74bf6e";
const ios = (appId: string, pageId: string | null = null) => ({
  platform: "IOS",
  appId,
  pageId,
  url: `https://apps.apple.com/app/id${appId}${pageId ? `?ppid=${pageId}` : ""}`,
});
const android = (appId: string, pageId: string | null = null) => ({
  platform: "ANDROID",
  appId,
  pageId,
  url: `https://play.google.com/store/apps/details?id=${appId}${pageId ? `&listing=${pageId}` : ""}`,
});

describe("App Store", () => {
  test.each([
    ["https://apps.apple.com/us/app/wander-walks/id1234567890", ios("1234567890")],
    ["https://apps.apple.com/app/id1234567890", ios("1234567890")],
    ["https://apps.apple.com/app/wander/id1234567890/", ios("1234567890")],
    ["https://apps.apple.com/de/app/id1234567890?l=en&mt=8", ios("1234567890")],
    ["https://apps.apple.com/jp/app/%E6%97%A5%E6%9C%AC/id1234567890?uo=4", ios("1234567890")],
    ["https://apps.apple.com/us/app/wander/id1234567890?pt=118&ct=mail&at=11l&mt=8", ios("1234567890")],
    [`https://apps.apple.com/us/app/wander/id1234567890?ppid=${page}&ct=x`, ios("1234567890", page)],
    ["https://itunes.apple.com/us/app/wander/id1234567890?mt=8", ios("1234567890")],
    ["https://geo.itunes.apple.com/app/id1234567890", ios("1234567890")],
    ["https://itunes.apple.com/WebObjects/MZStore.woa/wa/viewSoftware?id=1234567890&mt=8", ios("1234567890")],
    ["itms-apps://itunes.apple.com/app/id1234567890", ios("1234567890")],
    ["itms-apps://apps.apple.com/us/app/id1234567890?action=write-review", ios("1234567890")],
    ["itms-appss://apps.apple.com/app/id1234567890", ios("1234567890")],
    ["itms-apps:itunes.apple.com/app/id1234567890", ios("1234567890")],
    ["http://apps.apple.com/app/id1", ios("1")],
    ["apps.apple.com/us/app/wander/id1234567890", ios("1234567890")],
    ["  https://APPS.apple.com/app/id1234567890  ", ios("1234567890")],
  ])("%s", (text, expected) => {
    expect(readStoreUrl(text)).toEqual(expected);
  });

  test.each([
    "https://apps.apple.com/us/developer/example-inc/id284417353",
    "https://apps.apple.com/us/app/wander",
    "https://apps.apple.com/",
    "https://apps.apple.com/us/app/idx",
    "https://apps.apple.com/us/story/id1479834010",
  ])("%s is a page, but not of an app", (text) => {
    expect(readStoreUrl(text)).toEqual({
      problem: "This isn't an app's page: the URL has no /id… number.",
    });
  });

  test("a ppid that is not valid is rejected", () => {
    expect(readStoreUrl("https://apps.apple.com/app/id1?ppid=a%20b")).toEqual({
      problem: "The ppid in this URL isn't the ID of a custom product page.",
    });
  });
});

describe("Google Play", () => {
  test.each([
    ["https://play.google.com/store/apps/details?id=com.example.wander", android("com.example.wander")],
    [
      "https://play.google.com/store/apps/details?id=com.example.wander&hl=de&gl=DE",
      android("com.example.wander"),
    ],
    ["https://play.google.com/store/apps/details/?id=com.example.wander", android("com.example.wander")],
    [
      "https://play.google.com/store/apps/details/Wander?id=com.example.wander",
      android("com.example.wander"),
    ],
    [
      "https://play.google.com/store/apps/details?id=com.example.wander&referrer=utm_source%3Dx%26utm_medium%3Dy",
      android("com.example.wander"),
    ],
    [
      "https://play.google.com/store/apps/details?id=com.example.wander&listing=summer-sale",
      android("com.example.wander", "summer-sale"),
    ],
    ["market://details?id=com.example.wander", android("com.example.wander")],
    ["market://details?id=com.example.wander&listing=summer", android("com.example.wander", "summer")],
    ["market:details?id=com.example.wander", android("com.example.wander")],
    ["http://market.android.com/details?id=com.example.wander", android("com.example.wander")],
    ["play.google.com/store/apps/details?id=com.example.Wander_2", android("com.example.Wander_2")],
    [
      "https://play.app.goo.gl/?link=https%3A%2F%2Fplay.google.com%2Fstore%2Fapps%2Fdetails%3Fid%3Dcom.example.wander",
      android("com.example.wander"),
    ],
  ])("%s", (text, expected) => {
    expect(readStoreUrl(text)).toEqual(expected);
  });

  test.each([
    "https://play.google.com/store/apps/dev?id=5700313618786177705",
    "https://play.google.com/store/apps/details",
    "market://search?q=wander",
    "https://play.google.com/",
  ])("%s is a page, but not of an app", (text) => {
    expect(readStoreUrl(text)).toEqual({
      problem: "This is not the Google Play page of an app: the URL has no details?id=…",
    });
  });

  test.each([
    "wander",
    "com..wander",
    "1com.example",
    "com.example.",
    "com.example.wander'--",
    "com.1example",
  ])("%s is not a package", (id) => {
    expect(readStoreUrl(`https://play.google.com/store/apps/details?id=${encodeURIComponent(id)}`)).toEqual({
      problem: "The id in this URL isn't an Android package name.",
    });
  });

  test("a listing that is not valid is rejected", () => {
    expect(
      readStoreUrl("https://play.google.com/store/apps/details?id=com.example.wander&listing=a%26b"),
    ).toEqual({
      problem: "The listing in this URL isn't the name of a custom store listing.",
    });
  });
});

test.each([
  "",
  "wander",
  "https://example.com/app/id1",
  "https://apps.apple.com.evil.example/app/id1",
  "https://evil.example/?https://apps.apple.com/app/id1",
  "javascript:alert(1)",
  "data:text/html,x",
  "https://",
  "ftp://apps.apple.com/app/id1",
  "https://apps.apple.com/app/id1 https://x",
])("%j is not a store URL", (text) => {
  expect(readStoreUrl(text)).toEqual({
    problem: expect.stringMatching(/^Paste the URL of an App Store page/),
  });
});

test("a short URL is rejected with what to do", () => {
  expect(readStoreUrl("https://apple.co/3abc")).toEqual({
    problem: expect.stringContaining("Open it in a browser"),
  });
});

test("reading never fails, and its result can be read again", () => {
  const text = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.string().map((s) => `https://play.google.com/store/apps/details?id=${s}`),
    fc.string().map((s) => `https://apps.apple.com/${s}`),
  );
  fc.assert(
    fc.property(text, (pasted) => {
      const got = readStoreUrl(pasted);
      if (!("problem" in got)) expect(readStoreUrl(got.url)).toEqual(got);
    }),
  );
});
