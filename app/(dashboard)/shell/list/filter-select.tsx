"use client";

import { Select } from "@/components/fields/select";
import { inSentence, t } from "@/lib/base/languages/texts";

type Choice = { value: string; label: string };

const any = "any";

/** One filter above a table; empty means no filter. */
export function FilterSelect({
  label,
  value,
  any: anyText = t("Any {label}", { label: inSentence(label) }),
  choices,
  onValueChange,
}: {
  /** The label of the filter, such as "Platform". */
  label: string;
  /** The text if the filter is not set. */
  any?: string;
  value: string;
  choices: readonly Choice[];
  onValueChange: (value: string) => void;
}) {
  const known = value === "" || choices.some((choice) => choice.value === value);
  return (
    <Select
      size="sm"
      aria-label={label}
      className="w-auto max-w-44"
      value={value || any}
      options={[
        { value: any, label: anyText },
        ...choices,
        // The address may contain an unknown value, and an active filter must be visible.
        ...(known ? [] : [{ value, label: value }]),
      ]}
      onValueChange={(next) => onValueChange(next === any ? "" : next)}
    />
  );
}
