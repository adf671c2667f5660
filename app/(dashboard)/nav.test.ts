import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { accountNav, type NavEntry, otherPages, projectNav, trail } from "./nav";

const folder = import.meta.dirname;
const all = (entries: readonly NavEntry[]): NavEntry[] =>
  entries.flatMap((entry) => [entry, ...all(entry.children ?? [])]);
const groups = [...projectNav(7), accountNav, { entries: otherPages }];

test("every entry of the menus leads to a page that exists", () => {
  const missing = all(groups.flatMap((group) => group.entries))
    .map((entry) => entry.href.replace("/p/7", "/p/[project]"))
    .filter((path) => ![folder, join(folder, "..")].some((root) => existsSync(join(root, path, "page.tsx"))));
  expect(missing).toEqual([]);
});

test("breadcrumbs follow the menus down to the deepest entry", () => {
  const labels = (path: string) => trail(groups, path).map((entry) => entry.label);
  expect(labels("/p/7")).toEqual(["Overview"]);
  expect(labels("/p/7/settings/domains")).toEqual(["Settings", "Domains"]);
  expect(labels("/account/members")).toEqual(["Members"]);
  expect(labels("/elsewhere")).toEqual([]);
});
