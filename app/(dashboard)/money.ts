import { currencyDigits } from "@/lib/money";

/** An amount of minor units as people write it. */
export function money(minor: number, currency: string): string {
  const digits = currencyDigits(currency);
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(minor / 10 ** digits);
}
