import { createReadStream } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { writeAtomically } from "@/db/atomic-file";
import { backUp, restore } from "@/db/backup/backup";
import type { Project } from "@/lib/accounts/access/project";
import { exportProject } from "@/lib/moving/export";
import { importProject } from "@/lib/moving/import";
import { assignCell, lastCell } from "@/lib/moving/numbers";
import { aProject } from "@/testing/factories";
import { type Instance, instances } from "@/testing/instances";

let all: Awaited<ReturnType<typeof instances>>;
beforeAll(async () => {
  all = await instances();
});
afterAll(() => all.end());

async function move(project: Project, from: Instance, to: Instance) {
  const file = join(all.folder, `${project.slug}.gz`);
  const silent = () => {};
  await all.at(from, () =>
    writeAtomically(file, (out) =>
      exportProject(project, out, { now: new Date(), passphrase: null, progress: silent }),
    ),
  );
  return all.at(to, () =>
    importProject(createReadStream(file), {
      account: "Moved",
      appUrl: "https://new.example/",
      passphrase: () => Promise.reject(new Error("there is none")),
      consent: async () => {},
      progress: silent,
    }),
  );
}

const made = async () => (await aProject()).project;

test("cells with their own numbers never use one that an imported project brings", async () => {
  const [second, third] = [await all.instance("a key"), await all.instance("a key")];
  await all.at(second, async () =>
    expect(await assignCell("2")).toEqual({
      cell: 2,
      first_number: 2_000_001,
      last_number: 3_000_000,
      next_number: 2_000_001,
    }),
  );
  const project = await all.at(second, made);
  expect(project.id).toBe(2_000_001);
  const before = await all.at(third, async () => {
    await assignCell("3");
    return made();
  });
  const moved = await move(project, second, third);
  expect(moved).toMatchObject({
    project_id: project.id,
    command_there: `project moved --project ${project.id} --to https://new.example --number ${project.id}`,
  });
  // Numbers from the other instance do not affect its own ones, higher or lower.
  expect((await all.at(third, made)).id).toBe(before.id + 1);
  const back = await move(before, third, second);
  expect(back.project_id).toBe(before.id);
  expect((await all.at(second, made)).id).toBe(project.id + 1);
});

test("if its ID exists the project gets one of the new cell, and the old cell accepts it back", async () => {
  const [old, cell] = [await all.instance("a key"), await all.instance("a key")];
  const project = await all.at(old, made);
  const taken = await all.at(cell, async () => {
    await sql`select setval(pg_get_serial_sequence('projects', 'id'), ${project.id}, false)`;
    const { id } = await made();
    await assignCell("4");
    return id;
  });
  expect(taken).toBe(project.id);
  expect(await move(project, old, cell)).toMatchObject({
    project_id: 4_000_001,
    changed: expect.arrayContaining([`project ${project.id} → 4000001`]),
    command_there: `project moved --project ${project.id} --to https://new.example --number 4000001`,
  });
});

test("numbers given again continue after the earlier ones; a restored database gets the same", async () => {
  const instance = await all.instance("a key");
  const file = join(all.folder, "backup.gz");
  await all.at(instance, async () => {
    await assignCell("1");
    const first = await made();
    await sql`delete from project_tokens where project_id = ${first.id}`;
    expect(await assignCell("1")).toMatchObject({ next_number: first.id + 1 });
    await made();
    await backUp(file, new Date());
  });
  const restored = await all.instance("a key");
  await all.at(restored, async () => {
    await restore(file);
    expect((await made()).id).toBe(1_000_003);
    await sql`select setval(pg_get_serial_sequence('projects', 'id'), 2000000)`;
    await expect(assignCell("1")).rejects.toThrow("Cell 1 has no free project numbers");
  });
});

test("an invalid cell is rejected", async () => {
  for (const text of ["", "x", "-1", "1.5", String(lastCell + 1)])
    await expect(assignCell(text)).rejects.toThrow(`--cell must be a number from 0 to ${lastCell}.`);
});
