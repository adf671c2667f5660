import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "@/db";
import { completeEnv, env } from "@/lib/base/env";
import { keyFingerprint } from "@/lib/privacy/secrets/encryption-key";
import { makeSigningKey } from "@/lib/projects/signing/keys";
import { App } from "@/testing/app";
import { separateDatabase } from "@/testing/database";
import { type AProject, aProject } from "@/testing/factories";
import { argumentsOf } from "@/testing/programs/programs";

const folder = mkdtempSync(join(tmpdir(), "cairn-secrets-"));
const file = join(folder, "backup.gz");
const [one, two, three] = ["the first key", "another key", "a third key"];
let database: Awaited<ReturnType<typeof separateDatabase>>;
let project: AProject;
let empty = "";

beforeAll(async () => {
  database = await separateDatabase(folder);
  completeEnv({ ENCRYPTION_KEY: one });
  project = await aProject();
  await makeSigningKey(project.project, "app", { memberId: null, name: "test" }, new Date());
  await sql`insert into erased_ids (project_id, key, erased_at) values (${project.project.id}, 'k', now())`;
  const owner = postgres(env.DATABASE_URL!.replace("//cairn", "//postgres"), {
    host: env.DATABASE_SOCKET!,
    max: 1,
  });
  await owner`create database empty owner cairn`;
  await owner.end();
  const url = new URL(env.DATABASE_URL!);
  url.pathname = "/empty";
  empty = url.href;
});
afterAll(async () => {
  await database.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a server, and answers its output if it fails. */
async function starting(key: string, url = env.DATABASE_URL!): Promise<string> {
  const dataDir = mkdtempSync(join(folder, "data-"));
  try {
    const app = await App.start({ dataDir, env: { ENCRYPTION_KEY: key, DATABASE_URL: url } });
    await app.kill();
    return "it starts";
  } catch (error) {
    return (error as Error).message;
  }
}

function admin(key: string, args: string[], url = env.DATABASE_URL!) {
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(process.execPath, [...argumentsOf("bin/admin.ts"), ...args, "--json"], {
      cwd: join(import.meta.dirname, "../.."),
      env: { ...process.env, ENCRYPTION_KEY: key, DATABASE_URL: url },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (printed += text));
    child.on("close", (code) => resolve({ code, output: printed }));
  });
}

const refused = "ENCRYPTION_KEY differs from the key that this database was first used with";

test("different keys have different fingerprints, which reveal nothing of the key", () => {
  expect(keyFingerprint(one)).toMatch(/^[0-9a-f]{32}$/);
  expect(keyFingerprint(one)).toBe(keyFingerprint(one));
  expect(keyFingerprint(one)).not.toBe(keyFingerprint(two));
});

test("a database without a stored fingerprint only accepts the key that decrypts its data", async () => {
  expect(await starting(two)).toContain(refused);
  expect(await starting(one)).toBe("it starts");
});

test("processes and commands with another key are rejected; with the right key both continue", async () => {
  expect(await starting(two)).toContain(refused);
  expect(await admin(two, ["project", "list"])).toMatchObject({
    code: 1,
    output: expect.stringContaining(refused),
  });
  expect(await starting(one)).toBe("it starts");
  expect(await admin(one, ["project", "list"])).toMatchObject({ code: 0 });
});

test("a restored backup without its key is reported with its losses and stays unchanged, unless the operator continues", async () => {
  expect(await admin(one, ["backup", "create", "--to", file])).toMatchObject({ code: 0 });
  const restore = ["backup", "restore", "--from", file];
  const query = await admin(two, restore, empty);
  expect(query.code).toBe(1);
  for (const args of [
    "different ENCRYPTION_KEY",
    "1 stored credential ",
    "1 id of somebody who was erased",
    "--yes",
  ])
    expect(query.output).toContain(args);
  expect(await admin(two, [...restore, "--yes"], empty)).toMatchObject({ code: 0 });
  expect(await starting(one, empty)).toContain(refused);
  expect(await starting(two, empty)).toBe("it starts");
});

test("a lost key is only given up by a command that lists the losses first", async () => {
  const query = await admin(three, ["secrets", "accept"]);
  expect(query.code).toBe(1);
  expect(query.output).toContain("1 stored credential ");
  expect(await starting(three)).toContain(refused);
  expect(await admin(three, ["secrets", "accept", "--yes"])).toMatchObject({ code: 0 });
  expect(await starting(three)).toBe("it starts");
  expect(await starting(one)).toContain(refused);
});
