/** The choice between figures of paid traffic and of all traffic. Runs in the browser too. */

import { inSentence, t } from "@/lib/base/languages/texts";
import { type Metric, type MetricName, metrics } from "@/lib/reporting/metrics/metrics";

export const trafficKinds = ["paid", "all"] as const;
export type Traffic = (typeof trafficKinds)[number];

export const trafficNames: Record<Traffic, string> = { paid: t("Paid"), all: t("All") };

/** The definition of paid, in one place for the switch, the report and the reference. */
export const paidMeaning = t(
  "Paid: from campaigns, including free and deleted ones. All: paid plus organic.",
);

/** Ratios that mix the spend of campaigns with organic results in all traffic. */
function isMixed(name: MetricName): boolean {
  const { ofSpend, ratio, answered }: Metric = metrics[name];
  return ofSpend === true && ratio !== undefined && answered.user_acquisition.length > 0;
}

/** For use within a sentence; an abbreviation such as ROAS keeps its capitals. */
export const withLowerFirst = (text: string) =>
  /^[A-Z][a-z]/.test(text) ? inSentence(text[0]!) + text.slice(1) : text;

const isBlended = (name: MetricName, traffic: Traffic) => traffic === "all" && isMixed(name);

/** In all traffic, ROAS is labeled as blended. */
export function metricLabel(name: MetricName, traffic: Traffic): string {
  const { label } = metrics[name];
  return isBlended(name, traffic) ? t("Blended {label}", { label: withLowerFirst(label) }) : label;
}

export function metricMeaning(name: MetricName, traffic: Traffic): string {
  const { meaning } = metrics[name];
  return isBlended(name, traffic) ? t("{meaning} Blended: includes organic.", { meaning }) : meaning;
}
