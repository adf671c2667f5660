import fc from "fast-check";
import { expect, test } from "vitest";
import { readNames, writeNames } from "@/lib/base/text/name-list";

test.each([
  ["", []],
  ["hike,add_to_cart", ["hike", "add_to_cart"]],
  [" hike , add_to_cart,,hike", ["hike", "add_to_cart"]],
  ['hike,"a, b"', ["hike", "a, b"]],
  ['" lead","say ""hi""",last', [" lead", 'say "hi"', "last"]],
  [' "a,b" , c', ["a,b", "c"]],
  ['"open,never', ['"open', "never"]],
  ['"a"b,c', ['"a"b', "c"]],
  ['""', []],
])("%j is %j", (text, names) => {
  expect(readNames(text)).toEqual(names);
});

test("every written name is read back", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1 })), (names) => {
      expect(readNames(writeNames(names))).toEqual(names);
    }),
  );
});
