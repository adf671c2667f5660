import { expect, test } from "vitest";
import { withProject } from "./recent-projects";

test("the last opened project is first, each is listed once, and the oldest are dropped", () => {
  expect(withProject([], "1")).toEqual(["1"]);
  expect(withProject(["2", "1"], "1")).toEqual(["1", "2"]);
  const many = Array.from({ length: 8 }, (_, n) => String(n + 1));
  expect(withProject(many, "9")).toEqual(["9", ...many.slice(0, 7)]);
});
