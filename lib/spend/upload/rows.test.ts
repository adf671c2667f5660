import fc from "fast-check";
import { expect, test } from "vitest";
import { type DecimalMark, decimalMarks } from "@/lib/base/amounts";
import type { SheetLine } from "@/lib/platform/sheet";
import { runInSteps } from "@/lib/platform/steps";
import { readRows, type UploadChoices } from "@/lib/spend/upload/rows";

const styles: Record<DecimalMark, string> = { ".": "en-US", ",": "de-DE" };

const header = { line: 1, cells: ["Day", "Campaign", "Cost", "Impressions"] };
const defaults: UploadChoices = {
  columns: { date: 0, campaign_name: 1, amount: 2, impressions: 3 },
  network: null,
  currency: "EUR",
  dateForm: "ymd",
  decimalMark: ".",
  threeDigits: null,
  today: "2026-07-01",
  accepted: new Set(),
};

const readWith = (choices: Partial<UploadChoices>, lines: SheetLine[]) =>
  runInSteps(readRows({ separator: ";", header, lines }, { ...defaults, ...choices }, () => null));

test.each(decimalMarks)(
  "a count with a separator before three digits is in thousands (%s)",
  async (decimalMark) => {
    const line = (impressions: string) => ({ line: 2, cells: ["2026-06-01", "One", "1", impressions] });
    const { lines } = await readWith({ decimalMark }, [line("12,345"), line("12.345")]);
    expect(lines.map(({ claims }) => claims.impressions)).toEqual([12_345, 12_345]);
  },
);

test("amounts in a second number format are listed by line, and none is misread", async () => {
  const amounts = fc.array(
    fc.record({ cents: fc.integer({ min: 1, max: 1e9 }), mark: fc.constantFrom(...decimalMarks) }),
    { minLength: 1, maxLength: 20 },
  );
  const choices = fc.constantFrom(...decimalMarks);
  await fc.assert(
    fc.asyncProperty(amounts, choices, async (cells, decimalMark) => {
      const lines = cells.map(({ cents, mark }, at) => ({
        line: at + 2,
        cells: [
          "2026-06-01",
          `campaign ${at}`,
          new Intl.NumberFormat(styles[mark], { minimumFractionDigits: 2 }).format(cents / 100),
        ],
      }));
      const reading = await readWith({ decimalMark }, lines);
      const others = lines.filter((_, at) => cells[at]!.mark !== decimalMark);
      expect(reading.problems.map(({ line }) => line)).toEqual(others.map(({ line }) => line));
      for (const { text } of reading.problems) expect(text).toContain("Use one number format.");
      for (const { line, original } of reading.lines) expect(original).toBe(cells[line - 2]!.cents);
      expect(reading.lines.length + others.length).toBe(cells.length);
    }),
  );
});
