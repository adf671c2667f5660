import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const colors = (file: string) =>
  new Map(
    [
      ...readFileSync(join(import.meta.dirname, file), "utf8").matchAll(
        /^ {2}(--[\w-]+): (light-dark\(.+\));$/gm,
      ),
    ].map(([, name, value]) => [name!, value!]),
  );

test("the reference has the colours of the dashboard", () => {
  const dashboard = colors("../../app/globals.css");
  const reference = colors("browser/reference.css");
  expect(reference.size).toBeGreaterThan(15);
  for (const [name, value] of reference) expect([name, value]).toEqual([name, dashboard.get(name)]);
});
