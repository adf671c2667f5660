"use client";

import { Select } from "@/components/fields/select";

type Choice = { value: string; label: string };

const any = "any";

/** One filter above a table; empty for everything. */
export function FilterSelect({
  label,
  value,
  any: anyText = `Any ${label.toLowerCase()}`,
  choices,
  onValueChange,
}: {
  /** The label of the choice: "Platform". */
  label: string;
  /** What stands there when nothing is chosen. */
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
        // Out of the address, and unknown here: what narrows the list must be seen.
        ...(known ? [] : [{ value, label: value }]),
      ]}
      onValueChange={(next) => onValueChange(next === any ? "" : next)}
    />
  );
}
