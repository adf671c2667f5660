import { GppModel, RangeEntry } from "@iabgpp/cmpapi";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readGppString, readUsPrivacy } from "@/lib/facts/consent/iab/gpp";
import { allowsVendor, answersOfTcString, readTcString } from "@/lib/facts/consent/iab/tcf";
import { aGppString, aTcString } from "@/testing/networks/consent-strings";

const sections =
  "usnat usca usva usco usut usct usfl usmt usor ustx usde usia usne usnh usnj ustn usmn usmd usin usky usri".split(
    " ",
  );

const gppOf = (section: string, fields: Record<string, unknown>) =>
  aGppString({ [section]: { SaleOptOut: 0, ...fields } });

test("purposes, vendors and times of any TC string are those that were written", () => {
  const purposes = fc.uniqueArray(fc.integer({ min: 1, max: 24 }));
  const vendors = fc.uniqueArray(fc.integer({ min: 1, max: 2_000 }), { maxLength: 60 });
  fc.assert(
    fc.property(purposes, vendors, vendors, fc.boolean(), (consents, some, interests, skips) => {
      const text = aTcString({
        purposes: consents,
        vendors: some,
        PurposeLegitimateInterests: Array.from({ length: 24 }, () => true),
        VendorLegitimateInterests: [...interests],
        PurposeOneTreatment: skips,
      });
      const read = readTcString(text)!;
      expect([...read.purposes].sort()).toEqual([...consents].sort());
      const highest = Math.max(0, ...some);
      const found = Array.from({ length: highest + 2 }, (_, n) => n).filter((n) => read.vendors.has(n));
      expect(found).toEqual([...some].sort((a, b) => a - b));
      expect(read.skipsFirstPurpose).toBe(skips);
      expect(Math.abs(Date.now() - read.updatedAt.getTime())).toBeLessThan(2 * 86_400_000);
    }),
    { numRuns: 60 },
  );
});

test.each<[number[], boolean, ReturnType<typeof answersOfTcString>]>([
  [[1, 3, 4, 7], false, { ad_storage: true, ad_user_data: true, ad_personalization: true }],
  [[1, 7], false, { ad_storage: true, ad_user_data: true, ad_personalization: false }],
  [[1, 3, 7], false, { ad_storage: true, ad_user_data: true, ad_personalization: false }],
  [[1, 3, 4], false, { ad_storage: true, ad_user_data: false, ad_personalization: true }],
  [[7], false, { ad_storage: false, ad_user_data: false, ad_personalization: false }],
  [[7], true, { ad_storage: null, ad_user_data: true, ad_personalization: false }],
  [[], false, { ad_storage: false, ad_user_data: false, ad_personalization: false }],
])("consent to the purposes %j, first one not asked: %s", (consents, skips, expected) => {
  const text = aTcString({ purposes: consents, PurposeOneTreatment: skips });
  expect(answersOfTcString(readTcString(text)!)).toEqual(expected);
});

test("a vendor needs consent, and no prohibition of the publisher to store data or measure ads", () => {
  const allows = (restrictions: unknown[], vendor = 755) =>
    allowsVendor(
      readTcString(aTcString({ vendors: [10, 755], PublisherRestrictions: restrictions }))!,
      vendor,
    );
  const restricted = (key: number, type: number, id: number) => [new RangeEntry(key, type, [id])];
  expect(allows([])).toBe(true);
  expect(allows([], 804)).toBe(false);
  expect(allows(restricted(7, 0, 755))).toBe(false);
  expect(allows(restricted(1, 0, 755))).toBe(false);
  // Another vendor, another purpose, and a restriction that requires consent, which the user gave.
  expect(allows(restricted(7, 0, 10))).toBe(true);
  expect(allows(restricted(2, 0, 755))).toBe(true);
  expect(allows(restricted(7, 1, 755))).toBe(true);
});

test.each<[string]>([
  [""],
  ["hello world"],
  ["CPXx"],
  // Version 1 of the framework.
  ["BOEFEAyOEFEAyAHABDENAI4AAAB9vABAASA"],
  [`${"C".repeat(5_000)}`],
])("%j is not a TC string", (text) => {
  expect(readTcString(text)).toBeNull();
});

test("a TC string cut anywhere in its core is not accepted, or has fewer vendors", () => {
  const text = aTcString({ purposes: [1, 7], vendors: [5, 755] });
  const [core = ""] = text.split(".");
  expect(readTcString(core)).not.toBeNull();
  for (let length = 0; length < 39; length += 1) expect(readTcString(core.slice(0, length))).toBeNull();
});

test("random text is read without an error", () => {
  const characters = fc.constantFrom(..."ABCDEFabcdef0189-_~.");
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 300 }), (letters) => {
      const text = letters.join("");
      for (const start of ["", "C", "DBAB"]) {
        readTcString(start + text);
        readGppString(start + text);
      }
    }),
  );
});

/** The length of a field that is a list, 0 for a number. */
const lengthOf = (section: string, field: string) => {
  const model = new GppModel();
  model.setFieldValue(section, "SaleOptOut", 0);
  const value = model.hasField(section, field) ? model.getFieldValue(section, field) : null;
  return Array.isArray(value) ? value.length : value === null ? null : 0;
};

describe.each(sections.map((section) => [section] as const))("the section %s", (section) => {
  const read = (fields: Record<string, unknown>) => {
    const { us_opt_out, is_child } = readGppString(gppOf(section, fields))!;
    return { us_opt_out, is_child };
  };
  const optOuts = ["SaleOptOut", "SharingOptOut", "TargetedAdvertisingOptOut"].filter(
    (field) => lengthOf(section, field) !== null,
  );

  test("has at least two opt-outs", () => {
    expect(optOuts.length).toBeGreaterThanOrEqual(2);
  });

  test("is an opt-out if one of its choices is, and none if nothing applies", () => {
    expect(read({})).toEqual({ us_opt_out: null, is_child: null });
    for (const field of optOuts) {
      expect(read({ [field]: 2 })).toEqual({ us_opt_out: false, is_child: null });
      const others = Object.fromEntries(optOuts.map((other) => [other, other === field ? 1 : 2]));
      expect(read(others)).toEqual({ us_opt_out: true, is_child: null });
    }
  });

  const lists = (field: string, value: number) => {
    const length = lengthOf(section, field);
    if (length === null) return [];
    if (length === 0) return [value];
    return Array.from({ length }, (_, n) => Array.from({ length }, (_, other) => (other === n ? value : 0)));
  };

  test("is an opt-out if sensitive data may not be processed", () => {
    // These sections have consents to sensitive data in a segment of their own.
    if (["usin", "usky", "usri", "usmd"].includes(section)) return;
    const each = lists("SensitiveDataProcessing", 1);
    expect(each.length).toBeGreaterThan(0);
    for (const value of each) expect(read({ SensitiveDataProcessing: value }).us_opt_out).toBe(true);
  });

  test("is a child if nobody consented for a child, and an opt-out if somebody did", () => {
    const each = lists("KnownChildSensitiveDataConsents", 1);
    expect(each.length > 0).toBe(section !== "usmd");
    for (const value of each)
      expect(read({ KnownChildSensitiveDataConsents: value })).toEqual({ us_opt_out: null, is_child: true });
    for (const value of lists("KnownChildSensitiveDataConsents", 2))
      expect(read({ KnownChildSensitiveDataConsents: value })).toEqual({ us_opt_out: true, is_child: null });
  });

  test("is an opt-out with the browser's Global Privacy Control", () => {
    if (lengthOf(section, "Gpc") === null) return;
    expect(read({ SaleOptOut: 2, Gpc: true, GpcSegmentIncluded: true }).us_opt_out).toBe(true);
    expect(read({ SaleOptOut: 2, Gpc: false, GpcSegmentIncluded: true }).us_opt_out).toBe(false);
  });
});

test("version 1 of the national section is read by its own layout", () => {
  expect(readGppString(gppOf("usnat", { Version: 1, TargetedAdvertisingOptOut: 1 }))).toMatchObject({
    us_opt_out: true,
  });
  const child = { Version: 1, SaleOptOut: 2, KnownChildSensitiveDataConsents: [0, 1, 0] };
  expect(readGppString(gppOf("usnat", child))).toMatchObject({ us_opt_out: false, is_child: true });
});

test("a string with several sections has the strictest choice, and its TC string", () => {
  const read = readGppString(
    aGppString({
      tcfeuv2: { PurposeConsents: Array.from({ length: 24 }, (_, n) => n === 0 || n === 6) },
      uspv1: { OptOutSale: "N" },
      usca: { SaleOptOut: 1 },
      usva: { SaleOptOut: 2 },
    }),
  )!;
  expect(read.us_opt_out).toBe(true);
  expect(answersOfTcString(readTcString(read.tc_string!)!)).toMatchObject({ ad_user_data: true });
});

test.each<[string, boolean | null]>([
  // The examples of the specification.
  ["DBABTA~1YNN", false],
  ["DBABTA~1YYN", true],
  ["DBABTA~1---", null],
  ["DBACNY~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA~1YNN", false],
  ["DBAA", null],
])("the opt-out of %s is %s", (text, expected) => {
  expect(readGppString(text)?.us_opt_out).toBe(expected);
});

test.each<[string]>([
  [""],
  ["DBABTA"],
  ["DBABTA~1YNN~1YNN"],
  ["DBABTA~2YNN"],
  ["CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA"],
  ["DBACNY~hello~1YNN"],
  ["DBABLA~B"],
  // A version of the national section without a known layout.
  ["DBABLA~DAAAAAAAAAA"],
])("%j is not a GPP string", (text) => {
  expect(readGppString(text)).toBeNull();
});

test.each<[string, boolean | null | undefined]>([
  ["1YNN", false],
  ["1YYN", true],
  ["1yyn", true],
  ["1---", null],
  ["2YYN", undefined],
  ["1YY", undefined],
])("the opt-out of the US Privacy string %s is %s", (text, expected) => {
  expect(readUsPrivacy(text)?.us_opt_out).toBe(expected);
});

test("a string with hundreds of ranges over all vendors is read without listing them", () => {
  const bitsOfNumber = (value: number, count: number) => value.toString(2).padStart(count, "0");
  const none = `${bitsOfNumber(0, 16)}0`;
  const start = `${bitsOfNumber(2, 6)}${"0".repeat(36 + 36 + 30 + 44 + 24 + 24 + 1 + 12)}${none}${none}`;
  const everyone = `${bitsOfNumber(1, 6)}00${bitsOfNumber(1, 12)}1${bitsOfNumber(1, 16)}${bitsOfNumber(65_535, 16)}`;
  const bits = `${start}${bitsOfNumber(400, 12)}${everyone.repeat(400)}`;
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const text = (bits.match(/.{1,6}/g) ?? [])
    .map((six) => alphabet[Number.parseInt(six.padEnd(6, "0"), 2)])
    .join("");
  expect(text.length).toBeLessThan(4_096);
  const read = readTcString(text)!;
  expect(read.forbidden).toHaveLength(400);
  expect(read.forbidden.every(({ vendors }) => vendors.has(65_535) && !vendors.has(0))).toBe(true);
});

test("a short string that claims every vendor is refused at its end", () => {
  const claim = `${(2).toString(2).padStart(6, "0")}${"0".repeat(36 + 36 + 30 + 44 + 24 + 24 + 1 + 12)}${"1".repeat(16)}0`;
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const text = (claim.match(/.{1,6}/g) ?? [])
    .map((six) => alphabet[Number.parseInt(six.padEnd(6, "0"), 2)])
    .join("");
  expect(text.length).toBeLessThan(50);
  expect(readTcString(text)).toBeNull();
});
