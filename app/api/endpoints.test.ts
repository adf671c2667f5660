import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { endpoints } from "@/app/api/endpoints";

test("every endpoint without a session is in app/api/endpoints.ts, at the path of its folder", () => {
  const onDisk = globSync("api/**/route.ts", { cwd: join(import.meta.dirname, "..") })
    .filter((path) => !/^api\/(dashboard|auth|\[)/.test(path))
    .map((path) => `/${path.slice(0, -"/route.ts".length).replace(/\[([a-z_]+)\]/g, ":$1")}`);
  expect(endpoints.map((endpoint) => endpoint.path).sort()).toEqual(onDisk.sort());
});
