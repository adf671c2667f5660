import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as event from "@/app/api/client/capture-event/route";
import * as payment from "@/app/api/client/capture-payment/route";
import * as install from "@/app/api/client/init/route";
import * as spend from "@/app/api/v1/spend/route";
import { connect, type Sql } from "@/db";
import { randomBase62 } from "@/lib/base/ids";
import { asServed } from "@/lib/platform/http/testing";
import { separateDatabase } from "@/testing/database";
import { aCampaign, aProject } from "@/testing/factories";

/** @isolated: tables are locked and slowed down. */
const folder = mkdtempSync(join(tmpdir(), "cairn-recovery-"));
const tables = ["spend", "events", "payments", "installs"];
let database: Awaited<ReturnType<typeof separateDatabase>>;
/** Not of the product's connections, which are all busy here. */
let other: Sql;

beforeAll(async () => {
  database = await separateDatabase(folder);
  other = connect({ max: 1 });
  await other`create table hanging (seconds int)`;
  await other.unsafe(`
    create function hang() returns trigger language plpgsql as $$
    begin perform pg_sleep((select coalesce(max(seconds), 0) from hanging)); return null; end $$`);
  for (const table of tables)
    await other`create trigger hang after insert on ${other(table)} execute function hang()`;
});
afterAll(async () => {
  await other.end();
  await database.end();
  rmSync(folder, { recursive: true, force: true });
});

asServed([spend, event, payment, install] as never, (call) => {
  /** A call of each kind that stores something; returns the statuses. */
  async function aCaller(): Promise<() => Promise<number[]>> {
    const made = await aProject();
    const { displayId } = await aCampaign(made);
    const user = randomBase62(8);
    let tick = 0;
    return async () => {
      // A minute after the previous calls, because limits have their own tests.
      tick += 60_000;
      const device = { token: made.token, install_instance_id: randomBase62(12), platform: "IOS" };
      const rows = [{ date: "2026-06-12", campaign: displayId, amount: tick }];
      const calls = [
        call("POST /api/v1/spend", { key: made.serverKey, body: { rows }, tick }),
        call("POST /api/client/capture-event", {
          body: { ...device, user_id: user, event_name: "walked" },
          tick,
        }),
        call("POST /api/client/capture-payment", {
          body: { ...device, user_id: user, payment_id: randomBase62(8), amount: 1 },
          tick,
        }),
        call("POST /api/client/init", { body: device, tick }),
      ];
      return (await Promise.all(calls)).map(({ status }) => status);
    };
  }

  const hang = () => other`insert into hanging values (3600)`;
  const unhang = () => other`delete from hanging`;
  const hanging = () => other<{ pid: number }[]>`
    select pid from pg_stat_activity where wait_event = 'PgSleep' and pid <> pg_backend_pid()`;
  let stored: number[];

  test("statements that hang past the deadline of their calls block neither another project nor a repeated call", async () => {
    const [own, stranger] = await Promise.all([aCaller(), aCaller()]);
    stored = await own();
    expect(stored.every((status) => status < 300)).toBe(true);
    await hang();
    expect(await own()).toEqual([503, 503, 503, 503]);
    await unhang();
    // The statements of the first calls are still running here.
    expect(await stranger()).toEqual(stored);
    await expect.poll(own).toEqual(stored);
  });

  test("calls that waited in vain for a lock are stored when repeated after its release", async () => {
    const own = await aCaller();
    await other.begin(async (transaction) => {
      await transaction`lock table spend, events, payments, installs in access exclusive mode`;
      expect(await own()).toEqual([409, 503, 503, 503]);
    });
    expect(await own()).toEqual(stored);
  });

  test("connections that end during a statement cost at most this call: batches repeat theirs", async () => {
    const own = await aCaller();
    await hang();
    const first = own();
    await expect.poll(async () => (await hanging()).length).toBe(tables.length);
    await unhang();
    await other`select pg_terminate_backend(pid) from unnest(${(await hanging()).map(({ pid }) => pid)}::int[]) pid`;
    expect(await first).toEqual([503, ...stored.slice(1)]);
    expect(await own()).toEqual(stored);
  });
});
