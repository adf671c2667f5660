import { spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { disconnect, sql } from "@/db";
import { backUp, restore } from "@/db/backup/backup";
import { completeEnv, env } from "@/lib/base/env";
import { version } from "@/lib/base/version";
import { registerInstall } from "@/lib/facts/installs/register";
import { listenToKinds, readOutbox } from "@/lib/ledger/outbox/listen";
import { separateDatabase } from "@/testing/database";
import { aMember, aProject } from "@/testing/factories";

const folder = mkdtempSync(join(tmpdir(), "cairn-backup-"));
let database: Awaited<ReturnType<typeof separateDatabase>>;

beforeAll(async () => {
  database = await separateDatabase(folder);
});

afterAll(async () => {
  await database.end();
  rmSync(folder, { recursive: true });
});

test("a backup ends, whatever the size of a table when its last rows are read", async () => {
  const { project, token } = await aProject();
  const context = { userAgent: "Agent", address: "203.0.113.77", now: new Date() };
  for (let round = 0; round < 12; round++) {
    // Random data compresses badly, so that writing is slower than reading and the reader has to wait.
    const device_data = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`note${at}`, randomBytes(150).toString("base64")]),
    );
    for (let at = 0; at < 12; at++) {
      const install_instance_id = `instance-${round}-${at}`;
      await registerInstall(project, { token, install_instance_id, platform: "IOS", device_data }, context);
    }
    const file = join(folder, `${round}.gz`);
    await backUp(file, new Date());
    expect(gunzipSync(readFileSync(file)).toString("utf8")).toContain(`instance-${round}-11`);
  }
});

test("a backup contains no sessions", async () => {
  const member = await aMember("owner", undefined, { name: "Benedicta Backup" });
  const [session] = await sql<{ id: string }[]>`select id from sessions where member_id = ${member.id}`;
  const file = join(folder, "sessions.gz");
  await backUp(file, new Date());
  const written = gunzipSync(readFileSync(file)).toString("utf8");
  expect(written).toContain("Benedicta Backup");
  expect(written).not.toContain(session?.id);
});

test("a pipe receives the same backup, and the time of the last backup is stored", async () => {
  const admin = (...args: string[]) =>
    spawnSync(process.execPath, ["--import", "./bin/hooks.mjs", "bin/admin.ts", "backup", ...args], {
      cwd: join(import.meta.dirname, "../.."),
      env: { ...process.env, DATA_DIR: folder },
      maxBuffer: 1e9,
      timeout: 250_000,
    });
  const { status, stdout, stderr } = admin("create", "--to", "-");
  expect({ status, stderr: stderr.toString() }).toEqual({
    status: 0,
    stderr: expect.stringMatching(/^\d+ rows\n$/),
  });
  const file = join(folder, "same.gz");
  await backUp(file, new Date());
  const rowsOf = (packed: Buffer) => gunzipSync(packed).toString("utf8").split("\n").slice(1);
  expect(rowsOf(stdout)).toEqual(rowsOf(readFileSync(file)));
  const [noted] = await sql<
    { at: Date }[]
  >`select last_succeeded_at as at from task_leases where task = 'backup'`;
  expect(Date.now() - noted!.at.getTime()).toBeLessThan(60_000);
});

test("a backup that cannot be written or is not valid is reported at once", async () => {
  await expect(backUp(join(folder, "no-such-folder", "a.gz"), new Date())).rejects.toThrow("no-such-folder");
  const other = join(folder, "other.gz");
  writeFileSync(other, "not a backup");
  await expect(restore(other)).rejects.toThrow("damaged or incomplete");
  await expect(restore(folder)).rejects.toThrow("EISDIR");
});

/** The same backup with a header as another version would have written it. */
function madeBy(file: string, change: (header: Record<string, unknown>) => void): string {
  const text = gunzipSync(readFileSync(file)).toString("utf8");
  const end = text.indexOf("\n");
  const header = JSON.parse(text.slice(0, end));
  change(header);
  const other = join(folder, `${randomBytes(6).toString("hex")}.gz`);
  writeFileSync(other, gzipSync(JSON.stringify(header) + text.slice(end)));
  return other;
}

test("a backup names the version that restores it; any version with the same tables does", async () => {
  const file = join(folder, "named.gz");
  expect(await backUp(file, new Date())).toMatchObject({ version });
  const later = madeBy(file, (header) => {
    header.version = "9.1.0";
    header.migration = "9000_next";
  });
  await expect(restore(later)).rejects.toThrow(
    /^This backup was made by Cairn 9\.1\.0 \(migration 9000_next\), but this is .* Restore it with 9\.1\.0, then upgrade\.$/,
  );
  const first = madeBy(file, (header) => {
    delete header.version;
    header.migration = "0033_before";
  });
  await expect(restore(first)).rejects.toThrow("Restore it with 0.1.0, then upgrade.");
  const alike = madeBy(file, (header) => {
    header.version = "0.2.7";
  });
  // It gets far enough to find that the database is in use.
  await expect(restore(alike)).rejects.toThrow("This database is not empty");
});

test("work that waited for transactions of the old database continues in the restored one", async () => {
  const { project, token } = await aProject();
  const context = { userAgent: "Agent", address: "203.0.113.77", now: new Date() };
  await listenToKinds(project.id, "one", ["install"]);
  await registerInstall(project, { token, install_instance_id: "waiting", platform: "IOS" }, context);
  await sql`update outbox set xid = '99999999999' where project_id = ${project.id}`;
  await sql`update listeners set read_xid = '99999999998' where project_id = ${project.id}`;
  await sql`insert into pending_reassignments (project_id, install_id, xid) values (${project.id}, ${randomUUID()}, 99999999999)`;
  const file = join(folder, "waiting.gz");
  await backUp(file, new Date());
  const { DATABASE_URL, DATABASE_SOCKET } = env;
  await disconnect();
  const other = await separateDatabase(join(folder, "other"));
  try {
    await restore(file);
    expect((await readOutbox(project.id, "one", 10))!.rows).toMatchObject([
      { kind: "install", install_instance_id: "waiting" },
    ]);
    const [moved] = await sql<{ past: boolean }[]>`
      select pg_visible_in_snapshot(xid::text::xid8, pg_current_snapshot()) as past
      from pending_reassignments where project_id = ${project.id}`;
    expect(moved!.past).toBe(true);
  } finally {
    await other.end();
    completeEnv({ DATABASE_URL: DATABASE_URL ?? "", DATABASE_SOCKET: DATABASE_SOCKET ?? "" });
  }
});
