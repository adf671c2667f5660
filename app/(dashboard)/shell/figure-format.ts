/** Figures and days in the reader's formats. Null is a dash, because it is not zero. */
import { numberFormat, windowText } from "@/components/format";
import { t } from "@/lib/base/languages/texts";
import { currencyDigits } from "@/lib/base/money";
import { ratioDigits } from "@/lib/base/ratio";
import type { Compared } from "@/lib/reporting/metrics/compare";

export type FigureUnit = "count" | "money" | "percent" | "ratio";

const none = "–";

export type FigureFormat = {
  full: (unit: FigureUnit, value: number | null) => string;
  /** Like `full`, for figures in a column: shares have an equal number of digits. */
  even: (unit: FigureUnit, value: number | null) => string;
  /** For the axes of charts. */
  short: (unit: FigureUnit, value: number) => string;
};

/** Money is in minor units of the currency, and percent in hundredths. */
export function figureFormat(currency: string): FigureFormat {
  const scale = 10 ** currencyDigits(currency);
  // Read with each figure, because the reader can change the locale.
  const whole = () => numberFormat();
  const compact = () => numberFormat({ notation: "compact", maximumFractionDigits: 1 });
  const money = () => numberFormat({ style: "currency", currency });
  const thousands = () =>
    numberFormat({ style: "currency", currency, notation: "compact", maximumFractionDigits: 1 });
  const wholeMoney = () => numberFormat({ style: "currency", currency, maximumFractionDigits: 0 });
  const ratio = () => numberFormat(ratioDigits);
  const percent = () => numberFormat({ style: "percent", maximumFractionDigits: 2 });
  // In a column, shares are compared digit by digit: 88.30 below 83.92.
  const evenPercent = () =>
    numberFormat({ style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 });
  /** Small amounts differ in their decimals, of which there are all or none. */
  const shortMoney = (amount: number) => {
    const size = Math.abs(amount);
    if (size >= 1_000) return thousands().format(amount);
    const isWhole = size >= 100 || (size >= 10 && Number.isInteger(amount));
    return (isWhole ? wholeMoney() : money()).format(amount);
  };
  const plain = (value: number) => (value === 0 ? 0 : value);
  const full: FigureFormat["full"] = (unit, value) => {
    if (value === null) return none;
    if (unit === "money") return money().format(plain(value / scale));
    if (unit === "percent") return (Number.isInteger(value) ? percent() : evenPercent()).format(value / 100);
    return unit === "ratio" ? ratio().format(value) : whole().format(value);
  };
  return {
    full,
    even: (unit, value) =>
      unit === "percent" && value !== null ? evenPercent().format(value / 100) : full(unit, value),
    short(unit, value) {
      if (unit === "money") return shortMoney(plain(value / scale));
      if (unit === "percent") return percent().format(value / 100);
      return (unit === "ratio" ? ratio() : compact()).format(value);
    },
  };
}

export const percentText = (value: number): string =>
  numberFormat({ style: "percent", maximumFractionDigits: 1 }).format(value);

export const comparedWindowsText = ({ previous, ...over }: Compared): string =>
  t("{over} against {previous}", { over: windowText(over), previous: windowText(previous) });
