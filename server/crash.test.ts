import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { App } from "@/testing/app";
import { separateDatabase } from "@/testing/database";
import { type AProject, aProject } from "@/testing/factories";

const folder = mkdtempSync(join(tmpdir(), "cairn-crash-"));
let database: Awaited<ReturnType<typeof separateDatabase>>;
let project: AProject;
let app: App;

beforeAll(async () => {
  database = await separateDatabase(folder);
  project = await aProject();
  app = await App.start({ dataDir: join(folder, "data"), tasks: ["attribute"] });
});
afterAll(async () => {
  await app?.kill();
  await database.end();
  rmSync(folder, { recursive: true, force: true });
});

const undecided = () =>
  sql<
    { n: number }[]
  >`select count(*)::int as n from undecided where project_id = ${project.project.id}`.then(
    ([row]) => row!.n,
    () => Number.POSITIVE_INFINITY,
  );

test("a backend killed while installs are decided ends all connections; decisions continue once Postgres is back", async () => {
  const { id } = project.project;
  const many = 20_000;
  await sql`
    with made as (
      insert into installs (project_id, id, install_instance_id, kind, platform, installed_at, state)
      select ${id}, gen_random_uuid(), 'p' || n, 'INSTALL', 'ANDROID', now() - interval '1 hour', 'PENDING'
      from generate_series(1, ${many}::int) n returning project_id, id)
    insert into undecided (project_id, install_id) select ${id}, id from made`;
  await expect.poll(undecided, { interval: 5 }).toBeLessThan(many);
  const [lease] = await sql<{ task: string }[]>`
    select task from task_leases where task = ${`attribute ${id}`} and lease_until > now()`;
  expect(lease).toBeDefined();
  const [backend] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  process.kill(backend!.pid, "SIGKILL");
  let left = Number.POSITIVE_INFINITY;
  await expect
    .poll(
      async () => {
        left = await undecided();
        return left;
      },
      { interval: 50 },
    )
    .toBeLessThan(many);
  await expect.poll(undecided, { interval: 20 }).toBeLessThan(left);
  await expect.poll(undecided).toBe(0);
});
