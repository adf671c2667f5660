import { at, type QueryOf, withQuery } from "@/app/(dashboard)/shell/api";
import {
  type DayWindow,
  namedPresets,
  type WindowPreset,
  windowCodecs,
} from "@/app/(dashboard)/shell/dates/window";
import { drillDown } from "@/app/(dashboard)/shell/figures/drill-down";
import { drillDownOfGroup } from "@/app/(dashboard)/shell/figures/group-labels";
import type { SqlChoice } from "@/app/(dashboard)/shell/figures/show-sql";
import { filtersCampaigns, reportCodecs } from "@/app/(dashboard)/shell/figures/table-address";
import { type UrlState, urlChoice, urlText } from "@/components/use-url-state";
import { noAdSetId } from "@/lib/ledger/campaign-groups";
import {
  breakdownNames,
  type CohortBreakdown,
  type CohortGranularity,
  type CohortRow,
  cohortBreakdowns,
  cohortGranularities,
} from "@/lib/reporting/cohorts/schema";
import type { CohortSqlRows } from "@/lib/reporting/cohorts/sql-schema";
import {
  type CohortMetricName,
  cohortMetricNames,
  isOfEvent,
  isOfUsers,
  needsSpend,
} from "@/lib/reporting/metrics/cohort-metrics";

/** Networks do not report spend by app version or publisher, so their rows have revenue or spend, never both. */
export const lacksSpend = (by: CohortBreakdown | "", metric: CohortMetricName) =>
  (by === "app_version" || by === "publisher") && needsSpend(metric);

/** The address of another breakdown, with a metric that has values in it. */
export const withBreakdown = (by: CohortBreakdown | "", { metric }: Pick<CohortAddress, "metric">) => ({
  by,
  ...(lacksSpend(by, metric) && { metric: "ltv" as const }),
});

const { search, network, affiliate, platform, country, publisher, status, traffic } = reportCodecs;

export const cohortCodecs = {
  ...windowCodecs,
  range: urlChoice<WindowPreset>([...namedPresets, "custom"], "90d"),
  ...{ search, network, affiliate, platform, country, publisher, status, traffic },
  metric: urlChoice<CohortMetricName>(cohortMetricNames, "roas"),
  granularity: urlChoice<CohortGranularity>(cohortGranularities, "week"),
  by: urlChoice<CohortBreakdown | "">(["", ...breakdownNames], ""),
  event: urlText(),
  projection: urlChoice<"on" | "off">(["on", "off"], "off"),
  ios: urlChoice<"" | "on">(["", "on"], ""),
};
export type CohortAddress = UrlState<typeof cohortCodecs>;

/** Figures of an event need one. */
export const shownMetric = ({ metric, event }: Pick<CohortAddress, "metric" | "event">): CohortMetricName =>
  event === "" && isOfEvent(metric) ? "roas" : metric;

export const cohortsQueryOf = (
  address: CohortAddress,
  window: DayWindow,
): QueryOf<"/projects/:project/cohorts"> => ({
  ...window,
  granularity: address.granularity,
  traffic: address.traffic,
  by: address.by || undefined,
  event: address.event || undefined,
  event_users: isOfUsers(shownMetric(address)) ? "true" : undefined,
  projection: address.projection === "on" ? "true" : undefined,
  search: address.search || undefined,
  network: address.network || undefined,
  affiliate: address.affiliate || undefined,
  platform: address.platform || undefined,
  country: address.country || undefined,
  publisher: address.publisher || undefined,
  active: address.status === "all" ? undefined : String(address.status === "active"),
});

/** The rows of the screen whose SQL can be shown. */
export function sqlChoicesOf(
  project: number,
  metric: CohortMetricName,
  address: CohortAddress,
  window: DayWindow,
): [SqlChoice, ...SqlChoice[]] {
  const path = at("/projects/:project/cohorts/sql", { project });
  const query = { ...cohortsQueryOf(address, window), projection: undefined, event_users: undefined, metric };
  const choice = (rows: CohortSqlRows, label: string): SqlChoice => ({
    label,
    request: withQuery(path, { ...query, rows }),
  });
  const values: SqlChoice[] =
    address.by === "" ? [] : [choice("values", `By ${cohortBreakdowns[address.by].toLowerCase()}`)];
  const factors = address.projection === "on" ? [choice("factors", "Factors of projections")] : [];
  return [choice("cohorts", "Cohorts"), ...values, choice("total", "Total"), ...factors];
}

/** The link to the installs of a cohort; undefined if their list has no such filter. */
export function installsHref(
  project: number,
  address: CohortAddress,
  { key, from, to }: Pick<CohortRow, "key" | "from" | "to">,
): string | undefined {
  const { by, platform, country, publisher, traffic } = address;
  const counted = { metric: "installs" } as const;
  const filtered = filtersCampaigns(address);
  const campaign = traffic === "paid" ? "inorganic" : undefined;
  const dimensions = { from, to, platform, country, publisher: publisher || undefined, campaign };
  if (key === null) return undefined;
  if (by === "ad_set" || by === "creative" || by === "keyword") {
    const space = key.indexOf(" ");
    const ad = key.slice(space + 1);
    // The lists do not have a filter for ads without a creative or keyword.
    if (key.startsWith("0 ") || (ad === "" && by !== "ad_set")) return undefined;
    const part = { [by]: ad || noAdSetId };
    return drillDown(counted, { project, ...dimensions, campaign: key.slice(0, space), part });
  }
  const found = drillDownOfGroup(by === "" ? [] : [by], { keys: [key] }, { ...dimensions, filtered });
  return found ? drillDown(counted, { project, ...found }) : undefined;
}
