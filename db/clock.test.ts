import { afterEach, describe, expect, test, vi } from "vitest";
import * as init from "@/app/api/client/init/route";
import { sql } from "@/db";
import { now, setClock } from "@/db/clock";
import { throughBothAdapters } from "@/lib/platform/http/testing";
import { aProject } from "@/testing/factories";

const minute = 60_000;

afterEach(async () => {
  vi.useRealTimers();
  await setClock();
});

async function databaseTime(): Promise<number> {
  const [row] = await sql<
    { ms: number }[]
  >`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
  return row!.ms;
}

describe.each([
  ["five minutes ahead", 5 * minute],
  ["five minutes behind", -5 * minute],
  ["a day ahead", 1440 * minute],
])("on a machine whose clock is %s", (_name, skew) => {
  const skewed = async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + skew, shouldAdvanceTime: true });
    await setClock();
  };

  test("the time is that of the database", async () => {
    await skewed();
    expect(Math.abs(Date.now() - (await databaseTime()))).toBeGreaterThan(4 * minute);
    expect(Math.abs(now().getTime() - (await databaseTime()))).toBeLessThan(2_000);
  });

  throughBothAdapters([init], (call) => {
    test("an install is stored with the time of the database", async () => {
      const app = await aProject();
      await skewed();
      const got = await call("POST /api/client/init", {
        body: { token: app.token, install_instance_id: `skewed-${skew}`, platform: "IOS" },
      });
      expect(got.status).toBe(202);
      const [row] = await sql<{ at: Date }[]>`
        select installed_at as at from installs where project_id = ${app.project.id}`;
      expect(Math.abs(row!.at.getTime() - (await databaseTime()))).toBeLessThan(5_000);
    });
  });
});
