import { numberFormat } from "@/components/format";
import { currencyDigits } from "@/lib/base/money";

/** As many digits as an ad impression has: less than a cent is not shown as zero. */
export function exactMoney(minor: number, currency: string): string {
  const digits = currencyDigits(currency);
  const format = numberFormat({ style: "currency", currency, maximumFractionDigits: digits + 4 });
  return format.format(minor / 10 ** digits);
}
