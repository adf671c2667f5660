import { expect, test } from "vitest";
import { sql } from "@/db";
import { Chance } from "@/db/chance";
import { demoDay, oneDay } from "@/demo/day";
import type { DemoUser } from "@/demo/person";
import { demoDays, plans } from "@/demo/plan";
import { cohortsOf } from "@/lib/reporting/cohort-rules";
import type { CohortCell } from "@/lib/reporting/cohorts-queries";
import { aCampaign, aProject, decideEverything } from "@/testing/factories";

const timeZone = "Europe/Berlin";

test("the demo's days are days of its calendar, of 23, 24 and 25 hours, and today ends now", () => {
  const now = new Date("2026-11-01T07:00:00Z");
  const days = Array.from({ length: 240 }, (_, ago) => demoDay(timeZone, now, ago));
  expect(days[0]).toMatchObject({ name: "2026-11-01", ends: now });
  for (const [ago, day] of days.entries()) {
    const next = days[ago - 1];
    if (next) expect(next.begins.getTime() - day.ends.getTime()).toBe(1);
  }
  const hours = new Set(
    days.slice(1).map(({ begins, ends }) => (ends.getTime() + 1 - begins.getTime()) / 3_600_000),
  );
  expect([...hours].sort()).toEqual([23, 24, 25]);
});

for (const time of ["06:40", "22:30"]) {
  test(`in a demo loaded at ${time} fewer and fewer come back from the first day on`, async () => {
    const now = new Date(`2026-06-20T${time}:00Z`);
    const first = demoDay(timeZone, now, 8).begins;
    const app = await aProject({ timeZone, now: first });
    await sql`select make_month_partitions(${first}::date, ${now}::date)`;
    const campaigns = new Map<string, number>();
    const some = plans.filter(({ from }) => (from ?? demoDays) === demoDays);
    for (const { id } of plans)
      campaigns.set(id, some.some((plan) => plan.id === id) ? (await aCampaign(app, { now: first })).id : 0);
    const crowd: DemoUser[] = [];
    for (let ago = 8; ago >= 0; ago--)
      await oneDay(app, new Chance(7 + ago), campaigns, crowd, demoDay(timeZone, now, ago));
    await decideEverything(app);
    const cells = await sql<CohortCell[]>`
      select day::text as day, measure, name, sum(count)::bigint as count from ledger
      where project_id = ${app.project.id} and measure in ('installs', 'opened_on') group by 1, 2, 3`;
    const { curve } = cohortsOf(cells, "2026-06-20");
    const share = (age: number) => curve[age - 1]!.opened! / curve[age - 1]!.installs;
    expect(curve[0]!.installs).toBeGreaterThan(500);
    expect(share(1)).toBeGreaterThan(0.3);
    expect(share(1)).toBeGreaterThan(share(3));
    expect(share(3)).toBeGreaterThan(share(6));
  }, 60_000);
}
