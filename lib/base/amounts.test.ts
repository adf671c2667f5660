import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimalMarkOf, readAmount, readExchangeRate, readingsOfAmount } from "@/lib/base/amounts";

const nbsp = "\u00a0";
const narrow = "\u202f";

describe("an amount is read as it was meant", () => {
  test.each([
    ["12", "USD", 12],
    ["12.5", "USD", 12.5],
    ["12,50", "EUR", 12.5],
    ["0.05", "USD", 0.05],
    [".5", "USD", 0.5],
    [",5", "EUR", 0.5],
    ["0,125", "EUR", 0.125],
    ["1,500", "USD", 1500],
    ["1,500", "INR", 1500],
    ["1,500.00", "USD", 1500],
    ["1.500,00", "EUR", 1500],
    ["1.500.000", "EUR", 1_500_000],
    ["1,500,000", "USD", 1_500_000],
    ["1500,250", "EUR", 1500.25],
    ["1 500", "EUR", 1500],
    ["1 500,00", "EUR", 1500],
    [`1${nbsp}500,00${nbsp}€`, "EUR", 1500],
    [`1${narrow}500,5`, "EUR", 1500.5],
    ["1'500", "CHF", 1500],
    ["1’500.50", "CHF", 1500.5],
    ["CHF 1'500.–", "CHF", 1500],
    ["₹1,50,000", "INR", 150_000],
    ["₹ 1,23,45,678.90", "INR", 12_345_678.9],
    ["Rs. 1,500", "INR", 1500],
    ["$1,234.5", "USD", 1234.5],
    ["US$3.20", "USD", 3.2],
    ["A$5", "AUD", 5],
    ["$5", "CAD", 5],
    ["R$ 1.234,50", "BRL", 1234.5],
    ["USD 3.20", "USD", 3.2],
    ["3.20 usd", "USD", 3.2],
    ["100 kr", "SEK", 100],
    ["1e3", "USD", 1000],
    ["1.2E+03", "USD", 1200],
    ["1,2E+03", "EUR", 1200],
    ["1.500e0", "USD", 1.5],
    ["١٬٥٠٠٫٥٠", "AED", 1500.5],
    ["۱۲۳", "IRR", 123],
    ["१,५०,०००", "INR", 150_000],
    ["１２．５", "JPY", 12.5],
    ["\u200e1,500.00\u200f", "USD", 1500],
    ["+3", "USD", 3],
    ["'12.50", "USD", 12.5],
  ])("%j in %s is %s", (text, currency, amount) => {
    expect(readAmount(text, currency)).toEqual({ amount });
  });

  test.each([
    ["1.500", "USD", "This could be 1,500 or 1.5. Write 1500 or 1.5."],
    ["12.345", "EUR", "This could be 12,345 or 12.345. Write 12345 or 12.345."],
    ["1,500", "KWD", "This could be 1,500 or 1.5. Write 1500 or 1.5."],
    ["-3", "USD", "The amount must not be negative."],
    ["−3", "USD", "The amount must not be negative."],
    ["3-", "USD", "The amount must not be negative."],
    ["-$3", "USD", "The amount must not be negative."],
    ["(12.50)", "USD", "The amount must not be negative."],
    ["($12.50)", "USD", "The amount must not be negative."],
    ["€5", "USD", "This says €, but the currency is USD."],
    ["5 EUR", "USD", "This says EUR, but the currency is USD."],
    ["US$5", "CAD", "This says US$, but the currency is CAD."],
    ["1e12", "USD", null],
    ["1.1e12", "USD", "This amount is too large."],
    ["1e99", "USD", "This amount is too large."],
    ["1e400", "USD", "Enter an amount, such as 12.50."],
    ["1,50.000,0", "USD", "Enter an amount, such as 12.50."],
    ["1,5,0", "USD", "Enter an amount, such as 12.50."],
    ["1.2.3", "USD", "Enter an amount, such as 12.50."],
    ["1,500.00.0", "USD", "Enter an amount, such as 12.50."],
    ["12 34", "USD", "Enter an amount, such as 12.50."],
    ["1 500'000", "USD", "Enter an amount, such as 12.50."],
    ["--3", "USD", "Enter an amount, such as 12.50."],
    ["(-3)", "USD", "Enter an amount, such as 12.50."],
    ["12%", "USD", "Enter an amount, such as 12.50."],
    ["ten", "USD", "Enter an amount, such as 12.50."],
    ["1²", "USD", "Enter an amount, such as 12.50."],
    ["$ 5 USD", "USD", "Enter an amount, such as 12.50."],
    [",", "USD", "Enter an amount, such as 12.50."],
    ["0x10", "USD", "Enter an amount, such as 12.50."],
    ["Infinity", "USD", "Enter an amount, such as 12.50."],
  ])("%j in %s is rejected with a message, never guessed: %s", (text, currency, problem) => {
    expect(readAmount(text, currency)).toEqual(problem === null ? { amount: 1e12 } : { problem });
  });

  test.each([
    ["", "blank"],
    [`${nbsp} `, "blank"],
    ["--", "dash"],
    ["–", "dash"],
    ["-", "dash"],
    ["n/a", "dash"],
    ["NULL", "dash"],
  ] as const)("%j is not an amount, and not zero (%s)", (text, empty) => {
    expect(readAmount(text, "USD")).toEqual({ empty });
  });
});

describe("with a known decimal mark the other mark only separates groups", () => {
  test.each([
    ["1,234.56", ".", 1234.56],
    ["1,234", ".", 1234],
    ["1.234", ".", 1.234],
    ["1.234", ",", 1234],
    ["1.234,56", ",", 1234.56],
    ["€ 1 234,50", ",", 1234.5],
    ["1'234.50", ".", 1234.5],
    ["12,5", ".", null],
    ["12.5", ",", null],
    ["1.234,5", ".", null],
  ] as const)("%j with %j is %s", (text, mark, amount) => {
    const read = readAmount(text, "EUR", mark);
    expect(read).toEqual(amount === null ? { problem: "Enter an amount, such as 12.50." } : { amount });
  });

  test.each([
    ["1,234.50", "."],
    ["1.234,50", ","],
    ["12,5", ","],
    ["1,50,000", "."],
    ["1.234.567", ","],
    ["0.123456", "."],
    ["0,125", ","],
    ["12", null],
    ["", null],
    ["--", null],
    ["$3", null],
    ["1,234", null],
    ["₹ 5,000", null],
    ["1.234", null],
  ] as const)("%j shows the decimal mark %j", (text, mark) => {
    expect(decimalMarkOf(text)).toBe(mark);
  });
});

describe("one separator before exactly three digits", () => {
  const separators = fc.constantFrom(".", ",");
  const around = fc.constantFrom(["", ""], ["₹ ", ""], ["", " EUR"], ["Rs. ", ""]);

  test("has two readings, a thousandfold apart, whatever surrounds it", () => {
    const three = fc.integer({ min: 0, max: 999 }).map((rest) => String(rest).padStart(3, "0"));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), three, separators, around, (head, rest, mark, [a, b]) => {
        const thousands = Number(`${head}${rest}`);
        expect(readingsOfAmount(`${a}${head}${mark}${rest}${b}`)).toEqual({
          thousands,
          decimals: Number(`${head}.${rest}`),
        });
      }),
    );
  });

  test("every other notation of an amount of cents has one reading", () => {
    const styles = fc.constantFrom("en-US", "de-DE", "de-CH", "en-IN", "fr-FR");
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e10 }), styles, around, (cents, style, [a, b]) => {
        const text = new Intl.NumberFormat(style, { minimumFractionDigits: 2 }).format(cents / 100);
        expect(readingsOfAmount(`${a}${text}${b}`)).toBeNull();
        expect(readAmount(text, "EUR", decimalMarkOf(text) ?? ".")).toEqual({ amount: cents / 100 });
      }),
    );
  });
});

describe("a rate may have any number of decimals", () => {
  test.each([
    ["0.92", 0.92],
    ["0,92", 0.92],
    ["1.275", 1.275],
    ["1,2755", 1.2755],
    ["15,432.10", 15_432.1],
    ["15 432,10", 15_432.1],
    ["0,125", 0.125],
    ["1e-4", 0.0001],
    ["٠٫٩٢", 0.92],
  ])("%j is %s", (text, amount) => {
    expect(readExchangeRate(text)).toEqual({ amount });
  });

  test.each([
    ["1,275", "This could be 1,275 or 1.275. Write 1275 or 1.275."],
    ["0", "The rate must be above zero."],
    ["-1", "The rate must be above zero."],
    ["€0.92", "Enter a number."],
    ["1.2.3", "Enter a number."],
    ["one", "Enter a number."],
  ])("%j is rejected: %s", (text, problem) => {
    expect(readExchangeRate(text)).toEqual({ problem });
  });
});
