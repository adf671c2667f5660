import { describe, expect, test } from "vitest";
import { destination } from "./enter";

const origin = "https://cairn.example";

describe("the page after sign-in", () => {
  test.each([
    ["/p/1/settings?tab=keys#top", "/p/1/settings?tab=keys#top"],
    ["https://cairn.example/p/1", "/p/1"],
    ["/", "/"],
    [null, "/"],
    ["", "/"],
  ])("a path of this site is opened: %s", (from, to) => {
    expect(destination(from, origin)).toBe(to);
  });

  test.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "evil",
    "http://[",
    "/.//evil.example/x",
    "/..//evil.example/x",
    "/%2e//evil.example/x",
    "https://cairn.example//evil.example/x",
  ])("%s does not lead to another site", (from) => {
    expect(new URL(destination(from, origin), origin).origin).toBe(origin);
  });
});
