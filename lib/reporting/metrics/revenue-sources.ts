import { t } from "@/lib/base/languages/texts";
/** Whose revenue the columns show: that of purchases, of ads, or of both. Runs in the browser too. */
export const revenueSources = ["purchases", "ads", "both"] as const;
export type RevenueSource = (typeof revenueSources)[number];

export const revenueSourceNames: Record<RevenueSource, string> = {
  purchases: t("Purchases"),
  ads: t("Ads"),
  both: t("Both"),
};

export const revenueSourcesMeaning = t(
  "Purchases: completed payments, net of refunds. Ads: what users' ad impressions earned. Changes the columns of revenue, ROAS and LTV.",
);

const prefixes: Record<RevenueSource, string> = { purchases: "", ads: "ad_", both: "total_" };

/** A metric that exists for each source, or the same figure of cohorts at an age: `roas`, `cohort:d7:ad_ltv`. */
const form = /^(cohort:[a-z0-9]+:)?(ad_|total_)?(revenue|roas|ltv)$/;

/** The source of a metric or column; null if it has none. */
export function revenueSourceOf(id: string): RevenueSource | null {
  const [whole, , prefix = ""] = form.exec(id) ?? [];
  return whole === undefined ? null : revenueSources.find((source) => prefixes[source] === prefix)!;
}

/** The same metric or column of another source; others stay. */
export const withRevenueSource = (id: string, source: RevenueSource): string =>
  id.replace(form, (_, cohort: string | undefined, _prefix, metric: string) =>
    [cohort ?? "", prefixes[source], metric].join(""),
  );

/** The source of all columns that have one; null for several sources, or none. */
export function revenueSourceOfAll(ids: readonly string[]): RevenueSource | null {
  const [source, ...others] = new Set(ids.flatMap((id) => revenueSourceOf(id) ?? []));
  return others.length === 0 ? (source ?? null) : null;
}

/** The columns of another source. Columns that become the same appear once. */
export const columnsOfSource = (ids: readonly string[], source: RevenueSource): string[] => [
  ...new Set(ids.map((id) => withRevenueSource(id, source))),
];
