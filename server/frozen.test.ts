import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { App } from "@/testing/app";
import { DatabaseProxy } from "@/testing/database-proxy";
import { type AProject, aProject, decideEverything, withoutLimits } from "@/testing/factories";

/** A failover behind a balancer: open connections remain silent, new ones work. */
const folder = mkdtempSync(join(tmpdir(), "cairn-frozen-"));
const way = new DatabaseProxy(join(folder, "way"));
let app: AProject;
let server: App;

beforeAll(async () => {
  await way.begin();
  app = await aProject();
  await withoutLimits(app);
  server = await App.start({ dataDir: folder, env: { DATABASE_SOCKET: way.folder } });
});
afterAll(async () => {
  await server.kill();
  way.end();
  rmSync(folder, { recursive: true, force: true });
});

const init = (id: string) =>
  server.call("POST /api/client/init", { body: { token: app.token, install_instance_id: id } });

test("a process whose connections all become silent recovers by itself, and what it accepted meanwhile is stored once", async () => {
  const answered = new Set<string>();
  for (let i = 0; i < 20; i++) if ((await init(`before-${i}`)).status === 202) answered.add(`before-${i}`);
  way.freeze();
  const during = await Promise.all(
    Array.from({ length: 30 }, async (_, i) => ({
      id: `during-${i}`,
      status: (await init(`during-${i}`)).status,
    })),
  );
  for (const { id, status } of during) {
    expect([202, 503]).toContain(status);
    if (status === 202) answered.add(id);
  }
  await expect.poll(async () => (await init("after")).status, { interval: 200 }).toBe(202);
  answered.add("after");
  for (let i = 0; i < 40; i++) {
    expect((await init(`after-${i}`)).status).toBe(202);
    answered.add(`after-${i}`);
  }
  await decideEverything(app);
  const stored = await sql<{ id: string; n: number }[]>`
    select install_instance_id as id, count(*)::int as n from installs where project_id = ${app.project.id} group by 1`;
  for (const { n } of stored) expect(n).toBe(1);
  const ids = new Set(stored.map(({ id }) => id));
  expect([...answered].filter((id) => !ids.has(id))).toEqual([]);
  expect(await findDifferences(app.project.id, app.project.timeZone)).toEqual([]);
  way.freeze();
  void init("last").catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await server.stop()).toMatchObject({ code: 0 });
});
