/**
 * The figures of rules as two sums each, which can be added over days; ratios can't be averaged. A test compares each
 * with the report's figure of the same name, to the cent. Pure; runs in the browser too.
 */
import { LRUCache } from "lru-cache";
import { cohortAges } from "@/lib/reporting/metrics/cohort-ages";
import { cohortCellOf } from "@/lib/reporting/metrics/cohort-columns";
import { cohortMetrics, cohortRatioOf, partsOfCell } from "@/lib/reporting/metrics/cohort-metrics";
import {
  type AlertMetric,
  alertMetrics,
  type Metric,
  type MetricName,
  type MetricUnit,
  metrics,
} from "@/lib/reporting/metrics/metrics";
import { divideRatio, partsOfRatio, type Ratio, type Sums, sumTerms } from "@/lib/reporting/metrics/sums";
import { type ReportColumn, reportColumn } from "@/lib/reporting/table/columns";

/**
 * A metric of the report, the share of installs that a fraud rule flagged, or the ID of a column of cohorts, events or
 * payments.
 */
export type AlertFigure = AlertMetric | "suspicious_share" | `${"cohort" | "event" | "payment"}:${string}`;

export type RatioParts = { top: number; bottom: number };

type Volume = { name: string; label: string; unit: MetricUnit };

type Known = {
  label: string;
  unit: MetricUnit;
  /** Networks report costs hours after the end of the day. */
  ofSpend: boolean;
  /** A plain figure has only its first part. */
  parts(sums: Sums): RatioParts;
  value(parts: RatioParts): number | null;
  /** The part that counts as the volume: a ratio of a few installs can have any value. */
  volumePart: keyof RatioParts;
  volume: Volume;
};

const volumeOfTerms: Record<string, Volume> = {
  payers: { name: "payers", label: "Paying installs", unit: "count" },
  events: { name: "events", label: "Events", unit: "count" },
};

const volumeNamed = (term: string): Volume => {
  const metric = Object.hasOwn(metrics, term) ? metrics[term as MetricName] : null;
  const volume = metric ? { name: term, label: metric.label, unit: metric.unit } : volumeOfTerms[term];
  if (!volume) throw new Error(`The volume metric ${term} does not exist.`);
  return volume;
};

const largerPart = ({ top }: { top: string }): keyof RatioParts => (top === "spend" ? "top" : "bottom");

function ofMetric(name: string, metric: Pick<Metric, "label" | "unit" | "of" | "ratio" | "ofSpend">): Known {
  const { label, unit, of, ratio, ofSpend = false } = metric;
  const volumePart = ratio ? largerPart(ratio) : "top";
  return {
    ...{ label, unit, ofSpend, volumePart },
    parts: (sums) => (ratio ? partsOfRatio(ratio, sums) : { top: of(sums) ?? 0, bottom: 0 }),
    value: ({ top, bottom }) => (ratio ? divideRatio(ratio, top, bottom) : top),
    volume: volumeNamed(ratio ? ratio[volumePart] : name),
  };
}

function ofCohort({ id, label, unit, cohort }: ReportColumn): Known | null {
  if (!cohort) return null;
  const { ratio = null, of } = { ratio: undefined, ...cohortMetrics[cohort.metric] };
  const volumePart = ratio ? largerPart(ratio) : "top";
  return {
    ...{ label, unit, volumePart },
    ofSpend: ratio !== null && (ratio.top === "spend" || ratio.bottom === "spend"),
    parts(sums) {
      const cell = cohortCellOf(sums, cohort);
      if (cell === null) return { top: 0, bottom: 0 };
      const { top, bottom } = ratio ? partsOfCell(cell, ratio) : { top: of(cell), bottom: 0 };
      return { top: top ?? 0, bottom: bottom ?? 0 };
    },
    value: ({ top, bottom }) => (ratio ? cohortRatioOf(ratio, top, bottom) : top),
    volume: ratio ? volumeNamed(ratio[volumePart]) : { name: id, label, unit },
  };
}

/** Events and payments by the day on which they happened. */
function ofEvent({ id, label, unit, part, name = "", group }: ReportColumn): Known | null {
  if (part === undefined || part === "unique") return null;
  const isCost = part === "cost";
  const sumOf = (sums: Sums) => sums[group === "events" ? "events" : "payments"].get(name);
  return {
    ...{ label, unit, volumePart: "top" },
    ofSpend: isCost,
    parts: (sums) =>
      isCost
        ? { top: sumTerms.spend.of(sums), bottom: sumOf(sums)?.count ?? 0 }
        : { top: sumOf(sums)?.[part] ?? 0, bottom: 0 },
    value: ({ top, bottom }) => (isCost ? (bottom === 0 ? null : top / bottom) : top),
    volume: isCost ? volumeNamed("spend") : { name: id, label, unit },
  };
}

const suspiciousShare = ofMetric("suspicious_share", {
  label: "Share of suspicious installs",
  unit: "percent",
  of: metrics.suspicious_installs.of,
  ratio: { top: "suspicious", bottom: "installs", times: 100 } satisfies Ratio,
});

function find(figure: string): Known | null {
  if (figure === "suspicious_share") return suspiciousShare;
  const metric = alertMetrics.find((name) => name === figure);
  if (metric) return ofMetric(metric, metrics[metric]);
  const column = reportColumn(figure);
  return column && (ofCohort(column) ?? ofEvent(column));
}

const remembered = new LRUCache<string, Known>({ max: 500 });

function known(figure: AlertFigure): Known {
  const before = remembered.get(figure);
  if (before) return before;
  const found = find(figure);
  if (!found) throw new Error(`The figure ${figure} does not exist.`);
  remembered.set(figure, found);
  return found;
}

/** True for the figures that a rule can watch. */
export const isAlertFigure = (id: string): id is Exclude<AlertFigure, "suspicious_share"> =>
  id !== "suspicious_share" && find(id) !== null;

/** The columns whose sums the figure needs. */
export const columnsOfFigure = (figure: AlertFigure): ReportColumn[] => {
  const column = reportColumn(figure);
  return column && column.group !== "figures" ? [column] : [];
};

/** The days after the installs of a day until their cohort has completed its age; 0 for other figures. */
export function daysToMature(figure: AlertFigure): number {
  const at = reportColumn(figure)?.cohort?.at;
  const days = cohortAges.find(({ name }) => name === at)?.days ?? null;
  return days === null ? 0 : days + 1;
}

export const ratioParts = (figure: AlertFigure, sums: Sums): RatioParts => known(figure).parts(sums);

/** Null if there is no value: a cost per zero events, or a cost per install without spend. */
export const alertFigureValue = (figure: AlertFigure, parts: RatioParts): number | null =>
  known(figure).value(parts);

export function volumeOfFigure(figure: AlertFigure, parts: RatioParts): number {
  return parts[known(figure).volumePart];
}

export const unitOfFigure = (figure: AlertFigure): MetricUnit => known(figure).unit;
export const labelOfFigure = (figure: AlertFigure): string => known(figure).label;

/** The metric of a rule's minimum, with its unit. */
export const volumeMetric = (figure: AlertFigure): Volume => known(figure).volume;

export const isCostFigure = (figure: AlertFigure): boolean => known(figure).ofSpend;
