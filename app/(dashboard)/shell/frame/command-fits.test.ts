import { expect, test } from "vitest";
import { foundByServerKeyword, rankCommand } from "./command-fits";

test("a screen is found by its name before its keywords", () => {
  const privacy = ["Privacy", "Settings", "Export or erase a person: retention periods"];
  expect(rankCommand("", "priv", privacy)).toBe(1);
  expect(rankCommand("", "settings priv", privacy)).toBe(1);
  expect(rankCommand("", "vacy", privacy)).toBe(0.5);
  expect(rankCommand("", "retention", privacy)).toBe(0.2);
  expect(rankCommand("", "retention domains", privacy)).toBe(0);
});

test("results found by the server stay while the user types on", () => {
  for (const text of ["w", "wren@", "wren@exam"])
    expect(rankCommand("", text, [foundByServerKeyword])).toBe(1);
});
