import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { movedScreens } from "./moved-screens";

const screens = join(import.meta.dirname, "(dashboard)/p/[project]");

/** The folder of an address below another one. Folders in parentheses are not part of the address. */
function folderOf(parts: readonly string[], folder = screens): boolean {
  const [part, ...rest] = parts;
  if (part === undefined && existsSync(join(folder, "page.tsx"))) return true;
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .some(({ name }) =>
      name.startsWith("(")
        ? folderOf(parts, join(folder, name))
        : part !== undefined &&
          (name === part || (part.startsWith(":") && name.startsWith("["))) &&
          folderOf(rest, join(folder, name)),
    );
}

test.each(movedScreens)("the former address %s leads to a screen: %s", (from, to) => {
  expect(folderOf(to.split("/"))).toBe(true);
  // A screen at the former address could not be opened any more.
  expect(folderOf(from.split("/"))).toBe(false);
  expect(to.split("/").filter((part) => part.startsWith(":"))).toEqual(
    from.split("/").filter((part) => part.startsWith(":")),
  );
});

test("no former address leads to another one", () => {
  const former = movedScreens.map(([from]) => from);
  expect(former).toEqual([...new Set(former)]);
  expect(movedScreens.filter(([, to]) => former.includes(to))).toEqual([]);
});
