import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvLines } from "@/lib/base/text/csv";
import { decodeText, readLines, readTable } from "@/lib/platform/sheet";
import type { WorkSteps } from "@/lib/platform/steps";
import { guessColumns, guessNetwork, isKnownHeader } from "@/lib/spend/upload/fields";
import { guessDateForm, readDay, readPlatform } from "@/lib/spend/upload/values";

const bytes = (text: string) => new TextEncoder().encode(text);
/** Runs all steps, and counts them. */
function atOnce<T>(work: WorkSteps<T>): { value: T; steps: number } {
  for (let steps = 1; ; steps++) {
    const step = work.next();
    if (step.done) return { value: step.value, steps };
  }
}
const table = (text: string) => atOnce(readTable(text, isKnownHeader)).value;

describe("files of common programs can be read", () => {
  test("output of our own CSV writer is read back, with line numbers", () => {
    const cell = fc
      .string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r", "é", "1") })
      .map((text) => `x${text}`);
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
        (rows) => {
          const lines = atOnce(readLines(csvLines(rows), ",")).value;
          expect(lines.map((line) => line.cells)).toEqual(rows);
          let at = 1;
          const starts = rows.map((row) => {
            const start = at;
            at += 1 + [...row.join("").matchAll(/\n/g)].length;
            return start;
          });
          expect(lines.map((line) => line.line)).toEqual(starts);
        },
      ),
    );
  });

  test.each([
    ["UTF-8 with its mark", Buffer.from("\ufeffDay,Cost\n2026-06-01,1", "utf8")],
    ["UTF-16 as Google Ads writes it", Buffer.from("\ufeffDay\tCost\n2026-06-01\t1", "utf16le")],
    ["semicolons as spreadsheets of many countries write them", bytes("Day;Cost\n2026-06-01;1")],
    ["a declared separator", bytes("sep=;\nDay;Cost\n2026-06-01;1")],
    ["line ends of all kinds", bytes("Day,Cost\r\n\r\n2026-06-01,1\r")],
    [
      "a title above the headers",
      bytes('"Campaign report"\n"1 June - 7 June, 2026"\nDay,Cost\n2026-06-01,1'),
    ],
  ])("%s", (_, file) => {
    const { header, lines } = table(decodeText(file));
    expect(header.cells).toEqual(["Day", "Cost"]);
    expect(lines.map((line) => line.cells)).toEqual([["2026-06-01", "1"]]);
  });

  test("Windows encoding is not read as UTF-8", () => {
    expect(decodeText(Buffer.from([0x4d, 0xfc, 0x6e]))).toBe("Mün");
  });

  test.each([
    [Buffer.from("PK\u0003\u0004"), "This is an Excel workbook. Save it as CSV and upload the CSV file."],
    [Buffer.from([0x1f, 0x8b, 8]), "This file is compressed. Unpack it first."],
    [Buffer.from("a\u0000b"), "This is not a text file."],
    [bytes('Day,Cost\n"2026-06-01,1'), "The quotation mark opened in line 2 is not closed."],
    [bytes("Day,Cost\n"), "The file has no rows below the header line."],
    [bytes("hello\nworld"), "This file has only one column, so it has no header line."],
    [bytes(`Day${",x".repeat(400)}\n`), "Line 1 has more than 300 columns. Is this a CSV file?"],
    [
      bytes(`Day,Cost\n${"1,2\n".repeat(100_001)}`),
      "The file has more than 100,000 lines. Split it, for instance by month.",
    ],
    [
      bytes("\n".repeat(10 * 1024 * 1024)),
      "The file has more than 100,000 lines. Split it, for instance by month.",
    ],
    [
      bytes('"'.repeat(10 * 1024 * 1024)),
      "Line 1 has a cell of more than 10,000 characters. Is this a CSV file?",
    ],
    [
      bytes(`Day,Cost\n"${"x\n".repeat(6_000)}",1`),
      "Line 2 has a cell of more than 10,000 characters. Is this a CSV file?",
    ],
    [
      bytes("x".repeat(10 * 1024 * 1024)),
      "Line 1 has a cell of more than 10,000 characters. Is this a CSV file?",
    ],
    [bytes(`${",".repeat(299)}\n`.repeat(30_000)), "The file has more than 3,000,000 cells. Split it."],
  ])("an unreadable file is reported with a message (%#)", (file, text) => {
    expect(() => table(decodeText(file))).toThrow(text);
  });
});

describe("a large file does not block other work", () => {
  const max = 10 * 1024 * 1024;
  /** The maximum number of letters between two steps: one step, and the rest of one cell. */
  const ofTurn = 100_000 + 2 * 10_000 + 20;

  test.each([
    ["small cells", "1,2,3,4,5,6,7,8\n"],
    ["quoted ones", '"a ""b"" c","d\ne"\n'],
    ["nothing but separators", `${",".repeat(250)}x\n`],
    ["long ones", `${"x".repeat(9_000)},${"y".repeat(9_000)}\n`],
    ["quotes", `"${'""'.repeat(4_000)}",1\n`],
  ])("%s: reading a large file yields to other work in proportion to its length", (_, line) => {
    const repeated = Math.min(
      Math.floor(max / line.length),
      90_000,
      Math.floor(2_900_000 / line.split(",").length),
    );
    const text = line.repeat(repeated);
    const { value, steps } = atOnce(readLines(text, ","));
    expect(value).toHaveLength(repeated);
    expect(steps).toBeGreaterThanOrEqual(Math.floor(text.length / ofTurn));
  });

  test("an empty cell counts as work, too", () => {
    const { steps } = atOnce(readLines(`${",".repeat(250)}x\n`.repeat(10_000), ","));
    expect(steps).toBeGreaterThanOrEqual((10_000 * 250 * 20) / ofTurn);
  });
});

describe("columns and network are recognized by the headers of exports", () => {
  test.each([
    [
      "META",
      [
        "Reporting starts",
        "Reporting ends",
        "Campaign name",
        "Campaign ID",
        "Ad set name",
        "Ad Set ID",
        "Ad name",
        "Ad ID",
        "Impressions",
        "Amount spent (EUR)",
      ],
      {
        date: 0,
        date_end: 1,
        campaign_name: 2,
        campaign_id: 3,
        ad_set_name: 4,
        ad_set_id: 5,
        creative_name: 6,
        creative_id: 7,
        impressions: 8,
        amount: 9,
      },
    ],
    [
      "GOOGLE",
      [
        "Day",
        "Campaign",
        "Campaign ID",
        "Campaign type",
        "Ad group",
        "Ad group ID",
        "Currency code",
        "Impr.",
        "Cost",
      ],
      {
        date: 0,
        campaign_name: 1,
        campaign_id: 2,
        ad_set_name: 4,
        ad_set_id: 5,
        currency: 6,
        impressions: 7,
        amount: 8,
      },
    ],
    [
      "TIKTOK",
      [
        "By Day",
        "Campaign name",
        "Campaign ID",
        "Ad Group Name",
        "Ad Group ID",
        "Ad Name",
        "Ad ID",
        "Cost",
        "Currency",
      ],
      {
        date: 0,
        campaign_name: 1,
        campaign_id: 2,
        ad_set_name: 3,
        ad_set_id: 4,
        creative_name: 5,
        creative_id: 6,
        amount: 7,
        currency: 8,
      },
    ],
    [
      "APPLE_SEARCH_ADS",
      [
        "Date",
        "Campaign ID",
        "Campaign Name",
        "Ad Group ID",
        "Ad Group Name",
        "Keyword ID",
        "Keyword",
        "Taps",
        "Local Spend",
      ],
      {
        date: 0,
        campaign_id: 1,
        campaign_name: 2,
        ad_set_id: 3,
        ad_set_name: 4,
        keyword_id: 5,
        keyword_name: 6,
        clicks: 7,
        amount: 8,
      },
    ],
    [null, ["day", "display_id", "amount", "currency"], { date: 0, campaign: 1, amount: 2, currency: 3 }],
  ])("%s", (network, headers, columns) => {
    expect(guessColumns(headers)).toEqual(columns);
    expect(guessNetwork(headers)).toBe(network);
  });
});

describe("days", () => {
  test.each([
    ["2026-06-01", "mdy", "2026-06-01"],
    ["2026/6/1", "mdy", "2026-06-01"],
    ["20260601", "mdy", "2026-06-01"],
    ["2026-06-01 00:00:00", "mdy", "2026-06-01"],
    ["2026-06-01T00:00:00+02:00", "mdy", "2026-06-01"],
    ["06/01/2026", "mdy", "2026-06-01"],
    ["06/01/2026", "dmy", "2026-01-06"],
    ["1.6.26", "dmy", "2026-06-01"],
    ["Jun 1, 2026", "mdy", "2026-06-01"],
    ["Mon, Jun 1, 2026", "mdy", "2026-06-01"],
    ["1 June 2026", "mdy", "2026-06-01"],
    ["01-Jun-2026", "mdy", "2026-06-01"],
    ["31.06.2026", "dmy", null],
    ["2026-02-29", "ymd", null],
    ["June", "ymd", null],
    ["45444", "ymd", null],
    ["", "ymd", null],
  ] as const)("%j read %s is %s", (text, form, day) => {
    expect(readDay(text, form)).toBe(day);
  });

  test.each([
    [["2026-06-01", "2026-06-13"], "ymd"],
    [["01/06/2026", "13/06/2026"], "dmy"],
    [["06/01/2026", "06/13/2026"], "mdy"],
    [["01.06.2026"], "dmy"],
    [["01/06/2026", "02/06/2026"], null],
  ])("%j: the order of day and month is derived from impossible dates (%s)", (texts, form) => {
    expect(guessDateForm(texts)).toBe(form);
  });
});

test.each([
  ["iPhone", "IOS"],
  ["iOS app", "IOS"],
  ["android_smartphone", "ANDROID"],
  ["Android", "ANDROID"],
  ["All", ""],
  ["", ""],
  ["Desktop", null],
])("the platform %j is %j", (text, platform) => {
  expect(readPlatform(text)).toBe(platform);
});
