import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { securityTests } from "@/bin/security-tests";

const root = join(import.meta.dirname, "..");
const text = readFileSync(join(root, "docs/security.md"), "utf8");

/** A file, with the titles between it and the next one. */
const proofs = [...text.matchAll(/`([^`]+\.(?:test|spec)\.ts)`((?:[^`|]*?"[^"]+")*)/g)].map(
  ([, file = "", titles = ""]) => ({
    file,
    titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => title.replace(/\s+/g, " ")),
  }),
);

test("every test named by a security guarantee exists, with its file and title", () => {
  expect(proofs.length).toBeGreaterThan(20);
  expect(proofs.flatMap(({ titles }) => titles).length).toBeGreaterThan(30);
  const missing = proofs.flatMap(({ file, titles }) => {
    if (!existsSync(join(root, file))) return [file];
    const source = readFileSync(join(root, file), "utf8");
    return titles.filter((title) => !source.includes(`"${title}"`)).map((title) => `${file}: ${title}`);
  });
  expect(missing).toEqual([]);
});

test("the page of security tests equals the output of `npm run docs:security`", () => {
  for (const [file, page] of Object.entries(securityTests(text)))
    expect(readFileSync(join(root, "docs", file), "utf8")).toBe(page);
});
