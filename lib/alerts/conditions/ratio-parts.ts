/**
 * The figures that rules look at, as two sums that days can be added up by: a ratio of several days is no mean of theirs.
 * Each is the report's figure of the same name to the cent, which a test holds. Pure; runs in the browser too.
 */
import {
  type AlertMetric,
  type Metric,
  type MetricName,
  type MetricUnit,
  metrics,
} from "@/lib/reporting/metrics/metrics";
import { dividedBy, partsOfRatio, type Ratio, type Sums } from "@/lib/reporting/metrics/sums";

/** Besides those of the report: which share of the installs a fraud rule flagged. */
export type AlertFigure = AlertMetric | "suspicious_share";

export type RatioParts = { top: number; bottom: number };

type Known = Pick<Metric, "label" | "unit" | "of" | "ratio" | "ofSpend">;

const suspiciousShare: Known = {
  label: "Share of suspicious installs",
  unit: "percent",
  of: metrics.suspicious_installs.of,
  ratio: { top: "suspicious", bottom: "installs", times: 100 },
};

const known = (figure: AlertFigure): Known =>
  figure === "suspicious_share" ? suspiciousShare : metrics[figure];

/** A plain figure is its first part alone. */
export function ratioParts(figure: AlertFigure, sums: Sums): RatioParts {
  const { of, ratio } = known(figure);
  return ratio ? partsOfRatio(ratio, sums) : { top: of(sums) ?? 0, bottom: 0 };
}

/** Null where there is no value, such as a cost without a count, or one per install of what cost nothing. */
export function figureOf(figure: AlertFigure, { top, bottom }: RatioParts): number | null {
  const { ratio } = known(figure);
  return ratio ? dividedBy(ratio, top, bottom) : top;
}

/** One part of the two is how much the figure is based on: few installs make any share. */
const volumePart = ({ top }: Ratio): keyof RatioParts => (top === "spend" ? "top" : "bottom");

export function volumeOf(figure: AlertFigure, parts: RatioParts): number {
  const { ratio } = known(figure);
  return parts[ratio ? volumePart(ratio) : "top"];
}

export const unitOf = (figure: AlertFigure): MetricUnit => known(figure).unit;
export const labelOfFigure = (figure: AlertFigure): string => known(figure).label;

/** The terms of ratios that rules can count as a volume, which are metrics of their own. */
const isMetric = (term: string): term is MetricName => Object.hasOwn(metrics, term);

/** What "at least" of a rule counts, with its unit. */
export function volumeMetric(figure: AlertFigure): { name: MetricName; label: string; unit: MetricUnit } {
  const { ratio } = known(figure);
  const name = ratio ? ratio[volumePart(ratio)] : figure;
  if (!isMetric(name)) throw new Error(`The volume metric of ${figure} does not exist.`);
  return { name, label: metrics[name].label, unit: metrics[name].unit };
}

/** Money of networks comes hours after the day is over. */
export const isOfCost = (figure: AlertFigure): boolean => known(figure).ofSpend === true;
