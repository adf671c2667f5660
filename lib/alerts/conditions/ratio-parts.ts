/**
 * The figures of rules as two sums each, which can be added over days; ratios can't be averaged. A test compares each
 * with the report's figure of the same name, to the cent. Pure; runs in the browser too.
 */
import {
  type AlertMetric,
  type Metric,
  type MetricName,
  type MetricUnit,
  metrics,
} from "@/lib/reporting/metrics/metrics";
import { dividedBy, partsOfRatio, type Ratio, type Sums } from "@/lib/reporting/metrics/sums";

/** The report's metrics, and the share of installs that a fraud rule flagged. */
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

/** A plain figure has only its first part. */
export function ratioParts(figure: AlertFigure, sums: Sums): RatioParts {
  const { of, ratio } = known(figure);
  return ratio ? partsOfRatio(ratio, sums) : { top: of(sums) ?? 0, bottom: 0 };
}

/** Null if there is no value: a cost per zero events, or a cost per install without spend. */
export function figureOf(figure: AlertFigure, { top, bottom }: RatioParts): number | null {
  const { ratio } = known(figure);
  return ratio ? dividedBy(ratio, top, bottom) : top;
}

/** The part that counts as the volume: a ratio of a few installs can have any value. */
const volumePart = ({ top }: Ratio): keyof RatioParts => (top === "spend" ? "top" : "bottom");

export function volumeOf(figure: AlertFigure, parts: RatioParts): number {
  const { ratio } = known(figure);
  return parts[ratio ? volumePart(ratio) : "top"];
}

export const unitOf = (figure: AlertFigure): MetricUnit => known(figure).unit;
export const labelOfFigure = (figure: AlertFigure): string => known(figure).label;

/** True for terms that are metrics of their own, which rules can use as a volume. */
const isMetric = (term: string): term is MetricName => Object.hasOwn(metrics, term);

/** The metric of a rule's minimum, with its unit. */
export function volumeMetric(figure: AlertFigure): { name: MetricName; label: string; unit: MetricUnit } {
  const { ratio } = known(figure);
  const name = ratio ? ratio[volumePart(ratio)] : figure;
  if (!isMetric(name)) throw new Error(`The volume metric of ${figure} does not exist.`);
  return { name, label: metrics[name].label, unit: metrics[name].unit };
}

/** Networks report costs hours after the end of the day. */
export const isOfCost = (figure: AlertFigure): boolean => known(figure).ofSpend === true;
