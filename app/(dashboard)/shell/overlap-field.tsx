"use client";

import { SelectField } from "@/components/fields/fields";
import type { FormOf } from "@/components/fields/form";
import { t } from "@/lib/base/languages/texts";

const overlaps = [
  { value: 0, label: t("Immediately") },
  { value: 1, label: "1 hour" },
  { value: 24, label: "1 day" },
  { value: 168, label: "1 week" },
  { value: 720, label: "30 days" },
];

/** The old secret remains valid for a while, so that apps and programs can change to the new one. */
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
