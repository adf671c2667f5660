import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sql } from "@/db";
import { addAudiences, addFiles, saveQueries } from "@/demo/exports";
import { commandLine } from "@/lib/accounts/audit/actor";
import { completeEnv } from "@/lib/base/env";
import { listFileExports, listFileRuns } from "@/lib/data-access/files/exports";
import { pageRole } from "@/lib/data-access/query/queries";
import { runQuery } from "@/lib/data-access/query/run";
import { runInput } from "@/lib/data-access/query/schema";
import { listSavedQueries } from "@/lib/data-access/saved-queries/save";
import { revokeSqlRole } from "@/lib/data-access/sql/roles";
import { listAudiences } from "@/lib/outbound/audiences/manage/audiences";
import { readOutcome } from "@/lib/outbound/audiences/outcome/outcome";
import { aCampaign, anAttributedUser, aProject } from "@/testing/factories";

const dayMs = 86_400_000;
const now = new Date();
const ago = (days: number) => new Date(now.getTime() - days * dayMs);

test("the demo has an audience with both sides of its hold-out, which no one receives", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  for (let n = 0; n < 20; n++)
    await anAttributedUser(app, campaign.id, { userId: `u${n}`, email: `u${n}@example.com` });
  await sql`update installs set installed_at = ${ago(60)} where project_id = ${app.project.id}`;
  await addAudiences(app, now);
  const [audience] = (await listAudiences(app.project, now)).audiences;
  expect(audience).toMatchObject({
    kind: "csv",
    on: true,
    last: { state: "done", matching: 20, requests: 0 },
  });
  const { members, held_out: held } = await readOutcome(app.project, audience!.id, { days: 30 }, now);
  expect(members.joined + held.joined).toBe(20);
  expect(held.joined).toBeGreaterThan(0);
});

test("the demo has files with two runs, if the server allows a folder", async () => {
  const app = await aProject();
  await addFiles(app, now);
  expect((await listFileExports(app.project, now)).exports).toEqual([]);
  const folder = mkdtempSync(join(tmpdir(), "cairn-demo-"));
  completeEnv({ EXPORT_FOLDER: join(folder, "files"), DATA_DIR: join(folder, "data") });
  try {
    await addFiles(app, now);
    const [files] = (await listFileExports(app.project, now)).exports;
    expect(files).toMatchObject({ storage: "folder", last: { state: "done", problem: null } });
    expect((await listFileRuns(app.project, files!.id, now)).runs).toHaveLength(2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the demo's saved query counts installs and those that paid", async () => {
  const app = await aProject();
  const campaign = await aCampaign(app);
  await anAttributedUser(app, campaign.id, { userId: "u", email: "u@example.com" });
  await saveQueries(app, now);
  const { queries } = await listSavedQueries(app.project);
  const values = { from: "2020-01-01", to: "2100-01-01" };
  const input = runInput.parse({ sql: queries[0]!.sql, run_id: randomUUID(), values });
  try {
    const result = await runQuery(app.project, input, { personal: false, by: commandLine });
    expect(result.columns.map(({ name }) => name)).toEqual(["country", "installs", "paid"]);
    expect(result.rows.map(([, installs, paid]) => [installs, paid])).toEqual([["1", "0"]]);
  } finally {
    await revokeSqlRole(pageRole(app.project, false));
  }
});
