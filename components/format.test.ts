import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dayAndTime, formatsFor, localesOf, numberText, setFormats, weekDayText } from "@/components/format";

const plain = (text: string) => text.replace(/\s/g, " ");
const written = (language: string, currency: string, value: number) =>
  plain(formatsFor(language).numberFormat({ style: "currency", currency }).format(value));
const dayIn = (language: string) =>
  formatsFor(language)
    .dateFormat({ day: "numeric", month: "short", year: "numeric", timeZone: "UTC" })
    .format(new Date("2026-06-03T00:00:00Z"));

test("rupees are grouped in lakhs in every English; other amounts follow the reader's locale", () => {
  for (const language of ["en-IN", "en-US", "en-GB"])
    expect(written(language, "INR", 1_234_567.5)).toBe("₹12,34,567.50");
  expect(written("en-IN", "USD", 1_234_567.5)).toBe("$12,34,567.50");
  expect(written("en-US", "USD", 1_234_567.5)).toBe("$1,234,567.50");
  expect(written("de-DE", "EUR", 1_234_567.5)).toBe("1.234.567,50 €");
  expect(formatsFor("en-IN").numberFormat().format(123_456)).toBe("1,23,456");
});

test("dates have English words in the order of the reader's English, the day first for other languages", () => {
  expect(dayIn("en-GB")).toBe("3 Jun 2026");
  expect(dayIn("en-US")).toBe("Jun 3, 2026");
  expect(dayIn("de-DE")).toBe("3 Jun 2026");
  expect(dayIn("ja-JP")).toBe("3 Jun 2026");
});

test("a time in a list has its day and time of day, and the year only if it is another one", () => {
  const at = new Date("2026-06-03T23:05:00Z");
  const text = (now: string, zone: string) => plain(dayAndTime(at, new Date(now), zone));
  expect(text("2026-11-27T10:00:00Z", "UTC")).toMatch(/^3 June?, 23:05$/);
  expect(text("2026-11-27T10:00:00Z", "Asia/Kolkata")).toMatch(/^4 June?, 04:35$/);
  expect(text("2027-01-01T10:00:00Z", "UTC")).toMatch(/^3 June? 2026, 23:05$/);
});

test("weekdays are written in full", () => {
  expect([1, 6, 7].map(weekDayText)).toEqual(["Monday", "Saturday", "Sunday"]);
});

test("a chosen format applies to everything from then on, including existing formatters", () => {
  const text = () => numberText(1_234_567);
  expect(text()).toBe("1,234,567");
  setFormats({ locale: "de-DE" });
  expect(text()).toBe("1.234.567");
  setFormats({ locale: null });
  expect(text()).toBe("1,234,567");
});

test("digits are always Latin; an invalid locale breaks nothing", () => {
  expect(formatsFor("ar-EG").numberFormat().format(123)).toBe("123");
  expect(localesOf("not a language")).toEqual({ numbers: "en-GB", dates: "en-GB" });
  expect(localesOf("en-nonsense-x").dates).toBe("en-GB");
});

/** Files with formats for machines, or lists of names, which do not depend on the reader. */
const notForReaders = [
  "app/(dashboard)/campaigns/schedule/wall-time.ts",
  "components/fields/time-zone-select.tsx",
  "components/fields/currency-select.tsx",
];

test("no other file of the screens formats numbers or dates", () => {
  const files = ["app/(dashboard)", "app/(auth)", "components"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  const own = files.filter(
    (file) =>
      /(?<!\.test)\.tsx?$/.test(file) &&
      file !== "components/format.ts" &&
      !notForReaders.includes(file) &&
      /\.toLocale(Date|Time)?String\(|Intl\.(NumberFormat|DateTimeFormat)\(/.test(readFileSync(file, "utf8")),
  );
  expect(own).toEqual([]);
});
