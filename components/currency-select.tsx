"use client";

import { type ComponentProps, useMemo } from "react";
import { Combobox } from "@/components/ui/combobox";

/** Those that most people look for stand first; the order of the rest is the alphabet's. */
const common = ["USD", "EUR", "GBP", "INR", "JPY", "BRL"];

export function CurrencySelect(
  props: Omit<ComponentProps<typeof Combobox>, "options" | "searchPlaceholder">,
) {
  const options = useMemo(() => {
    const names = new Intl.DisplayNames("en", { type: "currency" });
    const rest = Intl.supportedValuesOf("currency").filter((code) => !common.includes(code));
    return [...common, ...rest].map((code) => ({ value: code, label: names.of(code) ?? code, hint: code }));
  }, []);
  return <Combobox options={options} searchPlaceholder="Find a currency" {...props} />;
}
