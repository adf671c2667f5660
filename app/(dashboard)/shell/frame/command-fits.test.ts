import { expect, test } from "vitest";
import { fits, foundByServer } from "./command-fits";

test("a screen is found by its name before it is found by what it is about", () => {
  const privacy = ["Privacy", "Settings", "Export or erase a person: retention periods"];
  expect(fits("", "priv", privacy)).toBe(1);
  expect(fits("", "settings priv", privacy)).toBe(1);
  expect(fits("", "vacy", privacy)).toBe(0.5);
  expect(fits("", "retention", privacy)).toBe(0.2);
  expect(fits("", "retention domains", privacy)).toBe(0);
});

test("what the server found stays, whatever is typed on", () => {
  for (const text of ["w", "wren@", "wren@exam"]) expect(fits("", text, [foundByServer])).toBe(1);
});
