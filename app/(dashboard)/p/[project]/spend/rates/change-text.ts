import { figureFormat } from "@/app/(dashboard)/figure-format";
import type { RatesChanged } from "@/lib/facts/spend/rates/schema";

export function changeText({ rows, amount_minor }: RatesChanged, currency: string): string {
  if (rows === 0) return "No stored spend costs another amount";
  const by = figureFormat(currency).full("money", Math.abs(amount_minor));
  const direction = amount_minor < 0 ? "less" : "more";
  return `${rows.toLocaleString()} ${rows === 1 ? "row" : "rows"} counted anew: ${by} ${direction}`;
}
