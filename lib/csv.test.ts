import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLines } from "@/lib/csv";

test.each([
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\tx", "'\tx"],
  ["\rx", `"'\rx"`],
  ["\u0000=x", "'=x"],
  ["a\u0000b", "ab"],
  ['say "hi"', '"say ""hi"""'],
  ["a,b", '"a,b"'],
  ["a\nb", '"a\nb"'],
  ["plain", "plain"],
  ["", ""],
])("the text %j is written as %j", (text, written) => {
  expect(csvLines([[text]])).toBe(`${written}\r\n`);
});

test("numbers, times and nothing are written as they are", () => {
  expect(csvLines([[-5, true, null, new Date(0)]])).toBe("-5,true,,1970-01-01T00:00:00.000Z\r\n");
});

/** A reader that knows RFC 4180 and nothing of how the lines were written. */
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

test("any texts are read back, no cell begins like a formula", () => {
  const cell = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom(..."=+-@,\"\r\n\t'a") }),
  );
  const table = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }));
  fc.assert(
    fc.property(table, (rows) => {
      const found = read(csvLines(rows));
      expect(found.map((row) => row.map((one) => one.replace(/^'/, "")))).toEqual(
        rows.map((row) => row.map((one) => one.replace(/^'/, "").replaceAll("\u0000", ""))),
      );
      for (const one of found.flat()) expect(one).not.toMatch(/^[=+\-@\t\r\n]/);
    }),
  );
});
