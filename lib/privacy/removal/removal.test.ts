import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { commandLine } from "@/lib/accounts/audit/actor";
import { deleteRows } from "@/lib/privacy/removal/queries";
import { removedTables, removeProjects } from "@/lib/privacy/removal/remove";
import { deleteProject, listDeleted, restoreProject } from "@/lib/projects/deletion/delete";
import { separateDatabase } from "@/testing/database";
import { type AProject, aProject } from "@/testing/factories";
import { filledTables as filled, fullProject, tablesOfProjects } from "@/testing/full-project";

const folder = mkdtempSync(join(tmpdir(), "cairn-removal-"));
let database: Awaited<ReturnType<typeof separateDatabase>>;
beforeAll(async () => {
  database = await separateDatabase(folder);
  await sql`select make_month_partitions('2026-01-01', '2026-03-01')`;
});
afterAll(async () => {
  await database.end();
  rmSync(folder, { recursive: true, force: true });
});

const day = 86_400_000;
const now = new Date("2026-06-15T12:00:00Z");
const later = (days: number) => () => new Date(now.getTime() + days * day);

const remove = ({ project }: AProject) => deleteProject(project, project.name, commandLine, now);
const exists = async (id: number) => (await sql`select id from projects where id = ${id}`).length > 0;

test("the removal covers every table with rows of projects", async () => {
  expect(await tablesOfProjects()).toEqual([...removedTables, "project_removals"].sort());
});

test("after the restore period, no table contains rows of the project, and other projects keep all rows", async () => {
  const [app, neighbour] = [await fullProject(), await fullProject()];
  await remove(app);
  const before = await filled(neighbour.project.id);
  expect(before).toEqual([...removedTables].sort());
  await removeProjects(60_000, later(6.9));
  expect(await filled(app.project.id)).toEqual([...removedTables, "project_removals"].sort());
  expect(await removeProjects(60_000, later(7))).toMatchObject({ projects: 1, left: false });
  expect(await filled(app.project.id)).toEqual([]);
  expect(await exists(app.project.id)).toBe(false);
  expect(await filled(neighbour.project.id)).toEqual(before);
  const log =
    await sql`select action, target, detail, project_id from audit_log where account_id = ${app.accountId}`;
  expect(log).toEqual([
    {
      action: "project.erase",
      target: app.project.name,
      detail: expect.objectContaining({ project_id: app.project.id, rows: expect.any(Number) }),
      project_id: null,
    },
  ]);
});

test("a removal continues where the last round ended, and shows its progress", async () => {
  const app = await fullProject();
  await remove(app);
  let rounds = 0;
  let last = -1;
  while (await exists(app.project.id)) {
    rounds += 1;
    await removeProjects(0, later(8));
    const [shown] = (await listDeleted(app.accountId)).projects;
    if (!shown) break;
    expect(shown.removal?.done).toBeGreaterThanOrEqual(last);
    last = shown.removal?.done ?? 0;
  }
  expect(rounds).toBeGreaterThan(removedTables.length);
  expect(last).toBe(1);
});

test("rows of many months, and more than one round's, are deleted, too", async () => {
  const app = await aProject();
  await sql`
    insert into ledger (project_id, day, campaign_id, measure, count)
    select ${app.project.id}, '2026-01-01', 0, 'clicks', 1 from generate_series(1, 25)`;
  expect(await deleteRows("ledger", app.project.id, 10)).toBe(10);
  await remove(app);
  await removeProjects(60_000, later(8));
  expect(await filled(app.project.id)).toEqual([]);
});

test("until then a project is restored completely, and after the removal began it is not", async () => {
  const app = await fullProject();
  const before = await filled(app.project.id);
  await remove(app);
  expect((await listDeleted(app.accountId)).projects).toMatchObject([{ id: app.project.id, removal: null }]);
  await restoreProject(app.accountId, app.project.id, commandLine);
  await removeProjects(60_000, later(30));
  expect(await filled(app.project.id)).toEqual(before);
  await remove(app);
  await removeProjects(0, later(8));
  await expect(restoreProject(app.accountId, app.project.id, commandLine)).rejects.toMatchObject({
    status: 409,
  });
});
