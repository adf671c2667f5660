import { at, type QueryOf, withQuery } from "@/app/(dashboard)/shell/api";
import {
  type DayWindow,
  dayWindow,
  namedPresets,
  type WindowPreset,
  windowCodecs,
} from "@/app/(dashboard)/shell/dates/window";
import { drillDown } from "@/app/(dashboard)/shell/figures/drill-down";
import { drillDownOfGroup } from "@/app/(dashboard)/shell/figures/group-labels";
import type { SqlChoice } from "@/app/(dashboard)/shell/figures/show-sql";
import { filtersCampaigns, reportCodecs } from "@/app/(dashboard)/shell/figures/table-address";
import { type UrlState, urlChoice, urlText } from "@/components/use-url-state";
import type { WeekStart } from "@/lib/base/days";
import { inSentence, t } from "@/lib/base/languages/texts";
import { noAdSetId } from "@/lib/ledger/campaign-groups";
import {
  breakdownNames,
  type CohortBreakdown,
  type CohortGranularity,
  cohortBreakdowns,
  cohortGranularities,
} from "@/lib/reporting/cohorts/breakdowns";
import { cohortOf } from "@/lib/reporting/cohorts/rules";
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

/** A preset begins with a whole week or month, because a part of one is not comparable with the others. */
export function cohortWindow(address: CohortAddress, today: string, weekStart: WeekStart): DayWindow {
  const { from, to } = dayWindow(address, today, weekStart);
  return address.range === "custom"
    ? { from, to }
    : { from: cohortOf(from, address.granularity, weekStart), to };
}

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
  const choice = (rows: CohortSqlRows, label: string, of: Partial<typeof query> = {}): SqlChoice => ({
    label,
    request: withQuery(path, { ...query, ...of, rows }),
  });
  const byText =
    address.by === ""
      ? null
      : t("by {cohortBreakdown}", { cohortBreakdown: inSentence(cohortBreakdowns[address.by]) });
  const values: SqlChoice[] = byText === null ? [] : [choice("values", `B${byText.slice(1)}`)];
  const factors: SqlChoice[] =
    address.projection !== "on"
      ? []
      : [
          ...(byText === null ? [] : [choice("factors", t("Factors of projections {byText}", { byText }))]),
          choice("factors", t("Factors of projections"), { by: undefined }),
        ];
  return [choice("cohorts", t("Cohorts")), ...values, choice("total", t("Total")), ...factors];
}

/** The link to the installs of a value, or of all values without a key; undefined if their list has no such filter. */
export function installsHref(
  project: number,
  address: CohortAddress,
  { key, from, to }: { key?: string | null; from: string; to: string },
): string | undefined {
  const { by, platform, country, publisher, traffic } = address;
  const counted = { metric: "installs" } as const;
  const filtered = filtersCampaigns(address);
  const campaign = traffic === "paid" ? "inorganic" : undefined;
  const dimensions = { from, to, platform, country, publisher: publisher || undefined, campaign };
  if (key === null) return undefined;
  const shown = { ...dimensions, filtered };
  if (key === undefined || by === "") {
    const whole = drillDownOfGroup([], { keys: [] }, shown);
    return whole ? drillDown(counted, { project, ...whole }) : undefined;
  }
  if (by === "ad_set" || by === "creative" || by === "keyword") {
    const space = key.indexOf(" ");
    const ad = key.slice(space + 1);
    // The lists do not have a filter for ads without a creative or keyword.
    if (key.startsWith("0 ") || (ad === "" && by !== "ad_set")) return undefined;
    const part = { [by]: ad || noAdSetId };
    return drillDown(counted, { project, ...dimensions, campaign: key.slice(0, space), part });
  }
  const found = drillDownOfGroup([by], { keys: [key] }, shown);
  return found ? drillDown(counted, { project, ...found }) : undefined;
}
