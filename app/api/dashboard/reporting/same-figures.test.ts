import { beforeAll, expect, test } from "vitest";
import { dashboardRoutes } from "@/app/api/dashboard/routes";
import * as share from "@/app/api/share/[token]/route";
import * as reporting from "@/app/api/v1/reporting/campaigns/route";
import { asServed } from "@/lib/platform/http/testing";
import { type AMember, aMember, withoutLimits } from "@/testing/factories";
import { type KnownProject, knownProject } from "@/testing/reporting";

/** The figures of one campaign in the same days, wherever they are shown. Money is in cents, retention in whole percent. */

const days = { from: "2026-06-01", to: "2026-06-10" };
const refunds = "payment:SUBSCRIPTION_REFUNDED:amount";
const shownEverywhere = ["installs", "clicks", "spend", "revenue", "roas", refunds];
const ofCohorts = ["cohort:d1:retention", "cohort:d7:retention"];
const ofDays = ["classic_d1", "classic_d7"];

asServed([dashboardRoutes, share, reporting], (call) => {
  let world: KnownProject;
  let viewer: AMember;

  beforeAll(async () => {
    world = await knownProject();
    await withoutLimits(world.app);
    viewer = await aMember("marketer", world.app.accountId);
  });

  async function figuresAt(now: Date) {
    const { project, serverKey } = world.app;
    const base = `/api/dashboard/projects/${project.id}`;
    const of = { session: viewer.session, now };
    const get = async (path: string, query: Record<string, string> = {}) => {
      const got = await call(`GET ${base}${path}`, { ...of, query: { ...days, ...query } });
      expect(got.status, got.text).toBe(200);
      return got;
    };
    const inCents = (text: string) => Math.round(100 * Number(text.replace(/[^\d.-]/g, "")));
    const percentOf = (text: string | null) => (text === null ? null : Number(text.replace("%", "")));
    const hundredths = (value: number) => Math.round(100 * value) / 100;
    const columns = [...shownEverywhere, ...ofCohorts].join();
    const pick = (row: {
      metrics: Record<string, number>;
      payments: Record<string, { amount: number }>;
    }) => ({
      installs: row.metrics.installs,
      clicks: row.metrics.clicks,
      spend: row.metrics.spend,
      revenue: row.metrics.revenue,
      roas: hundredths(row.metrics.roas!),
      refunds: row.payments.SUBSCRIPTION_REFUNDED!.amount,
    });
    const cohortsOf = (values: Record<string, number | null>) =>
      Object.fromEntries(ofCohorts.map((id) => [id, values[id] == null ? null : hundredths(values[id])]));

    const page = (await get(`/campaigns/${world.meta.id}/figures`, { compare: "none" })).body.data.figures;
    const { curve } = (await get(`/campaigns/${world.meta.id}/cohorts`)).body.data;
    const retained = (age: number) => Math.round((100 * curve[age - 1].opened) / curve[age - 1].installs);
    const table = (await get("/report", { columns: `${columns},${ofDays}` })).body.data.campaigns.find(
      ({ id }: { id: string }) => Number(id) === world.meta.id,
    );
    const group = (await get("/report/groups", { by: "campaign", columns })).body.data.rows.find(
      ({ keys }: { keys: string[] }) => Number(keys[0]) === world.meta.id,
    );
    const csv = (await get("/report/export.csv", { columns: `${columns},${ofDays}` })).text
      .trim()
      .split("\r\n")
      .map((line) => line.replaceAll('"', "").split(","))
      .find(([, name]) => name === "Alps")!
      .slice(-(shownEverywhere.length + ofCohorts.length + ofDays.length))
      .map((cell) => (cell === "–" ? null : Number(cell)));
    const api = (
      await call("GET /api/v1/reporting/campaigns", {
        key: serverKey,
        now,
        query: { ...days, cohort_figures: "d1:retention,d7:retention" },
      })
    ).body.data.campaigns.find(({ id }: { id: number }) => id === world.meta.id);
    const made = await call(`POST ${base}/shares`, {
      ...of,
      body: {
        title: "Same",
        window: days,
        shown: { kind: "report", query: `by=campaign&columns=${columns}` },
      },
    });
    const token = made.body.data.link.split("/").pop();
    const shared = (await call(`GET /api/share/${token}`, { now })).body.data.report.rows.find(
      ({ labels }: { labels: string[] }) => labels[0] === "Alps",
    ).metrics;

    const [installs, clicks, spend, revenue, roas, refunded, d1, d7, classicD1, classicD7] = csv;
    return {
      figures: {
        // It has no refunds of their own: revenue is without them.
        page: { ...pick({ metrics: page, payments: { SUBSCRIPTION_REFUNDED: { amount: 500 } } }) },
        table: pick(table),
        group: pick(group),
        csv: {
          ...{ installs, clicks, roas },
          spend: Math.round(100 * spend!),
          revenue: Math.round(100 * revenue!),
          refunds: Math.round(100 * refunded!),
        },
        api: {
          installs: Number(api.installs),
          clicks: Number(api.clicks),
          spend: inCents(api.spend),
          revenue: inCents(api.revenue),
          roas: Number(api.roas),
          refunds: inCents(api.payment_events.SUBSCRIPTION_REFUNDED.total),
        },
        shared: pick({
          metrics: shared,
          payments: { SUBSCRIPTION_REFUNDED: { amount: shared[refunds] } },
        }),
      },
      /** By calendar days, as documented: the newest installs' day may not be over. */
      retention: {
        page: { d1: retained(1), d7: retained(7) },
        table: { d1: table.classic_retention.d1, d7: table.classic_retention.d7 },
        csv: { d1: classicD1, d7: classicD7 },
        api: { d1: api.classic_retention.d1, d7: api.classic_retention.d7 },
      },
      /** Of installs that have completed the age. */
      cohorts: {
        table: cohortsOf(table.cohorts),
        group: cohortsOf(group.cohorts),
        csv: { "cohort:d1:retention": d1, "cohort:d7:retention": d7 },
        api: Object.fromEntries(
          ofCohorts.map((id) => [id, percentOf(api.cohort_figures[id.replace("cohort:", "")])]),
        ),
        shared: cohortsOf(shared),
      },
    };
  }

  // The installs are of 3 and 4 June. On the first of these days, D7 of the last ones has just begun.
  test.each(["2026-06-11T12:00:00Z", "2026-06-12T00:30:00Z", "2026-06-20T12:00:00Z"])(
    "on %s, the campaign's page, the report, its file, the API and a shared link have the same figures",
    async (now) => {
      const { figures, retention, cohorts } = await figuresAt(new Date(now));
      const known = { installs: 3, clicks: 4, spend: 4_100, revenue: 2_000, roas: 0.49, refunds: 500 };
      for (const [where, found] of Object.entries(figures)) expect([where, found]).toEqual([where, known]);
      for (const [where, found] of Object.entries(retention))
        expect([where, found]).toEqual([where, { d1: 33, d7: 0 }]);
      for (const [where, found] of Object.entries(cohorts))
        expect([where, found]).toEqual([where, cohorts.table]);
    },
  );
});
