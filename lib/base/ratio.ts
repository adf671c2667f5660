import { roundTo } from "@/lib/base/rounding";

/** A ratio such as ROAS has two decimals wherever it is shown, exported or sent. */
export const ratioDigits = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;

/** For files and the API, without separators of thousands. Percentages have the same digits. */
export const ratioText = (value: number): string => roundTo(value, 2).toFixed(2);

/** For JSON that programs read. */
export const ratioNumber = (value: number): number => Number(ratioText(value));
