import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evaluateSubjects } from "@/lib/alerts/backtest";
import { evaluateWeekdayChange } from "@/lib/alerts/conditions/change";
import { evaluateSilence } from "@/lib/alerts/conditions/no-data";
import {
  alertFigureValue,
  isAlertFigure,
  type RatioParts,
  ratioParts,
  volumeMetric,
} from "@/lib/alerts/conditions/ratio-parts";
import type { DaySeries } from "@/lib/alerts/conditions/series";
import { sumOfSeries } from "@/lib/alerts/conditions/series";
import { evaluateLimit } from "@/lib/alerts/conditions/threshold";
import { alertStepOf } from "@/lib/alerts/conditions/transition";
import { evaluateDay } from "@/lib/alerts/fetch/figures";
import { lastClosedPeriod } from "@/lib/alerts/rules/periods";
import { type FigureCondition, readAlertCondition } from "@/lib/alerts/rules/schema";
import { addDays, eachDay } from "@/lib/base/days";
import { cohortAges } from "@/lib/reporting/metrics/cohort-ages";
import { cohortSumKey, cohortValues } from "@/lib/reporting/metrics/cohort-columns";
import { isGrowingSum } from "@/lib/reporting/metrics/cohort-metrics";
import { alertMetrics, metrics, metricValues } from "@/lib/reporting/metrics/metrics";
import { noSums, type Sum } from "@/lib/reporting/metrics/sums";
import { cohortColumnsOf, noCohortsOfDays, reportColumn } from "@/lib/reporting/table/columns";

const day = "2026-03-30";
const before = (back: number) => addDays(day, -back);

/** The days up to `day`; the first argument is the latest day. */
function series(values: readonly number[], first = before(values.length - 1)): DaySeries {
  return {
    first,
    days: new Map(values.map((top, back): [string, RatioParts] => [before(back), { top, bottom: 0 }])),
  };
}
const repeat = (value: number, times = 42) => Array.from({ length: times }, () => value);
const installs = { metric: "installs", direction: "both", sensitivity: 3, least: 0 } as const;

describe("a value compared with its own past", () => {
  test.each([
    ["a usual day", [100, ...repeat(100)], "inside", null],
    // The same figure every day. Without a minimum width, any other figure would cause an alert.
    ["chance, where the distance is zero", [85, ...repeat(100)], "inside", null],
    ["a fall, where the distance is zero", [60, ...repeat(100)], "outside", null],
    ["a rise", [150, ...repeat(100)], "outside", null],
    ["nothing at all", [0, ...repeat(100)], "outside", null],
    // In Berlin, clocks went forward the day before: its 23 hours are one day of six weeks.
    ["a day of 23 hours in the past", [100, 91, ...repeat(100, 41)], "inside", null],
    ["a project that was made yesterday", [5, 100], "silent", "no_history"],
    ["three weeks", [5, ...repeat(100, 21)], "silent", "no_history"],
    ["four weeks", [5, ...repeat(100, 28)], "outside", null],
    ["no figures ever", [], "silent", "no_history"],
  ])("%s", (_, values, is, why) => {
    expect(evaluateWeekdayChange(series(values), day, installs)).toMatchObject({ is, why });
  });

  test("a weekday is compared with the same weekdays, and one past outage changes nothing", () => {
    // Every seventh day has a tenth of the others.
    const weekly = Array.from({ length: 43 }, (_, back) => (back % 7 === 0 ? 10 : 100));
    expect(evaluateWeekdayChange(series(weekly), day, installs)).toMatchObject({ is: "inside", usual: 10 });
    const outage = weekly.map((value, back) => (back === 14 ? 0 : value));
    expect(evaluateWeekdayChange(series(outage), day, installs)).toMatchObject({ is: "inside", usual: 10 });
    expect(
      evaluateWeekdayChange(series([0, ...repeat(100)]), day, { ...installs, direction: "rise" }).is,
    ).toBe("inside");
  });

  test("too little volume gives no result, and neither does a ratio without a value", () => {
    expect(evaluateWeekdayChange(series([0, ...repeat(4)]), day, { ...installs, least: 10 })).toMatchObject({
      is: "silent",
      why: "low_volume",
    });
    // A previously large figure that is now zero is judged by its former size.
    expect(evaluateWeekdayChange(series([0, ...repeat(100)]), day, { ...installs, least: 10 }).is).toBe(
      "outside",
    );
    const costs = series([100, ...repeat(100)]);
    expect(evaluateWeekdayChange(costs, day, { ...installs, metric: "cost_per_install" }).is).toBe("silent");
  });

  test("the range never extends below zero, so small numbers do not fire for being zero", () => {
    expect(evaluateWeekdayChange(series([0, ...repeat(5)]), day, installs)).toMatchObject({
      is: "inside",
      low: 0,
    });
  });
});

test("without a configured minimum the first sale after weeks does not fire, and a real change does", () => {
  const one = readAlertCondition({ kind: "change", metric: "revenue" }).data as FigureCondition;
  const of = (minor: number) => evaluateDay(one, series([minor, ...repeat(0)]), day, "USD");
  expect(of(99)).toMatchObject({ is: "silent", why: "low_volume" });
  expect(of(9_900)).toMatchObject({ is: "outside", unit: "money", currency: "USD" });
});

test.each(alertMetrics)("%s of a rule equals the report's, for any sums and for several days", (name) => {
  const amount = fc.integer({ min: 0, max: 1_000_000 });
  const sums = fc.record({
    clicks: amount,
    installs: amount,
    signups: amount,
    paid: amount,
    refund: amount,
    spend: amount,
  });
  fc.assert(
    fc.property(fc.array(sums, { minLength: 1, maxLength: 5 }), (days) => {
      const of = (one: (typeof days)[number]) => {
        const made = noSums();
        for (const measure of ["clicks", "installs", "signups"] as const)
          made.measures.set(measure, { count: one[measure], amount: 0 });
        made.measures.set("spend", { count: 0, amount: one.spend });
        made.payments.set("FIRST_PAYMENT", { count: one.paid > 0 ? 1 : 0, amount: one.paid });
        made.payments.set("REFUND", { count: one.refund > 0 ? 1 : 0, amount: one.refund });
        return made;
      };
      const whole = of(
        days.reduce((all, one) => {
          const keys = Object.keys(all) as (keyof typeof all)[];
          return Object.fromEntries(keys.map((key) => [key, all[key] + one[key]])) as typeof all;
        }),
      );
      for (const type of ["FIRST_PAYMENT", "REFUND"]) {
        const key = type === "REFUND" ? "refund" : "paid";
        whole.payments.get(type)!.count = days.filter((one) => one[key] > 0).length;
      }
      const all: DaySeries = {
        first: before(days.length - 1),
        days: new Map(days.map((one, back) => [before(back), ratioParts(name, of(one))])),
      };
      expect(alertFigureValue(name, sumOfSeries(all, day, days.length)!)).toBe(metrics[name].of(whole));
    }),
  );
});

const ofColumns = [...cohortColumnsOf(null), ...cohortColumnsOf("it's")]
  .filter(({ cohort }) => cohort?.at === "d7")
  .map(({ id }) => id)
  .concat(["count", "amount", "cost"].flatMap((part) => [`event:it's:${part}`, `payment:ONE_TIME:${part}`]));

test.each(ofColumns)("%s of a rule equals the report's column, for any sums and for several days", (id) => {
  const column = reportColumn(id)!;
  if (!isAlertFigure(id)) throw new Error(`${id} is not a figure of rules.`);
  const keys = [
    ...["installs", "payers", "opened_on"].map((measure) => ({ measure, event: "" })),
    ...["spend", "revenue_since", "event_since", "event_installs"].map((measure) => ({
      measure,
      event: "it's",
    })),
  ];
  const amount = fc.integer({ min: 0, max: 1_000_000 });
  const sums = fc.record({
    spend: amount,
    event: amount,
    paid: amount,
    cohort: fc.array(amount, { minLength: 7, maxLength: 7 }),
  });
  const of = (days: { spend: number; event: number; paid: number; cohort: number[] }[]) => {
    const made = noSums();
    const add = (into: Map<string, Sum>, key: string, count: number, of: number) => {
      const before = into.get(key) ?? { count: 0, amount: 0 };
      into.set(key, { count: before.count + count, amount: before.amount + of });
    };
    for (const { spend, event, paid, cohort } of days) {
      add(made.measures, "spend", 0, spend);
      add(made.events, "it's", event > 0 ? 3 : 0, event);
      add(made.payments, "ONE_TIME", paid > 0 ? 2 : 0, paid);
      for (const [i, { measure, event: name }] of keys.entries()) {
        // A day without installs has no other figures of cohorts.
        const value = cohort[i]! + (measure === "installs" ? 1 : 0);
        for (const { name: at } of cohortAges)
          if (at !== "lifetime")
            add(
              made.cohorts,
              cohortSumKey(at, measure, measure.startsWith("event_") ? name : ""),
              value,
              value,
            );
      }
    }
    return made;
  };
  fc.assert(
    fc.property(fc.array(sums, { minLength: 1, maxLength: 5 }), (days) => {
      const all: DaySeries = {
        first: before(days.length - 1),
        days: new Map(days.map((one, back) => [before(back), ratioParts(id, of([one]))])),
      };
      const whole = of(days);
      const shown = column.of({
        ...noCohortsOfDays,
        metrics: metricValues(whole),
        events: Object.fromEntries(whole.events),
        payments: Object.fromEntries(whole.payments),
        cohorts: cohortValues(whole, column.cohort ? [column.cohort] : []),
      });
      const value = alertFigureValue(id, sumOfSeries(all, day, days.length)!);
      // A rule counts a sum of nothing as zero.
      expect(value).toBe(column.cohort && isGrowingSum(column.cohort.metric) ? (shown ?? 0) : shown);
    }),
  );
});

test.each(["cohort:d2:roas", "event:x:unique", "suspicious_share", "scans", "cohort:d7:events", "__proto__"])(
  "%s is not a figure that a rule can watch",
  (metric) => {
    expect(readAlertCondition({ kind: "change", metric }).success).toBe(false);
  },
);

test.each([
  ["at the limit", { top: 300, bottom: 100 }, "inside", null],
  ["above it", { top: 301, bottom: 100 }, "outside", null],
  ["no installs", { top: 300, bottom: 0 }, "silent", "no_value"],
  ["too little spent", { top: 99, bottom: 1 }, "silent", "low_volume"],
  ["not on record", null, "silent", "no_history"],
])("a cost per install above 3: %s", (_, parts, is, why) => {
  const settings = { metric: "cost_per_install", side: "above", limit: 3, least: 100 } as const;
  expect(evaluateLimit(parts, settings)).toMatchObject({ is, why });
});

describe("quiet", () => {
  const hours = (days: number, comes: (hour: number) => boolean) =>
    Array.from({ length: days * 24 }, (_, at) => comes(at % 24));
  const always = hours(28, () => true);
  const byDay = hours(28, (hour) => hour >= 8);
  const none = (count: number) => Array.from({ length: count }, () => false);

  test.each([
    ["six hours without", [...always, ...none(6)], "inside"],
    ["seven hours without", [...always, ...none(7)], "outside"],
    ["a night, where every night is so", [...byDay, ...none(8)], "inside"],
    ["the morning after it as well", [...byDay, ...none(11)], "outside"],
    ["a new project", [...hours(3, () => true), ...none(12)], "silent"],
    ["nothing ever", none(700), "silent"],
    ["one a day, two days without", [...hours(28, (hour) => hour === 12), ...none(48)], "inside"],
    ["one a day, a week without", [...hours(28, (hour) => hour === 12), ...none(160)], "outside"],
  ])("%s", (_, all, is) => {
    expect(evaluateSilence(all, 6).is).toBe(is);
  });
});

describe("the effect of an evaluation", () => {
  const now = new Date("2026-03-30T12:00:00Z");
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const calm = { open: null, lastNotifiedAt: null, isMuted: false };
  const firing = { open: { id: "1", notifiedAt: ago(30) }, lastNotifiedAt: ago(30), isMuted: false };
  test.each([
    ["nothing", "inside", calm, "nothing", false],
    ["it begins", "outside", calm, "fire", true],
    ["it goes on", "outside", firing, "keep", false],
    ["it is over", "inside", firing, "resolve", true],
    ["it is over while muted", "inside", { ...firing, isMuted: true }, "resolve", false],
    [
      "what nobody heard of is over",
      "inside",
      { ...firing, open: { id: "1", notifiedAt: null } },
      "resolve",
      false,
    ],
    ["nothing can be said any more", "silent", firing, "resolve", true],
    ["nothing can be said", "silent", calm, "nothing", false],
    ["it begins while muted", "outside", { ...calm, isMuted: true }, "fire", false],
    ["notified an hour ago, it begins again", "outside", { ...calm, lastNotifiedAt: ago(1) }, "fire", false],
    ["notified a day ago, it begins again", "outside", { ...calm, lastNotifiedAt: ago(24) }, "fire", true],
    [
      "it was not notified when it began, and continues when it may be",
      "outside",
      { open: { id: "1", notifiedAt: null }, lastNotifiedAt: ago(25), isMuted: false },
      "keep",
      true,
    ],
  ] as const)("%s", (_, is, standing, does, notifies) => {
    expect(alertStepOf(is, standing, now)).toEqual({ does, notifies });
  });
});

test("a limit for today is evaluated for a day's last hour once that hour is over", () => {
  const today = {
    ...readAlertCondition({ kind: "limit", metric: "spend", side: "above", limit: 5, days: 0 }).data!,
  };
  // Midnight in Kathmandu is a quarter past six in the evening.
  for (const [zone, now, day] of [
    ["UTC", "2026-01-01T23:02:00Z", "2026-01-01"],
    ["UTC", "2026-01-02T00:02:00Z", "2026-01-01"],
    ["UTC", "2026-01-02T01:02:00Z", "2026-01-02"],
    ["Asia/Kathmandu", "2026-01-01T19:02:00Z", "2026-01-01"],
    ["Asia/Kathmandu", "2026-01-01T20:02:00Z", "2026-01-02"],
  ] as const)
    expect(lastClosedPeriod(today, zone, new Date(now)).day, now).toBe(day);
});

test("a backtest of hundreds of campaigns lets other work run in between", () => {
  const one = readAlertCondition({ kind: "change", metric: "installs", scope: "each_campaign" })
    .data as FigureCondition;
  const days = new Map(eachDay("2026-01-01", "2026-03-01").map((day) => [day, { top: 100, bottom: 0 }]));
  const subjects = ["a", "b", "c"].map((label) => ({
    subject: label,
    label,
    series: { first: "2026-01-01", days },
  }));
  const steps = evaluateSubjects({ currency: "USD" }, one, subjects, ["2026-03-01", "2026-03-02"]);
  for (const _ of subjects) expect(steps.next().done).toBe(false);
  expect(steps.next()).toMatchObject({ done: true, value: { tested: 2, times: 3 } });
});

test("a rule's minimum counts the metric that its value is based on", () => {
  const counted = [...alertMetrics, "suspicious_share" as const].map((name) => [
    name,
    volumeMetric(name).name,
  ]);
  expect(Object.fromEntries(counted)).toEqual({
    clicks: "clicks",
    installs: "installs",
    signups: "signups",
    conversion: "installs",
    revenue: "revenue",
    revenue_event_count: "revenue_event_count",
    ad_revenue: "ad_revenue",
    total_revenue: "total_revenue",
    spend: "spend",
    roas: "spend",
    ad_roas: "spend",
    total_roas: "spend",
    cost_per_install: "spend",
    cost_per_signup: "spend",
    suspicious_share: "installs",
  });
});
