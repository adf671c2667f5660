import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { auditActionLabel } from "./audit-labels";

const root = join(import.meta.dirname, "../../../..");

test("every recorded action has a label", () => {
  const sources = globSync("lib/**/*queries.ts", { cwd: root }).map((file) =>
    readFileSync(join(root, file), "utf8"),
  );
  const actions = sources.flatMap((source) =>
    [...source.matchAll(/(?:action: |toOwnAccounts\(\w+, )(.*)/g)].flatMap(([, rest = ""]) =>
      [...rest.split(/, (?:target|detail|project):?/)[0]!.matchAll(/"([a-z-]+\.[a-z-]+)"/g)].map(
        ([, action = ""]) => action,
      ),
    ),
  );
  expect(actions.length).toBeGreaterThan(40);
  expect(actions.filter((action) => auditActionLabel(action) === action)).toEqual([]);
});

test("an action without a label is shown by its name", () => {
  expect(auditActionLabel("server-key.rotate")).toBe("Server key rotated");
  expect(auditActionLabel("moon.land")).toBe("moon.land");
});
