import { expect, test } from "vitest";
import { newLocationOf } from "./moved-from";

const to = "https://new.example";
const moved = { id: 7, name: "Shop", moved_to: to, moved_number: null };
const emptySet = new Set<number>();

test("every page of a migrated project links to its new server, except the page that ends the project here", () => {
  for (const path of ["/p/7", "/p/7/report", "/p/7/settings/links"])
    expect(newLocationOf(path, moved, emptySet)).toEqual({ name: "Shop", to, there: to, page: "use" });
  expect(newLocationOf("/p/7/settings/archive", moved, emptySet)).toBeNull();
  expect(newLocationOf("/account/profile", moved, emptySet)).toBeNull();
  expect(newLocationOf("/p/7", { ...moved, moved_to: null }, emptySet)).toBeNull();
});

test("figures from before a migration stay readable; pages with code for the old address do not", () => {
  expect(newLocationOf("/p/7/report", moved, new Set([7]))).toBeNull();
  expect(newLocationOf("/p/7/report", moved, new Set([8]))).not.toBeNull();
  expect(newLocationOf("/p/7/developers", moved, new Set([7]))?.page).toBe("integrate");
});

test("if the project's new ID is known, each page links to the same page there", () => {
  const known = { ...moved, moved_number: 2_000_009 };
  const there = (path: string) => newLocationOf(path, known, emptySet)?.there;
  expect(there("/p/7")).toBe(`${to}/p/2000009`);
  expect(there("/p/7/report")).toBe(`${to}/p/2000009/report`);
  expect(there("/p/7/installs/7")).toBe(`${to}/p/2000009/installs/7`);
  expect(there("/p/7/developers")).toBe(`${to}/p/2000009/developers`);
});
