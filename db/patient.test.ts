import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

test("a statement without a time limit uses no pooled connection, which are closed after 18 silent seconds", () => {
  const files = ["lib", "db", "server", "bin", "bench"].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
      .map((name) => join(room, name))
      .filter((name) => /(?<!\.test)\.ts$/.test(name)),
  );
  const lifted = files.flatMap((name) => {
    const text = readFileSync(join(root, name), "utf8");
    return [...text.matchAll(/statement_timeout(?:\s*=\s*|', ')0/g)].map(({ index }) => {
      const opened = [...text.slice(0, index).matchAll(/(\w+)\s*\.\s*(?:begin|reserve)\(/g)].at(-1);
      return { name, client: opened?.[1] };
    });
  });
  expect(lifted.length).toBeGreaterThan(5);
  expect(lifted.filter(({ client }) => client === "sql")).toEqual([]);
});
