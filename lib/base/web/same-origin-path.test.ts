import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sameOriginPath } from "@/lib/base/web/same-origin-path";

const origin = "https://cairn.example";

test.each([
  ["/p/1/settings?tab=keys#top", "/p/1/settings?tab=keys#top"],
  ["https://cairn.example/p/1", "/p/1"],
  ["/p//1", "/p//1"],
  ["/?from=//evil.example", "/?from=//evil.example"],
  ["/%zz", "/%zz"],
  ["page", "/page"],
])("%s is a page of this site", (input, path) => {
  expect(sameOriginPath(input, origin)).toBe(path);
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "/\t/evil.example",
  "/.//evil.example/x",
  "/..//evil.example/x",
  "/./\\evil.example",
  "/%2e//evil.example",
  "/%2e%2E//evil.example",
  "/a/..//evil.example",
  "/%2f/evil.example",
  "/%2F%2Fevil.example",
  "/%5cevil.example",
  "/%5Cevil.example/%zz",
  "https://cairn.example//evil.example/x",
  "https://cairn.example/.//evil.example",
  "https://cairn.example:444/",
  "http://cairn.example/",
  "javascript:alert(1)",
  "data:text/html,x",
  "http://[",
])("%s is not", (input) => {
  expect(sameOriginPath(input, origin)).toBeNull();
});

const pieces = ["/", "\\", ".", "..", "%2e", "%2F", "%5c", "%", "\t", "\n", " ", "//", ":", "@", "?", "#"];
const input = fc
  .array(
    fc.oneof(
      fc.constantFrom(...pieces, origin, "https:", "javascript:", "evil.example", "cairn.example", "a"),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

describe("for any input", () => {
  test("the path stays on our origin when a browser resolves it once or twice", () => {
    fc.assert(
      fc.property(input, (text) => {
        const path = sameOriginPath(text, origin) ?? "/";
        const url = new URL(path, `${origin}/sign-in`);
        expect(url.origin).toBe(origin);
        expect(new URL(url.pathname + url.search + url.hash, origin).origin).toBe(origin);
      }),
      { numRuns: 5_000 },
    );
  });

  test("it also stays there for a program that decodes the path first", () => {
    fc.assert(
      fc.property(input, (text) => {
        const path = (sameOriginPath(text, origin) ?? "/").replace(/[?#].*$/s, "");
        const plain = path.replaceAll(/%2f/gi, "/").replaceAll(/%5c/gi, "\\").replaceAll(/%2e/gi, ".");
        expect(plain).not.toMatch(/^[/\\]{2}/);
      }),
      { numRuns: 5_000 },
    );
  });
});
