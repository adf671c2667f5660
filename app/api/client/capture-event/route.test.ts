import { expect, test } from "vitest";
import * as captureEvent from "@/app/api/client/capture-event/route";
import * as trigger from "@/app/api/client/trigger/route";
import { sql } from "@/db";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { asServedOrBoth } from "@/lib/platform/http/testing";
import { aProject, ledgerOf, withoutLimits } from "@/testing/factories";

const received = "Event capture request received!";
const beyond = 'This project has 500 event names already. The event is counted under "(other)".';

asServedOrBoth([captureEvent, trigger], (call) => {
  async function anApp() {
    const app = await aProject();
    await withoutLimits(app);
    const post = async (name: string, body: object) => {
      const sent = { token: app.token, install_instance_id: "i", ...body };
      const got = await call(`POST /api/client/${name}`, { body: sent });
      expect(got.status, got.text).toBe(200);
      return got.body;
    };
    const event = async (event_name: string, event_data = {}) =>
      (await post("capture-event", { event_name, event_data })).data.message as string;
    return { app, post, event };
  }

  test("of a thousand concurrent event names the first 500 are stored; the others are counted together, and none is lost", {
    timeout: 300_000,
  }, async () => {
    const { app, post, event } = await anApp();
    await post("trigger", { user_data: { id: "u" } });
    const names = Array.from({ length: 1_000 }, (_, i) => `opened ${i}`);
    const messages = await Promise.all(names.map((name) => event(name, { amount: 1 })));
    expect(messages.filter((message) => message === received).length).toBe(500);
    expect(messages.filter((message) => message === beyond).length).toBe(500);
    const ledger = await ledgerOf(app.project.id);
    const counted = Object.keys(ledger).filter((key) => key.startsWith("event "));
    expect(counted.length).toBe(501);
    expect(ledger["event (other)"]).toEqual({ count: 500, amount: 50_000 });
    const sent = await sql<{ name: string }[]>`
      select coalesce(sent_name, name) as name from events where project_id = ${app.project.id}`;
    expect(new Set(sent.map(({ name }) => name))).toEqual(new Set(names));
    // Known names are still accepted, and new ones are still rejected.
    const known = names[messages.indexOf(received)]!;
    expect(await event(known)).toBe(received);
    expect(await event("one more")).toBe(beyond);
    expect(await findDifferences(app.project.id, "UTC")).toEqual([]);
  });

  test("events of unidentified users are not stored and use no event name", async () => {
    const { app, event } = await anApp();
    for (let i = 0; i < 5; i++) expect(await event(`made up ${i}`)).toContain("not identified");
    expect((await sql`select 1 from event_names where project_id = ${app.project.id}`).length).toBe(0);
  });

  test("event names that are JavaScript keywords are ordinary names", async () => {
    const { app, post, event } = await anApp();
    await post("trigger", { user_data: { id: "u" } });
    for (const name of [
      "__proto__",
      "constructor",
      "toString",
      "hasOwnProperty",
      "(other)",
      "\u00e9",
      "e\u0301",
    ])
      expect(await event(name)).toBe(received);
    const ledger = await ledgerOf(app.project.id);
    expect(Object.keys(ledger).filter((key) => key.startsWith("event ")).length).toBe(7);
    expect(({} as { count?: number }).count).toBeUndefined();
  });
});
