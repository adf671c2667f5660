import { expect, test } from "vitest";
import { randomBase62 } from "@/lib/base/ids";
import { evictFollower, isDuplicate, type RecentClick } from "@/lib/traffic/clicks/duplicates";

const someone = (over: Partial<RecentClick> = {}): RecentClick => ({
  campaignId: 1,
  platform: "ANDROID",
  advertisingId: null,
  addressKey: randomBase62(8),
  userAgent: "phone",
  rawQuery: "",
  ...over,
});

test("a device's second click counts ten seconds after the counted one, whatever came between", () => {
  const device = someone({ advertisingId: randomBase62(8) });
  const elsewhere = { ...device, addressKey: "other", userAgent: "other", rawQuery: "a=1" };
  expect([0, 4_000, 9_999, 10_000, 10_001].map((tick) => isDuplicate(elsewhere, tick))).toEqual([
    false,
    true,
    true,
    false,
    true,
  ]);
  expect(isDuplicate({ ...device, campaignId: 2 }, 10_002)).toBe(false);
  expect(isDuplicate({ ...device, platform: "IOS" }, 10_002)).toBe(false);
});

test("a similar click is a duplicate for two seconds: same address, browser, campaign and parameters", () => {
  const visitor = someone();
  expect([0, 1_999, 2_000].map((tick) => isDuplicate(visitor, tick))).toEqual([false, true, false]);
  for (const other of [{ rawQuery: "a=1" }, { userAgent: "tablet" }, { addressKey: "b" }, { campaignId: 2 }])
    expect(isDuplicate({ ...visitor, ...other }, 2_001)).toBe(false);
});

test("visitors without any distinguishing property are never duplicates", () => {
  const unnamed = someone({ addressKey: null });
  expect([0, 1].map((tick) => isDuplicate(unnamed, tick))).toEqual([false, false]);
});

test("a query that is too long is not stored, and does not distinguish visitors", () => {
  const visitor = someone({ rawQuery: "a".repeat(513) });
  expect([0, 1].map((tick) => isDuplicate(visitor, tick))).toEqual([false, false]);
});

test("a click that could not be stored does not make the next one a duplicate", () => {
  const visitor = someone();
  isDuplicate(visitor, 0);
  evictFollower(visitor);
  expect(isDuplicate(visitor, 1)).toBe(false);
});
