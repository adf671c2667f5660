import { expect, test, vi } from "vitest";
import { sql } from "@/db";
import { ClaimLost, dueRowJob, nextTry, RunProblem, type RunTools } from "@/lib/platform/jobs/due-rows";
import { type AProject, aProject } from "@/testing/factories";

const hourMs = 3_600_000;
const at = new Date("2026-06-01T10:00:00Z");
const clock = () => at;
const next = new Date(at.getTime() + hourMs);

/** A scheduled row, with a storage that no run uses. */
async function aRow(app: AProject, title = "row", dueAt = new Date(at.getTime() - 1_000)): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into file_exports (project_id, title, datasets, format, is_personal, cadence, hour, storage, place, is_on,
      next_at, created_by)
    values (${app.project.id}, ${title}, '{campaigns}', 'csv', false, 'hourly', 3, 'folder', '{}', true, ${dueAt}, 'test')
    returning id`;
  return row!.id;
}

const stored = async (app: AProject, id: number) => {
  const [row] = await sql<
    { next_at: Date | null; claim: string | null; failures: number; claimed_until: Date | null }[]
  >`
    select next_at, claim, failures, claimed_until from file_exports
    where project_id = ${app.project.id} and id = ${id}`;
  return row!;
};

function aJob(app: AProject, work: (tools: RunTools) => Promise<void>, when: Date | null = next) {
  const problems: string[] = [];
  const job = dueRowJob({
    table: "file_exports",
    what: "a run of a test",
    findProject: async () => app.project,
    begin: async (_project, tools) => ({
      failures: 0,
      next: () => when,
      work: () => work(tools),
      fail: async (problem) => {
        problems.push(problem);
      },
    }),
  });
  return { problems, run: (now = clock) => job.runProject(app.project.id, () => false, now) };
}

const dueAgain = (app: AProject, time: Date | null) =>
  sql`update file_exports set next_at = ${time} where project_id = ${app.project.id}`;

test("due rows run once, the longest due first, and are due again at their next time", async () => {
  const app = await aProject();
  const second = await aRow(app, "second");
  const first = await aRow(app, "first", new Date(at.getTime() - hourMs));
  const later = await aRow(app, "later", next);
  const order: number[] = [];
  const { run } = aJob(app, async ({ claim }) => {
    order.push(claim.id);
  });
  expect(await run()).toBe(2);
  expect(order).toEqual([first, second]);
  expect(await stored(app, second)).toEqual({ next_at: next, claim: null, failures: 0, claimed_until: null });
  expect((await stored(app, later)).next_at).toEqual(next);
});

test("a row is not claimed while another process works, but after the time of its claim", async () => {
  const app = await aProject();
  const id = await aRow(app);
  let inside = 0;
  const other = aJob(app, async () => {});
  await aJob(app, async () => {
    inside = await other.run();
    const minutes = ((await stored(app, id)).claimed_until!.getTime() - at.getTime()) / 60_000;
    expect(minutes).toBe(5);
    inside += 10 * (await other.run(() => new Date(at.getTime() + 5 * 60_000)));
  }).run();
  expect(inside).toBe(10);
});

test("a run that makes progress keeps its row, however long it takes", async () => {
  const app = await aProject();
  await aRow(app);
  let elapsedMs = 0;
  const later = () => new Date(at.getTime() + elapsedMs);
  const real = performance.now.bind(performance);
  const watch = vi.spyOn(performance, "now").mockImplementation(() => real() + elapsedMs);
  const other = aJob(app, async () => {});
  let taken = 0;
  try {
    await aJob(app, async ({ progress }) => {
      for (let step = 0; step < 4; step++) {
        elapsedMs += 4 * 60_000;
        await progress();
        taken += await other.run(later);
      }
    }).run(later);
  } finally {
    watch.mockRestore();
  }
  expect(taken).toBe(0);
});

test("a run whose row another process has taken over stores nothing", async () => {
  const app = await aProject();
  const id = await aRow(app);
  const { run, problems } = aJob(app, async () => {
    await sql`update file_exports set claim = 'other' where project_id = ${app.project.id}`;
    throw new ClaimLost();
  });
  await run();
  expect(problems).toEqual([]);
  expect(await stored(app, id)).toMatchObject({ claim: "other", failures: 0 });
});

test("a row that becomes due during its run stays due after it", async () => {
  const app = await aProject();
  const id = await aRow(app);
  const due = new Date(at.getTime() + 1_000);
  await aJob(app, async () => {
    await dueAgain(app, due);
  }).run();
  expect((await stored(app, id)).next_at).toEqual(due);
});

test("a failed run has its reason, and is repeated after minutes; a schedule that is off is not", async () => {
  const app = await aProject();
  const id = await aRow(app);
  const { run, problems } = aJob(app, async () => {
    throw new RunProblem("The storage is full.");
  });
  await run();
  expect(problems).toEqual(["The storage is full."]);
  expect(await stored(app, id)).toMatchObject({ next_at: new Date(at.getTime() + 60_000), failures: 1 });
  await dueAgain(app, at);
  await aJob(
    app,
    async () => {
      throw new RunProblem("The storage is full.");
    },
    null,
  ).run();
  expect(await stored(app, id)).toMatchObject({ next_at: null, failures: 2 });
});

test("the text of an unknown error is not shown", async () => {
  const app = await aProject();
  await aRow(app);
  const { run, problems } = aJob(app, async () => {
    throw new Error("password=secret");
  });
  await run();
  expect(problems).toEqual(["Cairn couldn't finish this. The reason is in the server's log."]);
});

test("a failed run is repeated after minutes, then hours, at its next time at the latest", () => {
  const minutes = (failures: number, regular: Date, afterMs: number | null = null) =>
    (nextTry(failures, regular, at, afterMs)!.getTime() - at.getTime()) / 60_000;
  const tomorrow = new Date(at.getTime() + 24 * hourMs);
  expect([0, 1, 5, 20].map((failures) => minutes(failures, tomorrow))).toEqual([1, 2, 32, 360]);
  expect(minutes(20, next)).toBe(60);
  expect(minutes(0, next, 2 * hourMs)).toBe(120);
  expect(nextTry(0, null, at)).toBeNull();
});
