import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandLine } from "@/lib/accounts/audit/actor";
import { completeEnv } from "@/lib/base/env";
import type { DatasetName } from "@/lib/data-access/datasets/datasets";
import { addFileExport, listFileRuns } from "@/lib/data-access/files/exports";
import { exportProjectFiles } from "@/lib/data-access/files/run";
import { fileExportInput } from "@/lib/data-access/files/schema";
import { s3Storage } from "@/lib/data-access/files/storages/s3";
import { reportGroups } from "@/lib/reporting/groups/groups";
import { groupsQuery } from "@/lib/reporting/groups/schema";
import { queryFiles } from "@/testing/files/consumer";
import { aMotoServer, hasMoto } from "@/testing/files/moto-server";
import { aJuneDay } from "@/testing/projects/june-day";

/** An S3 server that others wrote; s3.test.ts has ours, which can fail on purpose. */
const root = mkdtempSync(join(tmpdir(), "cairn-moto-"));
const hashOf = (data: Buffer) => createHash("sha256").update(data).digest("hex");

describe.runIf(hasMoto())("with Moto's server", () => {
  let s3: Awaited<ReturnType<typeof aMotoServer>>;
  beforeAll(async () => {
    s3 = await aMotoServer();
    completeEnv({ OUTBOUND_ALLOW: s3.host, DATA_DIR: join(root, "data") });
  });
  afterAll(async () => {
    await s3.end();
    rmSync(root, { recursive: true, force: true });
  });

  const storage = (place = {}, secrets = {}) =>
    s3Storage({ ...s3.place, ...place }, { ...s3.secrets, ...secrets });

  test.each([
    ["with signatures and permissions checked", true, "raw/a b/part-000.parquet", "raw/part-001.parquet"],
    [
      "with any name",
      false,
      "raw/project=a b+ä/dt=2026-01-01/part-000.parquet",
      "raw/(x)!*'/part-001.parquet",
    ],
  ])(
    "files of one and of several parts arrive whole and are removed, %s",
    async (_how, checks, small, large) => {
      await s3.check(checks);
      const content = Buffer.alloc(20 * 1024 * 1024 + 7, "0123456789");
      const path = join(root, "large");
      writeFileSync(path, content);
      await storage().put(small, { text: "rows" }, "application/gzip");
      await storage().put(large, { path, bytes: content.length }, "application/gzip");
      expect((await s3.read(small)).toString()).toBe("rows");
      expect(hashOf(await s3.read(large))).toBe(hashOf(content));
      expect(await s3.uploads()).toBe(0);
      for (const name of [small, large, small]) await storage().remove(name);
      expect(await s3.names()).toEqual([]);
    },
  );

  test("rejected keys are reported in words, and nothing is stored", async () => {
    await s3.check(true);
    const refused = async (words: string, place = {}, secrets = {}) =>
      expect(storage(place, secrets).put("raw/x", { text: "{}" }, "text/plain")).rejects.toThrow(words);
    await refused("The storage does not know the access key ID.", { access_key_id: "AKIAOTHER" });
    await refused("The secret access key is not valid.", {}, { secret_access_key: "wrong" });
    await refused("The bucket does not exist.", { bucket: "nothing" });
    const { place, secrets } = s3.powerless;
    await refused("The key may not do this. It needs PutObject", place, secrets);
    expect(await s3.names()).toEqual([]);
  });

  test("DuckDB reads the report's figures from the files of a run", async () => {
    await s3.check(false);
    const { app } = await aJuneDay();
    const datasets: DatasetName[] = ["installs", "users", "payments"];
    const input = fileExportInput.parse({
      ...{ title: "Warehouse", datasets, format: "parquet", cadence: "daily" },
      ...{ storage: "s3", place: s3.place, secrets: s3.secrets },
    });
    const { export: made } = await addFileExport(app.project, input, commandLine, new Date());
    const at = new Date(Date.now() + 86_400_000);
    await exportProjectFiles(
      app.project.id,
      () => false,
      () => at,
    );
    const { runs } = await listFileRuns(app.project, made.id, at);
    expect(runs.map(({ state, problem }) => [state, problem])).toEqual([["done", null]]);
    const folder = join(root, "bucket");
    for (const name of await s3.names()) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), await s3.read(name));
    }
    const query = groupsQuery.parse({ from: "2026-04-01", to: "2026-06-29", by: "campaign" });
    const { total } = await reportGroups(app.project, query, new Date("2026-06-30T12:00:00Z"));
    const [sums] = await queryFiles<Record<string, string>>(
      folder,
      datasets,
      `with tested as (select install_instance_id from installs where is_test)
      select (select count(*) from installs where not is_test) as installs,
        (select count(*) from users where is_signup and install_instance_id not in (from tested)) as signups,
        (select sum(revenue_minor) from payments where install_instance_id not in (from tested)) as revenue`,
    );
    expect(Object.values(sums!).map(Number)).toEqual([total!.installs, total!.signups, total!.revenue]);
  });
});
