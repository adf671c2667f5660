/** Amounts and counts of an uploaded file, read in the file's number format. Pure. */
import {
  type CheckedAmount,
  type DecimalMark,
  decimalMarkOf,
  otherDecimalMark,
  readAmount,
  type ThreeDigitMeaning,
} from "@/lib/base/amounts";
import { t } from "@/lib/base/languages/texts";
import type { SheetLine } from "@/lib/platform/sheet";
import { roundClaim } from "@/lib/spend/claims/claim";

type Format = { decimalMark: DecimalMark; threeDigits?: ThreeDigitMeaning | null | undefined };

type Example = { line: number; text: string } | null;

/** The first amount that shows the file's format, and both readings of an amount such as `5,000`. */
export type NumberReading = { example: Example; readings: Record<ThreeDigitMeaning, number> | null };

/** The first amount that shows the decimal mark. */
export function markExample(
  lines: readonly SheetLine[],
  amountOf: (line: SheetLine) => string,
  mark: DecimalMark,
): Example {
  const line = lines.find((each) => decimalMarkOf(amountOf(each)) === mark);
  return line ? { line: line.line, text: amountOf(line).slice(0, 40) } : null;
}

const markNames: Record<DecimalMark, string> = { ".": "point", ",": "comma" };

/** An amount that only the other number format can read, next to one in the file's format. */
function twoNotations(text: string, currency: string, mark: DecimalMark, example: Example): string | null {
  const other = otherDecimalMark(mark);
  if (decimalMarkOf(text) !== other) return null;
  const read = readAmount(text, currency, other);
  if (!("amount" in read)) return null;
  const rest = t("Other amounts have a decimal {markName}", { markName: markNames[mark] });
  const such = example
    ? t(", such as {text} on line {line}", { text: example.text, line: example.line })
    : "";
  return `With a decimal ${markNames[other]} this is ${read.amount}. ${rest}${such}. Use one number format.`;
}

/** An amount in the file's number format, or by the uploader's choice for `5,000`. */
export function readAmountCell(
  text: string,
  code: string,
  { decimalMark, threeDigits, readings, example }: Format & NumberReading,
): CheckedAmount {
  const chosenMark = readings && threeDigits ? readings[threeDigits] : null;
  const resolve = (mark: DecimalMark) => {
    const read = readAmount(text, code, mark);
    return "amount" in read && read.amount === chosenMark;
  };
  const mark =
    chosenMark !== null && resolve(otherDecimalMark(decimalMark))
      ? otherDecimalMark(decimalMark)
      : decimalMark;
  const read = readAmount(text, code, mark);
  if (!("problem" in read)) return read;
  return { problem: twoNotations(text, code, decimalMark, example) ?? read.problem };
}

/** Exports write a dash for zero. Undefined if the text is not a count. */
export function readCount(text: string, mark: DecimalMark): number | null | undefined {
  if (text === "") return null;
  if (/^[-–—]+$/.test(text)) return 0;
  // In counts, three digits after a mark are thousands.
  if (/^\d{1,3}[.,]\d{3}$/.test(text)) return Number(text.replace(/\D/, ""));
  const grouped = new RegExp(`[\\s'’${mark === "." ? "," : "."}]`, "g");
  const plain = text.replace(grouped, "").replace(mark, ".");
  return /^\d{1,12}(\.\d+)?$/.test(plain) ? roundClaim(Number(plain)) : undefined;
}
