/** Rules and their observations as sentences, for screens, webhooks and emails. Pure. */

import type { Observation } from "@/lib/alerts/conditions/observation";
import {
  type AlertFigure,
  daysToMature,
  labelOfFigure,
  unitOfFigure,
  volumeMetric,
} from "@/lib/alerts/conditions/ratio-parts";
import {
  type AlertCondition,
  type AlertConditionOf,
  type FigureCondition,
  figureOfRule,
  isFigureCondition,
} from "@/lib/alerts/rules/schema";
import { addDays } from "@/lib/base/days";
import { currencyDigits } from "@/lib/base/money";
import { ratioText } from "@/lib/base/ratio";
import { networkLabel } from "@/lib/campaigns/networks";
import type { MetricUnit } from "@/lib/reporting/metrics/metrics";

type Money = { currency: string };

const rounded = (value: number) => {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return new Intl.NumberFormat("en", { maximumFractionDigits: digits }).format(value);
};

function figureText(unit: MetricUnit, value: number | null, { currency }: Money): string {
  if (value === null) return "none";
  if (unit === "money")
    return new Intl.NumberFormat("en", { style: "currency", currency }).format(
      value / 10 ** currencyDigits(currency),
    );
  if (unit === "percent") return `${rounded(value)}%`;
  return unit === "ratio" ? ratioText(value) : rounded(value);
}

/** For use within a sentence; an abbreviation such as ROAS keeps its capitals. */
const lower = (text: string) => (/^[A-Z][a-z]/.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text);

export const unitOfRule = (one: FigureCondition): MetricUnit => unitOfFigure(figureOfRule(one));

const window = { 0: "today", 1: "on a day", 7: "over 7 days", 30: "over 30 days" } as const;
const happened = { 7: " over 7 days", 30: " over 30 days" } as const;

const things = { click: "clicks", install: "installs", event: "events", payment: "payments" } as const;

type Names = { campaign: string | null };

/** The scope of a rule within the project; empty for the whole project. */
function scopeText(one: FigureCondition, { campaign }: Names): string {
  switch (one.scope) {
    case "campaign":
      return ` of “${campaign ?? "a deleted campaign"}”`;
    case "network":
      return ` from ${networkLabel(one.network)}`;
    case "each_campaign":
      return " of each active campaign";
    case "each_network":
      return " of each network";
    default:
      return one.traffic === "paid" ? " of paid traffic" : "";
  }
}

/** The default name of a rule. */
export const alertName = (about: string) => about.slice(0, 100);

/** A rule's condition in one sentence, without the final stop. */
export function ruleSentence(one: AlertCondition, project: Money, names: Names): string {
  const typed = (unit: MetricUnit, value: number) =>
    figureText(unit, unit === "money" ? value * 10 ** currencyDigits(project.currency) : value, project);
  switch (one.kind) {
    case "change": {
      const direction = { drop: "below", rise: "above", both: "outside" }[one.direction];
      return `${labelOfFigure(one.metric)}${scopeText(one, names)}: ${direction} the usual value for the weekday`;
    }
    case "limit":
      return `${labelOfFigure(one.metric)}${scopeText(one, names)}: ${one.side} ${typed(unitOfFigure(one.metric), one.limit)} ${window[one.days]}`;
    case "fraud":
      return `Suspicious installs${scopeText(one, names)}: more than ${typed("percent", one.limit)} ${window[one.days]}`;
    case "budget": {
      const side = { over: "over", under: "under", both: "over or under" }[one.side];
      return `A budget is ${rounded(one.off)}% or more ${side} its pace`;
    }
    case "quiet":
      return `No ${things[one.what]} for ${rounded(one.factor)} times the usual gap`;
    case "spend_sync":
      return "A spend sync fails";
    case "push":
      return "Firebase or Apple can't be checked for uninstalls";
    case "delivery":
      return `A destination is paused, rejects all deliveries, fails ${one.failed === 1 ? "a delivery" : `${rounded(one.failed)} deliveries`} in a day or is ${hours(one.waiting_hours)} behind`;
    case "domain":
      return "A link domain has a problem: DNS, certificate, app link files";
    case "macros":
      return one.clicks === 1
        ? "One click per day with macros that weren't replaced"
        : `${rounded(one.clicks)} or more clicks a day with macros that weren't replaced`;
  }
}

/** The numbers of an observation as rows of a label and a value. */
export function alertNumbers(one: AlertCondition, seen: Observation, money: Money): string[][] {
  if (!isFigureCondition(one)) return [];
  const figure = figureOfRule(one);
  const unit = unitOfFigure(figure);
  const volume = volumeMetric(figure);
  const row = (name: string, of: MetricUnit, value: number | null) =>
    value === null ? [] : [[name, figureText(of, value, money)]];
  return [
    ...row(labelOfFigure(figure), unit, seen.value),
    ...row("Usual", unit, seen.usual),
    ...row(one.kind === "change" ? "Usual from" : "Limit", unit, seen.low),
    ...row(one.kind === "change" ? "Usual up to" : "Limit", unit, seen.high),
    ...(volume.label === labelOfFigure(figure) ? [] : row(volume.label, volume.unit, seen.volume)),
  ];
}

/** The usual band; for counts, the whole numbers inside it. */
function between({ low, high }: Observation, unit: MetricUnit, money: Money): string {
  const isCount = unit === "count";
  const from = isCount && low !== null ? Math.ceil(low) : low;
  const to = isCount && high !== null ? Math.floor(high) : high;
  return `${figureText(unit, from, money)} to ${figureText(unit, to, money)}`;
}

const asRead = new Intl.DateTimeFormat("en", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** The days of a figure; for cohorts, the days of the installs. */
function daysText(figure: AlertFigure, written: string, days: number): string {
  const later = daysToMature(figure);
  const day = asRead.format(new Date(`${addDays(written, -later)}T00:00:00Z`));
  if (later === 0) return days === 7 || days === 30 ? `${happened[days]} up to ${day}` : ` on ${day}`;
  return days === 7 || days === 30
    ? ` for the installs of ${days} days up to ${day}`
    : ` for the installs of ${day}`;
}

/** The evaluation, in a sentence with its numbers. */
export function alertText(
  one: AlertCondition,
  { label, seen, day: written }: { label: string; seen: Observation; day: string },
  money: Money,
): string {
  // The sentence of a budget begins with its name.
  if (seen.text !== null) return label === "" || one.kind === "budget" ? seen.text : `${label}: ${seen.text}`;
  const of = label === "" ? "" : ` (${label})`;
  switch (one.kind) {
    case "change": {
      const unit = unitOfFigure(one.metric);
      const fell = (seen.value ?? 0) < (seen.usual ?? 0) ? "fell to" : "rose to";
      return `${labelOfFigure(one.metric)}${of} ${fell} ${figureText(unit, seen.value, money)}${daysText(one.metric, written, 1)}; usual for the weekday: ${between(seen, unit, money)}.`;
    }
    case "limit":
    case "fraud": {
      const figure = figureOfRule(one);
      const unit = unitOfFigure(figure);
      const bound = figureText(unit, seen.high ?? seen.low, money);
      const side = seen.high === null ? "below" : "above";
      const volume = volumeMetric(figure);
      const on = daysText(figure, written, one.days);
      const stands =
        one.kind === "fraud" || figure !== volume.name
          ? ` (${lower(volume.label)}: ${figureText(volume.unit, seen.volume, money)})`
          : "";
      return `${labelOfFigure(figure)}${of}: ${figureText(unit, seen.value, money)}${on}, ${side} ${bound}${stands}.`;
    }
    case "quiet":
      return quietText(one, seen);
    default:
      return label;
  }
}

const hours = (count: number) => (count === 1 ? "1 hour" : `${rounded(count)} hours`);

const quietText = ({ what }: AlertConditionOf<"quiet">, { value, usual: defaultValue }: Observation) =>
  `No ${things[what]} for ${hours(value ?? 0)}; the usual gap is ${hours(defaultValue ?? 0)}.`;
