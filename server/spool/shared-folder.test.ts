import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sql } from "@/db";
import { completeEnv, env } from "@/lib/base/env";
import { processId, removeSpoolReport, reportSpool, spoolFolder } from "@/server/spool/report";
import { Spool } from "@/server/spool/spool";

const { DATA_DIR } = env;
const dataDir = mkdtempSync(join(tmpdir(), "cairn-shared-folder-"));
afterAll(() => {
  completeEnv({ DATA_DIR });
  rmSync(dataDir, { recursive: true, force: true });
});

/** Another process of this machine with a visit in progress. It does one step for each message. */
const otherProcess = `
  const { beginVisit, endVisit } = await import("@/lib/traffic/visits/in-progress.ts");
  const { processId, removeSpoolReport, reportSpool, spoolFolder } = await import("@/server/spool/report.ts");
  const { Spool } = await import("@/server/spool/spool.ts");
  const send = (text) => new Promise((sent) => process.send(text, sent));
  const received = () => new Promise((go) => process.once("message", go));
  const spool = new Spool({ folder: spoolFolder(), owner: processId, store: () => Promise.reject(new Error("away")) });
  const visit = beginVisit();
  await send("visiting");
  await received();
  const report = reportSpool();
  await send("reporting");
  await received();
  await spool.append({ id: "click" });
  endVisit(visit);
  await send("reported " + (await report));
  await received();`;

function begin() {
  const child = spawn(
    process.execPath,
    ["--import", "./bin/hooks.mjs", "--input-type=module", "-e", otherProcess],
    {
      cwd: join(import.meta.dirname, "../.."),
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        DATABASE_URL: env.DATABASE_URL,
        DATABASE_SOCKET: env.DATABASE_SOCKET,
      },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    },
  );
  const sent: string[] = [];
  child.on("message", (text) => sent.push(String(text)));
  return {
    goOn: () => child.send("go"),
    until: (text: string) => expect.poll(() => sent, { interval: 20 }).toContain(text),
    kill: () =>
      new Promise((resolve) => {
        child.once("exit", resolve);
        child.kill("SIGKILL");
      }),
  };
}

const time = async () => (await sql<{ at: Date }[]>`select now() as at`)[0]!.at;

/** The report as a move reads it: the size of the folder, and whether it includes a freeze before `since`. */
async function reportSince(since: Date) {
  const [row] = await sql<{ bytes: number; reported_at: Date }[]>`
    select bytes, reported_at from click_spools where folder = ${spoolFolder()}`;
  return row && { hasClicks: row.bytes > 0, isAfterFreeze: row.reported_at > since };
}

/** Each call reports, as the task does. A report that changes nothing is stored after ten seconds. */
async function reportAgain() {
  await sql`update click_spools set reported_at = '2020-01-01' where folder = ${spoolFolder()}`;
  return reportSpool();
}

test("processes that share a folder report it as empty only when the visits of all of them have ended", async () => {
  completeEnv({ DATA_DIR: dataDir });
  const store = () => Promise.resolve();
  const spool = new Spool({ folder: spoolFolder(), owner: processId, store });
  const other = begin();
  try {
    await other.until("visiting");
    const frozen = await time();
    // This process has no visits, but the other one may still write to the folder.
    expect(await reportAgain()).toBe(0);
    expect(await reportSince(frozen)).toEqual({ hasClicks: false, isAfterFreeze: false });
    other.goOn();
    await other.until("reporting");
    await reportAgain();
    expect(await reportSince(frozen)).toEqual({ hasClicks: false, isAfterFreeze: false });
    other.goOn();
    await expect.poll(reportAgain).toBeGreaterThan(0);
    await expect
      .poll(async () => {
        await reportAgain();
        return reportSince(frozen);
      })
      .toEqual({ hasClicks: true, isAfterFreeze: true });

    // The folder stays reported while one of its processes runs.
    await removeSpoolReport();
    expect(await reportSince(frozen)).toBeDefined();
  } finally {
    await other.kill();
  }

  // A killed process reports no more, and this one takes over its clicks.
  await spool.drain();
  const later = await time();
  await expect
    .poll(
      async () => {
        await reportAgain();
        return reportSince(later);
      },
      { timeout: 20_000 },
    )
    .toEqual({ hasClicks: false, isAfterFreeze: true });
  await removeSpoolReport();
  expect(await reportSince(later)).toBeDefined();
  await spool.close();
  await removeSpoolReport();
  expect(await reportSince(later)).toBeUndefined();
});

test("a process without clicks that starts counts as one that has not reported yet", async () => {
  completeEnv({ DATA_DIR: dataDir });
  const spool = new Spool({ folder: spoolFolder(), store: () => Promise.resolve() });
  const frozen = await time();
  await reportAgain();
  expect(await reportSince(frozen)).toEqual({ hasClicks: false, isAfterFreeze: false });
  await spool.close();
  await reportAgain();
  expect(await reportSince(frozen)).toEqual({ hasClicks: false, isAfterFreeze: true });
});
