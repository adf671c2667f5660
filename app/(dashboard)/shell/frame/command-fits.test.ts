import { expect, test } from "vitest";
import { fits, foundByServer } from "./command-fits";

test("a screen is found by its name before its keywords", () => {
  const privacy = ["Privacy", "Settings", "Export or erase a person: retention periods"];
  expect(fits("", "priv", privacy)).toBe(1);
  expect(fits("", "settings priv", privacy)).toBe(1);
  expect(fits("", "vacy", privacy)).toBe(0.5);
  expect(fits("", "retention", privacy)).toBe(0.2);
  expect(fits("", "retention domains", privacy)).toBe(0);
});

test("results found by the server stay while the user types on", () => {
  for (const text of ["w", "wren@", "wren@exam"]) expect(fits("", text, [foundByServer])).toBe(1);
});
