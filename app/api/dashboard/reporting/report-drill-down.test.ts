import fc from "fast-check";
import { expect, test } from "vitest";
import { type AdParts, drillDown } from "@/app/(dashboard)/shell/figures/drill-down";
import { drillDownOfGroup } from "@/app/(dashboard)/shell/figures/group-labels";
import { drillDownFigureOf } from "@/app/(dashboard)/shell/figures/table-address";
import { sql } from "@/db";
import type { Project } from "@/lib/accounts/access/project";
import { adRevenueList } from "@/lib/activity/lists/ad-revenue/list";
import { adRevenueSchema } from "@/lib/activity/lists/ad-revenue/schema";
import { clicksList } from "@/lib/activity/lists/clicks/list";
import { clickSchema } from "@/lib/activity/lists/clicks/schema";
import { eventsList } from "@/lib/activity/lists/events/list";
import { eventSchema } from "@/lib/activity/lists/events/schema";
import { installsList } from "@/lib/activity/lists/installs/list";
import { installSchema } from "@/lib/activity/lists/installs/schema";
import { paymentsList } from "@/lib/activity/lists/payments/list";
import { paymentSchema } from "@/lib/activity/lists/payments/schema";
import { signUpsList } from "@/lib/activity/lists/users/list";
import { signUpSchema } from "@/lib/activity/lists/users/schema";
import { showCampaign } from "@/lib/campaigns/table/list";
import { noAdSetId } from "@/lib/ledger/campaign-groups";
import { reportGroups } from "@/lib/reporting/groups/groups";
import { groupsQuery } from "@/lib/reporting/groups/schema";
import type { MetricName, MetricView } from "@/lib/reporting/metrics/metrics";
import { isNotSplit } from "@/lib/reporting/metrics/return-metrics";
import {
  eventColumns,
  fixedColumns,
  isInView,
  metricColumns,
  type ReportColumn,
} from "@/lib/reporting/table/columns";
import { reportTableQuery, type TableFigures } from "@/lib/reporting/table/schema";
import { reportTable } from "@/lib/reporting/table/table";
import { listSpend } from "@/lib/spend/list/list";
import { spendQuery } from "@/lib/spend/list/schema";
import { recordSpend } from "@/lib/spend/record";
import { decideEverything } from "@/testing/factories";
import {
  aLedgerStage,
  arbitraryStep,
  type LedgerStage,
  type LedgerStep,
  ledgerZones,
  playSteps,
  stepsOfReturn,
} from "@/testing/ledger";
import { historyCount } from "@/testing/rounds";

type Rows = { revenue_minor?: number; amount_minor?: number | null }[];

const read = new Map<string, Promise<Rows>>();

/** The rows behind a dashboard link. Each link is read once, after its project is complete. */
function shown(project: Project, href: string): Promise<Rows> {
  const rows = read.get(href) ?? rowsAt(project, href);
  read.set(href, rows);
  return rows;
}

async function rowsAt(project: Project, href: string): Promise<Rows> {
  const { pathname, searchParams } = new URL(href, "http://localhost");
  const query = { ...Object.fromEntries(searchParams), limit: "200" };
  switch (pathname.split("/").at(-1)) {
    case "clicks":
      return (await clicksList.page(project, clickSchema.query.parse(query))).clicks as Rows;
    case "installs":
      return (await installsList.page(project, installSchema.query.parse(query))).installs as Rows;
    case "events":
      return (await eventsList.page(project, eventSchema.query.parse(query))).events;
    case "ad-revenue":
      return (await adRevenueList.page(project, adRevenueSchema.query.parse(query))).ad_revenue;
    case "payments":
      return (await paymentsList.page(project, paymentSchema.query.parse(query))).payments;
    case "spend":
      return (await listSpend(project, spendQuery.parse(query))).rows;
    case "sign-ups": {
      const rows = (await signUpsList.page(project, signUpSchema.query.parse(query))).sign_ups as Rows;
      expect(await signUpsList.totals(project, signUpSchema.filter.parse(query))).toEqual({
        count: rows.length,
        more: false,
      });
      return rows;
    }
    default:
      throw new Error(`no list is at ${pathname}`);
  }
}

const worthOf = (column: ReportColumn, rows: Rows): number => {
  const sum = (of: (row: Rows[number]) => number) => rows.reduce((total, row) => total + of(row), 0);
  if (column.id === "revenue") return sum((row) => row.revenue_minor ?? 0);
  return column.part === "amount" || column.id === "spend" || column.id === "ad_revenue"
    ? sum((row) => row.amount_minor ?? 0)
    : rows.length;
};

/** Checks every linked figure of the report for these days and this platform. */
async function readGroups(
  project: Project,
  days: { from?: string; to?: string },
  platform: "" | "ios" | "android",
  view: MetricView = "user_acquisition",
  country = "",
) {
  const query = reportTableQuery.parse({
    ...days,
    view,
    ...(platform ? { platform } : {}),
    ...(country ? { country } : {}),
  });
  const data = await reportTable(project, query, new Date("2026-06-01T12:00:00Z"));
  const columns = [
    ...fixedColumns,
    ...data.events.flatMap((name) => eventColumns("event", name)),
    ...data.payments.flatMap((name) => eventColumns("payment", name)),
  ].filter((column) => isInView(view, column));
  let compared = 0;
  const compare = async (figures: TableFigures, campaign: string | undefined, part?: AdParts) => {
    for (const column of columns) {
      const figure = drillDownFigureOf(column, view);
      const dimensions = { project: project.id, campaign, ...days, platform, country, part };
      const href = figure && drillDown(figure, dimensions);
      if (href === undefined || isNotSplit(column, figures)) continue;
      const rows = await shown(project, href);
      // Ad revenue has fractions of minor units, whose sums have rounding errors of the ninth digit.
      const [worth, figured] = [worthOf(column, rows), column.of(figures) ?? 0].map((n) =>
        Number(n.toFixed(6)),
      );
      expect({ href, worth }).toEqual({ href, worth: figured });
      compared += rows.length;
    }
  };
  if (data.organic) await compare(data.organic, "organic");
  // The totals above the rows are checked once, for all days and any platform.
  if (!days.from && !platform && !country) {
    await compare(data.total, "inorganic");
    if (data.all) await compare(data.all, undefined);
  }
  for (const campaign of data.campaigns) {
    await compare(campaign, campaign.id);
    for (const adSet of campaign.children) {
      const ad_set = adSet.id || noAdSetId;
      await compare(adSet, campaign.id, { ad_set });
      for (const leaf of adSet.children) await compare(leaf, campaign.id, { ad_set, [leaf.level]: leaf.id });
    }
  }
  if (!platform && !country) compared += await readGroupLinks(project, days, view);
  // The overview's funnel counts all campaigns together, whatever their purpose.
  if (view === "retargeting") return compared;
  for (const metric of ["clicks", "installs", "signups"] as const) {
    const sum = data.campaigns.reduce((total, row) => total + (row.metrics[metric] ?? 0), 0);
    const href = drillDown(
      { metric },
      {
        project: project.id,
        campaign: "inorganic",
        ...days,
        platform,
        country,
      },
    )!;
    expect({ href, worth: (await shown(project, href)).length }).toEqual({ href, worth: sum });
  }
  return compared;
}

/** Checks rows by network, affiliate, tag and platform, whose lists cover several campaigns. */
async function readGroupLinks(project: Project, days: { from?: string; to?: string }, view: MetricView) {
  const window = { from: days.from ?? "2026-01-01", to: days.to ?? "2026-12-31" };
  let compared = 0;
  const others = ["network", "affiliate", "tag", "platform", "network,platform"];
  for (const by of [
    ...others,
    "country",
    "campaign,country",
    "country,platform",
    "app_version",
    "campaign,app_version",
    "publisher",
    "campaign,publisher",
  ]) {
    const traffic = by.includes("country") ? "all" : "paid";
    const query = groupsQuery.parse({ ...window, view, by, traffic });
    for (const row of (await reportGroups(project, query, new Date())).rows) {
      const filter = {
        ...window,
        platform: "",
        country: "",
        campaign: traffic === "paid" ? "inorganic" : undefined,
        filtered: false,
      };
      const dimensions = drillDownOfGroup(query.by, row, filter);
      for (const column of metricColumns) {
        const figure = drillDownFigureOf(column, view);
        const href = dimensions && figure && drillDown(figure, { project: project.id, ...dimensions });
        if (!href || isNotSplit(column, row)) continue;
        const rows = await shown(project, href);
        const value = row.metrics[column.id as MetricName];
        expect({ href, worth: worthOf(column, rows) }).toEqual({ href, worth: value ?? 0 });
        compared += rows.length;
      }
    }
  }
  return compared;
}

/** Spend of a campaign, its ad set, a creative and a keyword, for one platform and for all. */
async function sendCosts({ app, campaigns }: LedgerStage) {
  const campaign = (await showCampaign(app.project, campaigns[0]!)).campaign.display_id;
  const cost = {
    campaign,
    network_campaign_id: "",
    ad_set_id: "",
    creative_id: "",
    keyword_id: "",
    platform: "",
    country: "",
  };
  const set = { ...cost, ad_set_id: "set 0" };
  const rows = [
    { ...cost, date: "2026-03-28", amount: 10 },
    { ...set, date: "2026-03-28", amount: 20 },
    { ...set, date: "2026-03-29", amount: 3, platform: "ANDROID" as const },
    { ...set, date: "2026-03-30", amount: 4, creative_id: "video" },
    { ...set, date: "2026-03-29", amount: 5, keyword_id: "tents", platform: "IOS" as const },
  ];
  const by = { kind: "HAND" as const, sourceKey: null, name: "By hand", createdBy: "test" };
  await recordSpend(app.project, rows, by, new Date("2026-04-01T12:00:00Z"));
}

async function history(zone: string, steps: LedgerStep[]): Promise<number> {
  const stage = await aLedgerStage(zone);
  await playSteps(stage, [...stepsOfReturn, ...steps], false);
  await sendCosts(stage);
  await decideEverything(stage.app);
  await sql`update campaigns set network = 'META', tags = '{Brand,Summer}'
    where project_id = ${stage.app.project.id} and id = ${stage.campaigns[0]!}`;
  await sql`update campaigns set purpose = 'retargeting'
    where project_id = ${stage.app.project.id} and id = ${stage.campaigns[1]!}`;
  const { project } = stage.app;
  const filter = await readGroups(project, { from: "2026-03-28", to: "2026-03-29" }, "");
  const returns = await readGroups(project, {}, "", "retargeting");
  const inIndia = await readGroups(project, {}, "", "user_acquisition", "IN");
  const unknown = await readGroups(project, {}, "", "user_acquisition", "none");
  const all = (await readGroups(project, {}, "")) + (await readGroups(project, {}, "android"));
  return filter + returns + inIndia + unknown + all;
}

const at = (minutes: number) => ({ minutes });

test("a figure of the report links to exactly the rows that it counts: no tests, removed rows or other parts", async () => {
  const everything: LedgerStep[] = [
    { do: "init", instance: "i1", click: 0, ...at(10) },
    { do: "init", instance: "i2", click: 1, country: "DE", ...at(20) },
    { do: "init", instance: "i3", click: 2, country: "IN", ...at(30) },
    { do: "init", instance: "i4", click: null, ...at(40) },
    { do: "decide" },
    { do: "trigger", instance: "i1", user: "u1", ...at(50) },
    { do: "trigger", instance: "i3", user: "u2", ...at(60) },
    { do: "trigger", instance: null, user: "u3", ...at(70) },
    { do: "event", instance: "i1", user: null, name: "view", amount: 1.5, ...at(80) },
    { do: "event", instance: "i3", user: null, name: "view", amount: 2, ...at(90) },
    { do: "event", instance: null, user: "u3", name: "buy", amount: null, ...at(100) },
    {
      do: "pay",
      user: "u1",
      payment: "p1",
      type: "ONE_TIME",
      status: "PAYMENT_COMPLETED",
      amount: 900,
      ...at(110),
    },
    {
      do: "pay",
      user: "u1",
      payment: "p2",
      type: "SUBSCRIPTION_REFUNDED",
      status: "PAYMENT_COMPLETED",
      amount: 200,
      ...at(2000),
    } as LedgerStep,
    {
      do: "pay",
      user: "u2",
      payment: "p3",
      type: "ONE_TIME",
      status: "PAYMENT_COMPLETED",
      amount: 500,
      ...at(130),
    },
    {
      do: "pay",
      user: "u3",
      payment: null,
      type: "DEFAULT",
      status: "PAYMENT_FAILED",
      amount: 100,
      ...at(140),
    },
    {
      do: "pay",
      user: "u3",
      payment: null,
      type: "DEFAULT",
      status: "PAYMENT_COMPLETED",
      amount: 70,
      ...at(150),
    },
    { do: "remove", payment: "p1", user: "u1" },
    { do: "again", instance: "i2", campaign: 0 },
    { do: "mark", instance: "i3", test: true },
    { do: "move" },
  ];
  expect(await history("Europe/Berlin", everything)).toBeGreaterThan(40);
});

// A slow machine needs the full timeout for each of the twelve histories.
test("also after any random history", { timeout: 12 * 120_000 }, async () => {
  const steps = fc.array(arbitraryStep, { minLength: 10, maxLength: 40, size: "max" });
  const property = fc.asyncProperty(fc.constantFrom(...ledgerZones), steps, async (zone, some) => {
    await history(zone, some);
  });
  await fc.assert(property, { numRuns: historyCount(12) });
});
