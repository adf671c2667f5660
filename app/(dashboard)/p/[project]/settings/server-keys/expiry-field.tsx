"use client";

import { useState } from "react";
import { FormField, type FormOf } from "@/components/form";
import { Select } from "@/components/ui/select";

const never = { value: "0", label: "Never" };
const lives = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
];

const inDays = (days: number) => (days === 0 ? null : new Date(Date.now() + days * 86_400_000).toISOString());
const asBefore = "before";
const asDay = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

/** When a key ends by itself; one that replaces another ends when that one would have, unless something is chosen. */
export function ExpiryField({
  form,
  before,
}: {
  // biome-ignore lint/suspicious/noExplicitAny: what else is in the form does not matter here
  form: FormOf<any, any>;
  before?: string | null;
}) {
  const [chosen, setChosen] = useState<string | null>(null);
  const first = before
    ? {
        value: asBefore,
        label: `As the old one: ${asDay.format(new Date(before))}`,
      }
    : null;
  const options = [...(first ? [first] : []), never, ...lives];
  return (
    <FormField form={form} name="expires_at" label={before === undefined ? "Expires" : "The new key expires"}>
      {({ value: _, onChange, ...control }) => (
        <Select
          {...control}
          value={chosen ?? options[0]!.value}
          options={options}
          onValueChange={(next) => {
            setChosen(next);
            onChange(next === asBefore ? undefined : inDays(Number(next)));
          }}
        />
      )}
    </FormField>
  );
}
