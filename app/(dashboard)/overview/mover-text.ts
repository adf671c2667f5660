/** The texts and links of what changed in a figure. */
import type { FigureFormat, FigureUnit } from "@/app/(dashboard)/shell/figure-format";
import type { FocusState } from "@/app/(dashboard)/shell/figures/focus";
import { reportHref } from "@/app/(dashboard)/shell/figures/table-address";
import { inSentence, t } from "@/lib/base/languages/texts";
import { notBrokenDownCountry, unknownCountry } from "@/lib/ledger/country";
import { isNeutral, metrics } from "@/lib/reporting/metrics/metrics";
import type { Traffic } from "@/lib/reporting/metrics/traffic";
import type { MoverCause } from "@/lib/reporting/movers/effects";
import type { MoverDimension, MoversPeriod, ShownMover } from "@/lib/reporting/movers/schema";
import type { MainFigure } from "@/lib/reporting/overview/names";
import { noValueFilter, organicNetwork } from "@/lib/reporting/overview/names";

/** The value of whole units: ratios come in hundredths. */
const inUnit = (unit: FigureUnit, value: number) => (unit === "ratio" ? value / 100 : value);

export function mainFigureText(format: FigureFormat, figure: MainFigure, value: number | null): string {
  const { unit } = metrics[figure];
  return format.full(unit, value === null ? null : inUnit(unit, value));
}

/** With its sign. */
export function changeText(format: FigureFormat, figure: MainFigure, change: number): string {
  const sign = change > 0 ? "+" : change < 0 ? "−" : "";
  return sign + mainFigureText(format, figure, Math.abs(change));
}

/** Whether a change is good, bad, or neither. */
export function changeTone(figure: MainFigure, change: number): "good" | "bad" | "neutral" {
  if (change === 0 || (isNeutral(figure) && figure !== "cost_per_install")) return "neutral";
  return change > 0 === (figure !== "cost_per_install") ? "good" : "bad";
}

const priceText = (figure: MainFigure) => (figure === "clicks" ? t("Cost per click") : t("Cost per install"));
const yieldText = (figure: MainFigure) => (figure === "signups" ? t("Conversion") : t("Revenue per install"));

export const causeLabels: Record<MoverCause, (figure: MainFigure) => string> = {
  spend: () => t("Spend"),
  mix: () => t("Mix"),
  price: priceText,
  yield: yieldText,
  unpaid: () => t("Without spend"),
};

export const causeMeanings: Record<MoverCause, (figure: MainFigure) => string> = {
  spend: () => t("More or less total spend, with everything else unchanged."),
  mix: () =>
    t("Spend that moved between campaigns with different results, or campaigns that started or stopped."),
  price: (figure) =>
    t("The effect of each campaign's own {figure}.", { figure: inSentence(priceText(figure)) }),
  yield: (figure) =>
    t("The effect of each campaign's own {figure}.", { figure: inSentence(yieldText(figure)) }),
  unpaid: () => t("Organic traffic, and campaigns on days without spend."),
};

/** Why a row changed, from its largest effect. */
export function changeReason(format: FigureFormat, figure: MainFigure, row: ShownMover): string {
  const { cause, change, earlier, later } = row;
  const money = (value: number | null) => format.full("money", value);
  const spend = t("Spend {spend} → {spend2}", { spend: money(earlier.spend), spend2: money(later.spend) });
  const cost = t("cost per install {cost_per_install} → {cost_per_install2}", {
    cost_per_install: money(earlier.cost_per_install),
    cost_per_install2: money(later.cost_per_install),
  });
  if (row.effects === null) return `${spend}, ${cost}`;
  if (cause === "spend" || cause === "mix") return spend;
  if (cause === "price" && figure !== "clicks") return cost[0]!.toUpperCase() + cost.slice(1);
  if (cause === "price") return change > 0 ? t("Cheaper clicks") : t("More expensive clicks");
  if (cause === "yield") return `${change > 0 ? t("Higher") : t("Lower")} ${inSentence(yieldText(figure))}`;
  return cause === "unpaid" ? t("Without spend") : "";
}

/** An active campaign that costs more and returns less than before. */
export function isCostlierAndWeaker({ is_active, earlier, later }: ShownMover): boolean {
  if (!is_active || later.spend === 0) return false;
  const [before, after] = [earlier.cost_per_install, later.cost_per_install];
  return after === null || (before !== null && after > before * 1.2);
}

/** The page's filter for a row; null if there is none for its value. */
export function focusOfRow(dimension: MoverDimension, key: string | null): Partial<FocusState> | null {
  if (key === null) return null;
  if (dimension === "campaign") return key === "0" ? { network: organicNetwork } : { campaign: key };
  if (dimension === "network") return { network: key || noValueFilter };
  if (dimension === "country")
    return key === notBrokenDownCountry ? null : { country: key || unknownCountry };
  return key === "" ? null : { creative: key };
}

type RowOf = { figure: MainFigure; traffic: Traffic; period: MoversPeriod };

/** The report of a row's days and value; null for values that the page filters instead. */
export function reportOfRow(
  project: number,
  dimension: MoverDimension,
  { key }: ShownMover,
  { figure, traffic, period }: RowOf,
): string | null {
  const shared = { traffic, sort: `-${figure}`, chart: figure, compare: "weeks" } as const;
  const report = (more: Parameters<typeof reportHref>[1]) =>
    reportHref(project, { ...shared, ...more }, period.days);
  // Campaigns expand to their creatives.
  if (dimension === "creative") return key ? null : report({ by: "campaign" });
  if (key === null || key === notBrokenDownCountry) return report({ by: dimension });
  if (dimension === "network" && /^[A-Z0-9_]+$/.test(key)) return report({ by: "campaign", network: key });
  if (dimension === "country" && /^[A-Z]{2}$/.test(key)) return report({ by: "campaign", country: key });
  return null;
}
