import { expect, test } from "vitest";
import { endpoints } from "@/app/api/endpoints";
import { sql } from "@/db";
import { randomBase62 } from "@/lib/base/ids";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import { aProject, decideEverything, withoutLimits } from "@/testing/factories";

const modules = endpoints
  .filter(({ path }) => path.startsWith("/api/client/"))
  .map((endpoint) => ({ GET: { endpoint } }));

const hour = 3_600_000;
const day = 24 * hour;
const year = 365 * day;

asServedOrBoth(modules, (call) => {
  /** An app whose user was identified five days ago. */
  async function anApp() {
    const app = await aProject();
    await withoutLimits(app);
    const install = randomBase62(20);
    const now = new Date();
    const ago = (ms: number) => new Date(now.getTime() - ms);
    const post = async (name: string, body: object, at = now) => {
      const sent = { token: app.token, install_instance_id: install, platform: "ANDROID", ...body };
      const got = await call(`POST /api/client/${name}`, { body: sent, now: at });
      expect(got.status, got.text).toBeLessThan(300);
      return got.body;
    };
    await post("init", {}, ago(5 * day));
    await post("trigger", { user_data: { id: "u" } }, ago(5 * day));
    const event = async (body: object) => {
      const name = randomBase62(8);
      await post("capture-event", { event_name: name, ...body });
      const [row] = await sql<{ occurred_at: Date; device_at: Date | null; arrived_at: Date | null }[]>`
        select occurred_at, device_at, arrived_at from events where project_id = ${app.project.id} and name = ${name}`;
      return row!;
    };
    return { app, now, ago, post, event };
  }

  test("a late event counts at the time it happened, and both times are stored", async () => {
    const { now, ago, event } = await anApp();
    expect(await event({ timestamp: ago(2 * day).getTime() })).toEqual({
      occurred_at: ago(2 * day),
      device_at: ago(2 * day),
      arrived_at: now,
    });
    expect(await event({ timestamp: ago(3 * hour).toISOString() })).toMatchObject({
      occurred_at: ago(3 * hour),
    });
    expect(await event({})).toEqual({ occurred_at: now, device_at: null, arrived_at: null });
  });

  test("a clock that is wrong by a year loses and misplaces no event", async () => {
    const { now, ago, event } = await anApp();
    const late = await event({
      timestamp: ago(year + hour).getTime(),
      sent_at: ago(year).getTime(),
    });
    expect(late).toEqual({ occurred_at: ago(hour), device_at: ago(year + hour), arrived_at: now });
    for (const off of [year, -year]) {
      const unknown = await event({ timestamp: ago(off).getTime() });
      expect(unknown).toEqual({ occurred_at: now, device_at: ago(off), arrived_at: now });
    }
  });

  test("no event counts before its install, and an invalid time is ignored", async () => {
    const { now, ago, event } = await anApp();
    expect(await event({ timestamp: ago(6 * day).getTime() })).toMatchObject({ occurred_at: ago(5 * day) });
    for (const timestamp of ["today", {}, [], -5, true])
      expect(await event({ timestamp })).toEqual({ occurred_at: now, device_at: null, arrived_at: null });
  });

  test("payments and batches use the same rules, and the ledger equals the facts", async () => {
    const { app, now, ago, post } = await anApp();
    const calls = [2, 1].map((days) => ({
      path: "capture-payment",
      body: {
        user_id: "u",
        amount: days,
        timestamp: ago(days * day + year).getTime(),
      },
    }));
    await post("batch", { calls, sent_at: ago(year).getTime() });
    await decideEverything(app);
    const rows = await sql<{ paid_at: Date; arrived_at: Date }[]>`
      select paid_at, arrived_at from payments where project_id = ${app.project.id} order by paid_at`;
    expect(rows.map(({ paid_at }) => paid_at)).toEqual([ago(2 * day), ago(day)]);
    expect(rows.every(({ arrived_at }) => arrived_at.getTime() === now.getTime())).toBe(true);
    expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
  });
});
