/** Figures and days as the browser's owner writes them. Null is a dash: it is not zero. */
import { currencyDigits } from "@/lib/base/money";
import type { Compared } from "@/lib/reporting/compare";
import type { DayWindow } from "./window";

export type Unit = "count" | "money" | "percent" | "ratio";

const none = "–";

export type FigureFormat = {
  full: (unit: Unit, value: number | null) => string;
  /** The same where figures stand below each other: shares have as many digits as their neighbours. */
  even: (unit: Unit, value: number | null) => string;
  /** For the axes of charts. */
  short: (unit: Unit, value: number) => string;
};

/** Money comes in minor units of the currency, percent as a number of hundredths. */
export function figureFormat(currency: string): FigureFormat {
  const scale = 10 ** currencyDigits(currency);
  const whole = new Intl.NumberFormat(undefined);
  const compact = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });
  const money = new Intl.NumberFormat(undefined, { style: "currency", currency });
  const shortMoney = new Intl.NumberFormat(undefined, {
    style: "currency",
    currency,
    notation: "compact",
    maximumFractionDigits: 1,
  });
  const ratio = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const percent = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 2 });
  // One below the other, shares are compared digit by digit: 88.30 below 83.92.
  const evenPercent = new Intl.NumberFormat(undefined, {
    style: "percent",
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const plain = (value: number) => (value === 0 ? 0 : value);
  const full: FigureFormat["full"] = (unit, value) => {
    if (value === null) return none;
    if (unit === "money") return money.format(plain(value / scale));
    if (unit === "percent") return (Number.isInteger(value) ? percent : evenPercent).format(value / 100);
    return unit === "ratio" ? ratio.format(value) : whole.format(value);
  };
  return {
    full,
    even: (unit, value) =>
      unit === "percent" && value !== null ? evenPercent.format(value / 100) : full(unit, value),
    short(unit, value) {
      // Small amounts differ behind the point.
      if (unit === "money")
        return (Math.abs(value / scale) < 10 ? money : shortMoney).format(plain(value / scale));
      if (unit === "percent") return percent.format(value / 100);
      return compact.format(value);
    },
  };
}

export const share = (value: number): string =>
  new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 }).format(value);

const asDate = (day: string) => new Date(`${day}T00:00:00Z`);

export const shortDay = (day: string): string =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(asDate(day));

export const fullDay = (day: string): string =>
  new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).format(asDate(day));

export const comparedText = ({ previous, ...over }: Compared): string =>
  `${windowText(over)} against ${windowText(previous)}`;

export function windowText({ from, to }: DayWindow): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
  return from === to ? format.format(asDate(from)) : format.formatRange(asDate(from), asDate(to));
}
