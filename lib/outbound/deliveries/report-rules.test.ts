import { expect, test } from "vitest";
import { sql } from "@/db";
import { type DeliveryCount, findCountLimit } from "@/lib/outbound/deliveries/report-queries";
import { reportDaysOf } from "@/lib/outbound/deliveries/report-rules";
import { aProject } from "@/testing/factories";

const cell = (more: Partial<DeliveryCount>): DeliveryCount => ({
  day: "2026-11-22",
  state: "sent",
  reason: null,
  identifiers: null,
  answer: null,
  moved: false,
  lag: null,
  count: 1,
  ...more,
});

test("equal reasons are added up by day, the latest first", () => {
  const cells = [
    cell({ day: "2026-11-21", state: "skipped", reason: "no_rule", count: 4 }),
    cell({ lag: 2, identifiers: ["email", "phone"], count: 90 }),
    cell({ lag: 30, identifiers: ["email"], moved: true, answer: "accepted", count: 10 }),
    cell({ state: "dead", reason: "422: no", count: 3 }),
  ];
  expect(reportDaysOf(cells, [{ day: "2026-11-22", count: 6 }])).toEqual([
    {
      day: "2026-11-22",
      states: { sent: 100, dead: 3 },
      reasons: { "422: no": 3 },
      identifiers: { email: 100, phone: 90 },
      lag_p50: 2,
      lag_p95: 30,
      moved: 10,
      cancelled: 6,
      answers: { accepted: 10 },
    },
    {
      day: "2026-11-21",
      states: { skipped: 4 },
      reasons: { no_rule: 4 },
      identifiers: {},
      lag_p50: null,
      lag_p95: null,
      moved: 0,
      cancelled: 0,
      answers: {},
    },
  ]);
});

test("a network with an ID in each error does not fill the page", () => {
  const cells = Array.from({ length: 50 }, (_, n) =>
    cell({ state: "dead", reason: `no such user ${n}`, count: n + 1 }),
  );
  const [day] = reportDaysOf(cells, []);
  expect(Object.keys(day!.reasons)).toHaveLength(21);
  expect(day!.reasons).toMatchObject({ "no such user 49": 50, "Other reasons": (30 * 31) / 2 });
});

test("beyond the limit the oldest deliveries are left out, whatever their state", async () => {
  const app = await aProject();
  const at = (n: number) => new Date(Date.UTC(2026, 10, 1 + n));
  for (const [n, state] of ["sent", "dead", "sent", "sent", "dead"].entries())
    await sql`
      insert into deliveries (project_id, id, destination_id, event_uid, fact, fact_id, fact_at, state, created_at)
      select ${app.project.id}, (left(uuid_floor(${at(n)}::timestamptz)::text, 14) || '7'
        || substr(gen_random_uuid()::text, 16))::uuid, 7, ${`x:${n}`}, 'event', '1', ${at(n)}, ${state}, ${at(n)}`;
  const bound = (max: number) => findCountLimit(app.project.id, 7, at(0), max);
  expect(await bound(3)).toBeNull();
  expect(await bound(2)).toEqual(at(0));
  expect(await bound(1)).toEqual(at(2));
});
