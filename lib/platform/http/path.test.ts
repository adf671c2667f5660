import { expect, test } from "vitest";
import { endpoint } from "@/lib/platform/http/endpoint";
import { pathMatcher } from "@/lib/platform/http/path";
import { Router } from "@/lib/platform/http/router";

test.each([
  ["/api/v1/campaigns/:display_id", "/api/v1/campaigns/spring", { display_id: "spring" }],
  ["/api/v1/campaigns/:display_id", "/api/v1/campaigns/spring/", { display_id: "spring" }],
  ["/api/v1/campaigns/:display_id", "/api/v1/campaigns/a%2Fb", { display_id: "a/b" }],
  ["/api/v1/campaigns/:display_id", "/api/v1/campaigns/__proto__", { display_id: "__proto__" }],
  ["/a/:b/c/:d", "/a/1/c/2", { b: "1", d: "2" }],
  ["/a/:b/export.csv", "/a/1/export.csv", { b: "1" }],
])("%s reads %s", (path, sent, params) => {
  expect({ ...pathMatcher(path)(sent) }).toEqual(params);
});

test.each([
  ["/api/v1/campaigns/:display_id", "/api/v1/campaigns/"],
  ["/api/v1/campaigns/:display_id", "/api/v1/campaigns/a/b"],
  ["/api/v1/campaigns/:display_id", "/api/v1/Campaigns/a"],
  ["/api/v1/campaigns/:display_id", "//api/v1/campaigns/a"],
  ["/a/:b/export.csv", "/a/1/exportxcsv"],
])("%s does not read %s", (path, sent) => {
  expect(pathMatcher(path)(sent)).toBeNull();
});

test("a path that cannot be decoded is rejected without a server error", () => {
  expect(() => pathMatcher("/a/:b")("/a/%E0%A4")).toThrow("The path is not valid.");
});

test("a literal segment precedes a parameter in the same place, in any order of definition", () => {
  const paths = ["/a/:b", "/a/new", "/a/:b/c", "/a/new/c", "/a/:b/:c"];
  for (const given of [paths, paths.toReversed()]) {
    const router = new Router(given.map((path) => endpoint(path, {}).GET.endpoint));
    const found = (path: string) => router.find(path)?.endpoint.path;
    expect(["/a/1", "/a/new", "/a/1/c", "/a/new/c", "/a/new/d", "/a"].map(found)).toEqual([
      "/a/:b",
      "/a/new",
      "/a/:b/c",
      "/a/new/c",
      "/a/:b/:c",
      undefined,
    ]);
  }
});
