import { expect, test } from "vitest";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { figureText } from "@/lib/alerts/reports/figure-text";
import {
  alertMetrics,
  type MetricName,
  measuresFor,
  metricNames,
  metrics,
  sortFields,
} from "@/lib/reporting/metrics/metrics";
import { noSums, type Ratio, type Sums } from "@/lib/reporting/metrics/sums";
import { csvFigure } from "@/lib/reporting/table/csv";

/** Every sum is a different prime, so that a quotient identifies its operands. */
const counts = {
  clicks: 2,
  impressions: 23,
  installs: 3,
  signups: 5,
  reinstalls: 7,
  reengagements: 29,
  probed: 11,
  uninstalled: 13,
  network_clicks: 37,
};
const networkImpressions = 41;
const countedSpend = 43;
const revenue = 17;
const spend = 19;
const adRevenue = 31.5;

function sums(): Sums {
  const made = noSums();
  for (const [measure, count] of Object.entries(counts)) made.measures.set(measure, { count, amount: 0 });
  made.measures.set("ad_revenue", { count: 4, amount: adRevenue });
  made.measures.set("network_impressions", { count: networkImpressions, amount: countedSpend });
  made.measures.set("spend", { count: 0, amount: spend });
  made.payments.set("DEFAULT", { count: 1, amount: revenue });
  return made;
}

const ratios: Partial<Record<MetricName, [Ratio, number]>> = {
  conversion: [{ top: "signups", bottom: "installs", times: 100 }, (100 * 5) / 3],
  roas: [{ top: "revenue", bottom: "spend", times: 1 }, 17 / 19],
  ad_roas: [{ top: "ad_revenue", bottom: "spend", times: 1 }, 31.5 / 19],
  total_roas: [{ top: "total_revenue", bottom: "spend", times: 1 }, (17 + 31.5) / 19],
  cost_per_click: [{ top: "spend", bottom: "clicks", times: 1 }, 19 / 2],
  cost_per_mille: [{ top: "spend", bottom: "impressions", times: 1_000 }, (1_000 * 19) / 23],
  cost_per_install: [{ top: "spend", bottom: "installs", times: 1 }, 19 / 3],
  cost_per_signup: [{ top: "spend", bottom: "signups", times: 1 }, 19 / 5],
  cost_per_reinstall: [{ top: "spend", bottom: "reinstalls", times: 1 }, 19 / 7],
  cost_per_reengagement: [{ top: "spend", bottom: "reengagements", times: 1 }, 19 / 29],
  network_ctr: [{ top: "network_clicks", bottom: "network_impressions", times: 100 }, (100 * 37) / 41],
  network_cost_per_click: [{ top: "counted_spend", bottom: "network_clicks", times: 1 }, 43 / 37],
  network_cost_per_mille: [
    { top: "counted_spend", bottom: "network_impressions", times: 1_000 },
    (1_000 * 43) / 41,
  ],
  uninstall_rate: [{ top: "uninstalled", bottom: "probed", times: 100 }, (100 * 13) / 11],
};

test("every ratio divides the numerator by the denominator that the table of metrics names", () => {
  for (const name of metricNames) {
    const { unit, ratio, of } = metrics[name] as { unit: string; ratio?: Ratio; of(of: Sums): number | null };
    const isRatio = unit === "ratio" || unit === "percent" || name.includes("cost_per_");
    expect([name, ratio !== undefined]).toEqual([name, isRatio]);
    expect([name, ratio]).toEqual([name, ratios[name]?.[0]]);
    if (isRatio) expect([name, of(sums())]).toEqual([name, ratios[name]?.[1]]);
  }
});

test("a ratio is not a percentage and has two decimals in files, emails and on screens", () => {
  expect(csvFigure("ratio", 0.5, 2)).toBe("0.50");
  expect(figureText("ratio", 0.5, "EUR")).toBe("0.50");
  const { full, even, short } = figureFormat("EUR");
  expect([full("ratio", 0.5), even("ratio", 0.5), short("ratio", 0.04)]).toEqual(["0.50", "0.50", "0.04"]);
});

test("the API's report can be sorted by the documented fields in their order, and alert rules watch these metrics", () => {
  expect(sortFields.join()).toBe(
    "clicks,installs,signups,revenue,spend,created_at,uninstalls,conversion,suspicious_installs,roas",
  );
  expect(alertMetrics.join()).toBe(
    "clicks,installs,signups,conversion,revenue,revenue_event_count,spend,roas,ad_revenue,total_revenue,ad_roas,total_roas,cost_per_install,cost_per_signup",
  );
});

test("sorting by a metric reads every measure that its figure is computed from", () => {
  const all = sums();
  const payments = ["payment", "return_payment"];
  for (const field of sortFields) {
    if (field === "created_at") continue;
    const known = measuresFor(field);
    const some: Sums = {
      ...all,
      measures: new Map([...all.measures].filter(([measure]) => known.includes(measure))),
      payments: payments.some((measure) => known.includes(measure)) ? all.payments : new Map(),
    };
    expect([field, metrics[field].of(some)]).toEqual([field, metrics[field].of(all)]);
  }
});
