/**
 * The figures that rules look at, as two sums that days can be added up by: a ratio of several days is no mean of theirs.
 * Each is the report's figure of the same name to the cent, which a test holds. Pure; runs in the browser too.
 */
import { type MetricName, metrics, type Sums, type Unit } from "@/lib/reporting/metrics";

export const alertMetrics = [
  "clicks",
  "installs",
  "signups",
  "conversion",
  "revenue",
  "revenue_event_count",
  "spend",
  "roas",
  "cost_per_install",
  "cost_per_signup",
] as const satisfies readonly MetricName[];
export type AlertMetric = (typeof alertMetrics)[number];

/** Besides those of the report: which share of the installs a fraud rule flagged. */
export type Figure = AlertMetric | "suspicious_share";

export type Parts = { top: number; bottom: number };

type Known = {
  parts(sums: Sums): Parts;
  /** One part of the two is how much the figure stands on: few installs make any share. */
  volume: "top" | "bottom";
  /** A ratio; a plain figure is its first part alone. */
  isRatio: boolean;
  /** What the volume counts. */
  of: MetricName;
};

const value = (name: MetricName, sums: Sums) => metrics[name].of(sums) ?? 0;

const plain = (name: AlertMetric): Known => ({
  parts: (sums) => ({ top: value(name, sums), bottom: 0 }),
  volume: "top",
  isRatio: false,
  of: name,
});
const divided = (top: MetricName, bottom: MetricName, volume: Known["volume"], times = 1): Known => ({
  parts: (sums) => ({ top: times * value(top, sums), bottom: value(bottom, sums) }),
  volume,
  isRatio: true,
  of: volume === "top" ? top : bottom,
});
/** Numerator and denominator are those of the report. */
const ratio = (
  name: "conversion" | "roas" | "cost_per_install" | "cost_per_signup",
  volume: Known["volume"],
) => {
  const { top, bottom, times } = metrics[name].ratio;
  return divided(top, bottom, volume, times);
};

const figures: Record<Figure, Known> = {
  clicks: plain("clicks"),
  installs: plain("installs"),
  signups: plain("signups"),
  conversion: ratio("conversion", "bottom"),
  revenue: plain("revenue"),
  revenue_event_count: plain("revenue_event_count"),
  spend: plain("spend"),
  roas: ratio("roas", "bottom"),
  cost_per_install: ratio("cost_per_install", "top"),
  cost_per_signup: ratio("cost_per_signup", "top"),
  suspicious_share: divided("suspicious_installs", "installs", "bottom", 100),
};

export const partsOf = (figure: Figure, sums: Sums): Parts => figures[figure].parts(sums);

/** Null where there is no value, such as a cost without a count, or one per install of what cost nothing. */
export function figureOf(figure: Figure, { top, bottom }: Parts): number | null {
  if (!figures[figure].isRatio) return top;
  if (bottom === 0 || (figures[figure].volume === "top" && top === 0)) return null;
  return top / bottom;
}

export const volumeOf = (figure: Figure, parts: Parts): number => parts[figures[figure].volume];

export const unitOf = (figure: Figure): Unit =>
  figure === "suspicious_share" ? "percent" : metrics[figure].unit;
export const labelOfFigure = (figure: Figure): string =>
  figure === "suspicious_share" ? "Share of suspicious installs" : metrics[figure].label;

/** What "at least" of a rule counts, with its unit. */
export const volumeMetric = (figure: Figure): { name: MetricName; label: string; unit: Unit } => {
  const name = figures[figure].of;
  return { name, label: metrics[name].label, unit: metrics[name].unit };
};

/** Money of networks comes hours after the day is over. */
export const isOfCost = (figure: Figure): boolean =>
  figure !== "suspicious_share" && "ofSpend" in metrics[figure];
