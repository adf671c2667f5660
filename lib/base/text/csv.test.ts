import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLines } from "@/lib/base/text/csv";

test.each([
  ["=1+1", `"'=1+1"`],
  ["+1", `"'+1"`],
  ["-1", `"'-1"`],
  ["@SUM(A1)", `"'@SUM(A1)"`],
  ["＝1＋1", `"'＝1＋1"`],
  ["＋1", `"'＋1"`],
  ["－1", `"'－1"`],
  ["＠SUM(A1)", `"'＠SUM(A1)"`],
  ["\tx", `"'\tx"`],
  ["\rx", `"'\rx"`],
  ["\t=1", `"'\t'=1"`],
  ["\u0000=x", `"'=x"`],
  ["a\u0000b", '"ab"'],
  ["x;=1+1", `"x;'=1+1"`],
  ["x;＝1+1", `"x;'＝1+1"`],
  ["x\t=1+1", `"x\t'=1+1"`],
  ["x\n=1+1", `"x\n'=1+1"`],
  ['x;"=1+1"', `"x;'""=1+1"""`],
  ['"=1+1"', `"'""=1+1"""`],
  [";;=1", `";;'=1"`],
  [" =1", `"' =1"`],
  ["\u00a0=1", `"'\u00a0=1"`],
  ["\u200b+1", `"'\u200b+1"`],
  ["\ufeff-1", `"'\ufeff-1"`],
  [' \u2060"@SUM(A1)', `"' \u2060""@SUM(A1)"`],
  ["\v=1", `"'\v=1"`],
  [" \u3000＝1", `"' \u3000＝1"`],
  [" plain", '" plain"'],
  ["Spring, -20%", '"Spring, -20%"'],
  ["a-b=c", '"a-b=c"'],
  ['say "hi"', '"say ""hi"""'],
  ["a,b", '"a,b"'],
  ["a\nb", '"a\nb"'],
  ["plain", '"plain"'],
  ["", '""'],
])("the text %j is written as %j", (text, written) => {
  expect(csvLines([[text]])).toBe(`${written}\r\n`);
});

test("numbers, times and empty values are written unchanged", () => {
  expect(csvLines([[-5, true, null, new Date(0)]])).toBe("-5,true,,1970-01-01T00:00:00.000Z\r\n");
});

/** Parses by RFC 4180 alone, without the writer's code. */
function read(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const quoted = text[at] === '"';
    let cell = "";
    if (quoted) {
      for (at++; text[at] !== '"' || text[at + 1] === '"'; at++) {
        cell += text[at];
        if (text[at] === '"') at++;
      }
      at++;
    } else {
      const end = /[,\r]/.exec(text.slice(at))!.index;
      cell = text.slice(at, at + end);
      at += end;
    }
    row.push(cell);
    if (text[at] === ",") at++;
    else {
      at += 2;
      rows.push(row);
      row = [];
    }
  }
  return rows;
}

const cell = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom(..."=+-@＝＋,;|\"\r\n\t'a", " ", "\u00a0", "\u200b", "\ufeff") }),
);
const table = fc
  .integer({ min: 1, max: 4 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }));

test("any text is read back, except the apostrophes that prevent formulas", () => {
  const plain = (text: string) => text.replaceAll("\u0000", "").replaceAll("'", "");
  fc.assert(
    fc.property(table, (rows) => {
      expect(read(csvLines(rows)).map((row) => row.map(plain))).toEqual(rows.map((row) => row.map(plain)));
    }),
  );
});

/** The worst possible reader: it splits at its own separator inside quotes, too, and removes the quotes. */
const torn = (text: string, separator: string) =>
  text
    .split(/[\r\n]/)
    .flatMap((line) => line.split(separator))
    .map((piece) => piece.replace(/^"+/, ""));

test.each([",", ";", "\t", "|"])("no cell begins like a formula if %j separates cells", (separator) => {
  fc.assert(
    fc.property(table, (rows) => {
      const lines = csvLines(rows.map((row) => [1, ...row]));
      for (const piece of torn(lines, separator)) expect(piece).not.toMatch(/^[=+\-@＝＋－＠]/);
    }),
  );
});

test("no cell of a correct reader begins with a formula", () => {
  fc.assert(
    fc.property(table, (rows) => {
      for (const one of read(csvLines(rows)).flat())
        expect(one).not.toMatch(/^([\s\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u);
    }),
  );
});
