import fc from "fast-check";
import { expect, test } from "vitest";
import { sql } from "@/db";
import { addDays } from "@/lib/base/days";
import { dayIn } from "@/lib/base/time";
import { captureEvent } from "@/lib/facts/events/capture";
import { registerInstall } from "@/lib/facts/installs/register";
import { identify } from "@/lib/facts/users/identify";
import { findDifferences } from "@/lib/ledger/verify-queries";
import { reportTableQuery, type TableFigures } from "@/lib/reporting/table/schema";
import { reportTable } from "@/lib/reporting/table/table";
import { aCampaign, aClick, aProject, decideEverything } from "@/testing/factories";
import { historyCount } from "@/testing/rounds";

const first = "2026-03-20";
const dayNumber = fc.integer({ min: 0, max: 40 });

test("days as bits contain the same days as a set, in either order", async () => {
  const days = fc.uniqueArray(dayNumber, { minLength: 1, maxLength: 12 });
  const dates = (some: number[]) => some.map((n) => addDays(first, n));
  await fc.assert(
    fc.asyncProperty(days, days, dayNumber, dayNumber, async (one, other, since, until) => {
      const [row] = await sql<{ same: boolean; there: boolean; last: string }[]>`
        with a as (select ${dates(one)}::text[]::date[] as d), b as (select ${dates(other)}::text[]::date[] as d),
        bits as (
          select (select min(x) from unnest(a.d) x) as fa, day_bits(a.d) as da,
            (select min(x) from unnest(b.d) x) as fb, day_bits(b.d) as db,
            a.d || b.d as both_days from a, b
        ),
        joined as (select least(fa, fb) as f, join_days(fa, da, fb, db) as d, both_days from bits)
        select d = day_bits((select array_agg(distinct x) from unnest(both_days) x)) as same,
          has_day(f, d, ${addDays(first, since)}::text::date, ${addDays(first, until)}::text::date) as there,
          (f + length(d) - 1)::text as last from joined`;
      const all = [...one, ...other];
      expect(row).toEqual({
        same: true,
        there: all.some((n) => n >= since && n <= until),
        last: addDays(first, Math.max(...all)),
      });
    }),
    { numRuns: 60 },
  );
});

const instance = fc.constantFrom("i1", "i2", "i3", "i4", "i5");
const step = fc.record({
  instance: fc.option(instance, { nil: null, freq: 8 }),
  user: fc.constantFrom("u1", "u2", "u3"),
  name: fc.constantFrom("view", "buy"),
  hours: fc.integer({ min: 0, max: 12 * 24 }),
  signIn: fc.boolean(),
});
const start = Date.parse("2026-03-25T20:00:00Z");

test("unique users equal those of the events, at every level and in any range, with any number of installs", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("UTC", "Europe/Berlin", "Asia/Kolkata"),
      fc.array(step, { minLength: 4, maxLength: 25 }),
      fc.integer({ min: 0, max: 12 }),
      fc.option(fc.integer({ min: 0, max: 12 }), { nil: null }),
      async (timeZone, steps, from, length) => {
        const app = await aProject({ timeZone });
        const campaigns = [await aCampaign(app), await aCampaign(app)];
        const at = (hours: number) => new Date(start + hours * 3_600_000);
        const context = (hours: number) => ({ userAgent: null, now: at(hours) });
        // Two installs in one ad set, one in another, one in another campaign, one organic.
        for (const [i, dimensions] of [[0, "x"], [0, "x"], [0, "y"], [1, "x"], null].entries()) {
          const click =
            dimensions &&
            (await aClick(app, {
              campaignId: campaigns[dimensions[0] as 0]!.id,
              at: at(-1),
              adSetId: `${dimensions[1]}`,
            }));
          const body = {
            token: "",
            install_instance_id: `i${i + 1}`,
            platform: "ANDROID" as const,
            device_data: click ? { install_ref: `cairn_click=${click}` } : {},
          };
          await registerInstall(app.project, body, { ...context(0), address: `198.51.100.${i + 1}` });
        }
        for (const user of ["u1", "u2", "u3"])
          await identify(
            app.project,
            { token: "", user_data: { id: user }, install_instance_id: `i${user[1]}` },
            context(0),
          );
        for (const one of steps) {
          const sent = { token: "", install_instance_id: one.instance ?? undefined };
          if (one.signIn)
            await identify(app.project, { ...sent, user_data: { id: one.user } }, context(one.hours));
          await captureEvent(
            app.project,
            { ...sent, event_name: one.name, user_id: one.user },
            context(one.hours),
          );
        }
        await decideEverything(app);
        expect(await findDifferences(app.project.id, timeZone)).toEqual([]);

        const day = (hours: number) => dayIn(timeZone, at(hours));
        const window = {
          from: day(from * 24),
          ...(length === null ? {} : { to: day((from + length) * 24) }),
        };
        const names = "view,buy";
        const query = reportTableQuery.parse({ ...window, unique_user_events: names });
        const table = await reportTable(app.project, query, at(12 * 24));
        const rows = await sql<
          { campaign: string | null; ad_set: string | null; name: string; user: string }[]
        >`
          select distinct s.campaign_id::text as campaign, s.ad_set_id as ad_set, e.name, e.user_id as user
          from events e left join installs s on s.project_id = ${app.project.id}
            and s.install_instance_id = e.install_instance_id
          where e.project_id = ${app.project.id} and (e.occurred_at at time zone ${timeZone})::date
            between ${window.from}::text::date and ${window.to ?? "9999-12-31"}::text::date`;
        for (const name of ["view", "buy"]) {
          const users = (of: (row: (typeof rows)[number]) => boolean) =>
            new Set(rows.filter((row) => row.name === name && of(row)).map(({ user }) => user)).size;
          const unique = ({ events }: Pick<TableFigures, "events">) => events[name]?.unique ?? 0;
          expect(unique(table.organic!), `organic ${name}`).toBe(users((row) => row.campaign === null));
          expect(unique(table.total), `total ${name}`).toBe(users((row) => row.campaign !== null));
          for (const campaign of table.campaigns) {
            expect(unique(campaign), `campaign ${name}`).toBe(users((row) => row.campaign === campaign.id));
            for (const adSet of campaign.children)
              expect(unique(adSet), `ad set ${name}`).toBe(
                users((row) => row.campaign === campaign.id && row.ad_set === adSet.id),
              );
          }
        }
      },
    ),
    { numRuns: historyCount(25) },
  );
});
