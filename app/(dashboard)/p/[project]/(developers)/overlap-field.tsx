"use client";

import { SelectField } from "@/components/fields";
import type { FormOf } from "@/components/form";

const overlaps = [
  { value: 0, label: "Not at all: it ends at once" },
  { value: 1, label: "For an hour" },
  { value: 24, label: "For a day" },
  { value: 168, label: "For a week" },
  { value: 720, label: "For 30 days" },
];

/** The old secret goes on working for a while, so that apps and programs can be changed over. */
export function OverlapField({
  form,
  label,
  hint,
}: {
  // biome-ignore lint/suspicious/noExplicitAny: what the form makes of its input does not matter here
  form: FormOf<{ overlap_hours?: number | undefined }, any>;
  label: string;
  hint: string;
}) {
  return <SelectField form={form} name="overlap_hours" label={label} hint={hint} options={overlaps} />;
}
