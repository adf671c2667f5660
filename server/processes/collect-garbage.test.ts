import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

/** In a process of its own, because other tests of this one make and drop objects, too. */
const program = `
import { collectGarbage } from ${JSON.stringify(join(import.meta.dirname, "collect-garbage.ts"))};
const used = () => process.memoryUsage().heapUsed;
const kept = Array.from({ length: 10_000 }, (_, i) => ({ i }));
const before = used();
let garbage = Array.from({ length: 1_000_000 }, (_, i) => ({ i }));
const full = used();
garbage = null;
collectGarbage();
console.log(JSON.stringify({ made: full - before, left: used() - before, kept: kept.length }));
`;

test("memory that nothing uses any more is free afterwards", () => {
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  const { made, left, kept } = JSON.parse(stdout);
  expect(made).toBeGreaterThan(20_000_000);
  expect(left).toBeLessThan(2_000_000);
  expect(kept).toBe(10_000);
});
