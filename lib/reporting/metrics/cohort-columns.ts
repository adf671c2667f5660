/** The metrics of cohorts at one age, as figures of the report's rows. Runs in the browser too. */
import { type AgeName, cohortAges, hasRetention } from "@/lib/reporting/metrics/cohort-ages";
import {
  type CohortCell,
  type CohortMetricName,
  cohortMetricNames,
  cohortMetrics,
  isOfEvent,
  isOfUsers,
} from "@/lib/reporting/metrics/cohort-metrics";
import type { Sum, Sums } from "@/lib/reporting/metrics/sums";

export type CohortAge = Exclude<AgeName, "lifetime">;

/** A metric at an age, and its event if it has one. */
export type CohortFigure = { at: CohortAge; metric: CohortMetricName; event: string | null };

const agesOf = (metric: CohortMetricName) =>
  cohortAges.filter(({ days }) => days !== null && (metric !== "retention" || hasRetention(days)));

export const cohortFigureId = ({ at, metric, event }: CohortFigure): string =>
  `cohort:${at}:${metric}${event === null ? "" : `:${encodeURIComponent(event)}`}`;

/** All figures of cohorts without an event, or with this one. */
export const cohortFigures = (event: string | null): CohortFigure[] =>
  cohortMetricNames
    .filter((metric) => isOfEvent(metric) === (event !== null))
    .flatMap((metric) => agesOf(metric).map(({ name }) => ({ at: name as CohortAge, metric, event })));

/** Null for other IDs. */
export function readCohortFigure(id: string): CohortFigure | null {
  const [, at, metric, sent] = /^cohort:([a-z0-9]+):([a-z_]+)(?::(.+))?$/.exec(id) ?? [];
  const name = cohortMetricNames.find((each) => each === metric);
  if (name === undefined || isOfEvent(name) !== (sent !== undefined)) return null;
  const age = agesOf(name).find((each) => each.name === at);
  if (age === undefined) return null;
  try {
    const event = sent === undefined ? null : decodeURIComponent(sent);
    return { at: age.name as CohortAge, metric: name, event };
  } catch {
    return null;
  }
}

/** The IDs in the API, where an event's name is not encoded: `d7:roas`, `d7:events:level up`. */
export const apiFigureId = ({ at, metric, event }: CohortFigure): string =>
  [at, metric, ...(event === null ? [] : [event])].join(":");

export function readApiFigure(id: string): CohortFigure | null {
  const [at = "", metric = "", ...event] = id.split(":");
  const name = event.length === 0 ? "" : `:${encodeURIComponent(event.join(":").toWellFormed())}`;
  return readCohortFigure(`cohort:${at}:${metric}${name}`);
}

/** The ages and events of these figures, and the events whose users they count. */
export type CohortScope = { ages: CohortAge[]; events: string[]; usersOf: string[] };

export const scopeOfCohorts = (figures: readonly CohortFigure[]): CohortScope => ({
  ages: [...new Set(figures.map(({ at }) => at))],
  events: [...new Set(figures.flatMap(({ event }) => event ?? []))],
  usersOf: [...new Set(figures.flatMap(({ metric, event }) => (isOfUsers(metric) ? (event ?? []) : [])))],
});

/** The key of a sum among `Sums.cohorts`. */
export const cohortSumKey = (at: CohortAge, measure: string, name = "") => `${at} ${measure} ${name}`;

const none: Sum = { count: 0, amount: 0 };

/** The sums of all installs that have completed the age; null without such installs or their spend. */
export function cohortCellOf(
  { cohorts }: Pick<Sums, "cohorts">,
  { at, event, metric }: CohortFigure,
): CohortCell | null {
  const sum = (measure: string, name?: string) => cohorts.get(cohortSumKey(at, measure, name)) ?? none;
  const { count: installs } = sum("installs");
  const { amount: spend } = sum("spend");
  if (installs === 0 && spend === 0) return null;
  return {
    installs,
    spend,
    revenue: sum("revenue_since").amount,
    ad_revenue: sum("ad_revenue_since").amount,
    payers: sum("payers").count,
    retained: sum("opened_on").count,
    events: event === null ? null : sum("event_since", event),
    users: event !== null && isOfUsers(metric) ? sum("event_installs", event).count : null,
  };
}

/** By ID. A figure without mature installs is left out; one without a value, such as ROAS without spend, is null. */
export type CohortValues = Record<string, number | null>;

export function cohortValues(
  sums: Pick<Sums, "cohorts">,
  figures: readonly CohortFigure[],
  /** Revenue always has a platform and a country, so the row of other spend has none to compare it with. */
  { hasSpend = true }: { hasSpend?: boolean } = {},
): CohortValues {
  const values: CohortValues = {};
  for (const figure of figures) {
    const cell = cohortCellOf(sums, figure);
    if (cell === null) continue;
    const value = cohortMetrics[figure.metric].of(hasSpend ? cell : { ...cell, spend: null });
    values[cohortFigureId(figure)] = value;
  }
  return values;
}
