import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sql } from "@/db";
import { completeEnv, env } from "@/lib/base/env";
import { newId } from "@/lib/base/ids";
import { beginVisit, endVisit } from "@/lib/traffic/visits/in-progress";
import { removeSpoolReport, reportSpool, spoolFolder } from "@/server/spool/report";

test("the database has the size of each spool, until a process ends with an empty one", async () => {
  const { DATA_DIR } = env;
  const dataDir = mkdtempSync(join(tmpdir(), "cairn-spool-report-"));
  const spooled = () => sql`
    select host, bytes, reported_at > now() - interval '5 seconds' as is_new from click_spools
    where folder = ${join(dataDir, "spool")}`;
  try {
    completeEnv({ DATA_DIR: dataDir });
    expect(await reportSpool()).toBeNull();
    mkdirSync(spoolFolder());
    expect(await reportSpool()).toBe(0);
    const file = join(spoolFolder(), "0-000000-somebody.spool");
    writeFileSync(file, "0123456789");
    expect(await reportSpool()).toBe(10);
    expect(await spooled()).toEqual([{ host: hostname(), bytes: 10, is_new: true }]);
    await removeSpoolReport();
    expect(await spooled()).toHaveLength(1);
    rmSync(file);
    await reportSpool();
    expect(await spooled()).toEqual([{ host: hostname(), bytes: 0, is_new: true }]);
    await sql`update click_spools set reported_at = now() - interval '11 seconds' where folder = ${spoolFolder()}`;
    await reportSpool();
    expect(await spooled()).toEqual([{ host: hostname(), bytes: 0, is_new: true }]);
    const lost = newId(new Date());
    await sql`
      insert into click_spools (id, host, folder, bytes, reported_at) values (${lost}, 'x', 'x', 1, now() - interval '31 days')`;
    await reportSpool();
    expect(await sql`select from click_spools where id = ${lost}`).toHaveLength(0);
    await removeSpoolReport();
    expect(await spooled()).toEqual([]);
  } finally {
    completeEnv({ DATA_DIR });
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test("an empty spool is reported with a time at which all its visits had ended", async () => {
  const { DATA_DIR } = env;
  const dataDir = mkdtempSync(join(tmpdir(), "cairn-spool-report-"));
  try {
    completeEnv({ DATA_DIR: dataDir });
    mkdirSync(spoolFolder());
    await reportSpool();
    await sql`update click_spools set reported_at = now() - interval '1 minute' where folder = ${spoolFolder()}`;
    const visit = beginVisit();
    let reported = false;
    const report = reportSpool().then((bytes) => {
      reported = true;
      return bytes;
    });
    // Without waiting, the report would be there after another statement of a later visit.
    for (let i = 0; i < 20; i++) await sql`select 1`;
    endVisit(beginVisit());
    expect(reported).toBe(false);
    writeFileSync(join(spoolFolder(), "0-000000-somebody.spool"), "0123456789");
    const [before] = await sql<{ at: Date }[]>`select now() as at`;
    endVisit(visit);
    expect(await report).toBe(10);
    const [row] = await sql<{ reported_at: Date }[]>`
      select reported_at from click_spools where folder = ${spoolFolder()}`;
    expect(row!.reported_at.getTime()).toBeLessThan(before!.at.getTime());
  } finally {
    completeEnv({ DATA_DIR });
    rmSync(dataDir, { recursive: true, force: true });
  }
});
