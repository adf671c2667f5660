import { useController } from "react-hook-form";
import { useProject } from "@/app/(dashboard)/shell/session";
import { CurrencySelect } from "@/components/fields/currency-select";
import { InputGroup } from "@/components/fields/input";
import { Select } from "@/components/fields/select";
import { t } from "@/lib/base/languages/texts";
import type { OutboundRule } from "@/lib/outbound/mapping/rule";
import type { RuleProps } from "./destination-form";

type Value = OutboundRule["value"];

const choices: { value: Value["from"]; label: string }[] = [
  { value: "fact", label: t("Actual value") },
  { value: "share", label: t("Share of value") },
  { value: "fixed", label: t("Fixed value") },
  { value: "none", label: t("No value") },
];

/** An empty input is NaN, so that it is not validated as zero. */
const numberOf = (text: string) => (text === "" ? Number.NaN : Number(text));
const textOf = (value: number) => (Number.isNaN(value) ? "" : value);

/** The part of the amount that is sent. */
export function RuleValue({ form, index }: RuleProps) {
  const { currency } = useProject();
  const { field, fieldState } = useController({ control: form.control, name: `rules.${index}.value` });
  const value = (field.value ?? { from: "fact" }) as Value;
  const set = (next: Value) => field.onChange(next);
  const begun: Record<Value["from"], Value> = {
    fact: { from: "fact" },
    none: { from: "none" },
    share: { from: "share", percent: 100 },
    fixed: { from: "fixed", amount: 1, currency },
  };
  const label = t("rule {index}", { index: index + 1 });
  const invalid = fieldState.invalid ? ({ "aria-invalid": true } as const) : {};
  return (
    <>
      <Select
        aria-label={t("Value, {label}", { label })}
        className="w-40"
        value={value.from}
        options={choices}
        onValueChange={(from) => set(begun[from])}
      />
      {value.from === "share" ? (
        <InputGroup
          aria-label={t("Share of the value, {label}", { label })}
          className="w-24"
          type="number"
          step="any"
          inputMode="decimal"
          after="%"
          value={textOf(value.percent)}
          onChange={({ target }) => set({ ...value, percent: numberOf(target.value) })}
          {...invalid}
        />
      ) : null}
      {value.from === "fixed" ? (
        <>
          <InputGroup
            aria-label={t("Fixed value, {label}", { label })}
            className="w-28"
            type="number"
            step="any"
            inputMode="decimal"
            value={textOf(value.amount)}
            onChange={({ target }) => set({ ...value, amount: numberOf(target.value) })}
            {...invalid}
          />
          <div className="w-44">
            <CurrencySelect
              aria-label={t("Currency, {label}", { label })}
              value={value.currency}
              onValueChange={(next) => set({ ...value, currency: next })}
            />
          </div>
        </>
      ) : null}
    </>
  );
}
