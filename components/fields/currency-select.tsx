"use client";

import { type ComponentProps, useMemo } from "react";
import { displayNames } from "@/lib/base/languages/display-names";
import { t } from "@/lib/base/languages/texts";
import { Combobox, type ComboboxOption } from "./combobox";

/** Common currencies come first; the others are in alphabetical order. */
const common = ["USD", "EUR", "GBP", "INR", "JPY", "BRL"];

/** The local symbol of the currency: $, not US$. */
const symbolOf = (currency: string) =>
  new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "narrowSymbol" })
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value ?? "";

export function currencyOptions(): ComboboxOption[] {
  const names = displayNames("currency");
  const rest = Intl.supportedValuesOf("currency").filter((code) => !common.includes(code));
  return [...common, ...rest].map((code) => ({
    value: code,
    label: names.of(code) ?? code,
    hint: code,
    keywords: [symbolOf(code)],
  }));
}

export function CurrencySelect(
  props: Omit<ComponentProps<typeof Combobox>, "options" | "searchPlaceholder">,
) {
  const options = useMemo(currencyOptions, []);
  return <Combobox options={options} searchPlaceholder={t("Search currencies")} {...props} />;
}
