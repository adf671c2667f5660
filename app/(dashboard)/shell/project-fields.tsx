"use client";

import { useId } from "react";
import { type Control, type FieldValues, useController, useWatch } from "react-hook-form";
import { Checkbox } from "@/components/fields/checkbox";
import { CurrencyField, SelectField, TextField, UrlField } from "@/components/fields/fields";
import type { FormOf } from "@/components/fields/form";
import { TimeZoneField } from "@/components/fields/time-zone-select";
import type { WeekStart } from "@/lib/base/days";
import { t } from "@/lib/base/languages/texts";

type ProjectForm = FieldValues & {
  name?: string;
  time_zone?: string;
  currency?: string;
  week_starts_on?: WeekStart;
  website?: string | null;
};

/** The fields of a new project and of an existing one. `counted` is true if there are figures already. */
export function ProjectFields({
  form,
  counted,
  changing,
  linkHosts = [],
}: {
  // biome-ignore lint/suspicious/noExplicitAny: what the form makes of its input does not matter here
  form: FormOf<any, any>;
  counted?: boolean;
  /** A recalculation of all figures is in progress. */
  changing?: boolean;
  /** Link domains. A website there would lead back to the links. */
  linkHosts?: readonly string[];
}) {
  const website = useWatch({ control: form.control, name: "website" });
  const isLinkHost = URL.canParse(website ?? "") && linkHosts.includes(new URL(website).hostname);
  const typed = form as FormOf<ProjectForm>;
  const recountNote = changing
    ? t(" Figures are being recalculated.")
    : counted
      ? t(" Changing it recalculates all figures.")
      : "";
  return (
    <>
      <TextField form={typed} name="name" label={t("Name")} hint={t("Usually your app's name.")} />
      <PlatformsField control={form.control} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TimeZoneField
          form={typed}
          name="time_zone"
          label={t("Time zone")}
          hint={t("When a day starts and ends in reports.{recountNote}", { recountNote })}
          disabled={changing ?? false}
        />
        <CurrencyField
          form={typed}
          name="currency"
          label={t("Currency")}
          hint={t("For revenue and spend in reports.{recountNote}", { recountNote })}
          disabled={changing ?? false}
        />
        <SelectField
          form={typed}
          name="week_starts_on"
          label={t("First day of the week")}
          hint={t("For weeks in reports, comparisons and scheduled reports.")}
          options={[
            { value: "monday", label: t("Monday") },
            { value: "saturday", label: t("Saturday") },
            { value: "sunday", label: t("Sunday") },
          ]}
        />
      </div>
      <UrlField
        form={typed}
        name="website"
        label={t("Website")}
        optional
        hint={
          isLinkHost
            ? t(
                "This domain is also used for links, so links can't redirect here: visitors would end up in a loop.",
              )
            : t("The default destination of links on desktop.")
        }
        placeholder="https://example.com"
      />
    </>
  );
}

const platforms = [
  { value: "IOS", label: "iOS" },
  { value: "ANDROID", label: t("Android") },
] as const;

function PlatformsField({
  control,
}: {
  // biome-ignore lint/suspicious/noExplicitAny: any form that has platforms
  control: Control<any, unknown, any>;
}) {
  const { field, fieldState } = useController({ control, name: "platforms" });
  const id = useId();
  const chosen: string[] = field.value ?? [];
  return (
    <fieldset className="grid gap-2" aria-describedby={fieldState.error ? `${id}-error` : undefined}>
      <legend className="mb-2 font-medium text-sm">{t("Platforms")}</legend>
      <div className="flex gap-6">
        {platforms.map(({ value, label }) => (
          <div key={value} className="flex items-center gap-2">
            <Checkbox
              id={`${id}-${value}`}
              checked={chosen.includes(value)}
              onBlur={field.onBlur}
              onCheckedChange={(checked) =>
                field.onChange(
                  platforms
                    .map((each) => each.value)
                    .filter((each) => (each === value ? checked : chosen.includes(each))),
                )
              }
            />
            <label htmlFor={`${id}-${value}`} className="text-sm">
              {label}
            </label>
          </div>
        ))}
      </div>
      {fieldState.error ? (
        <p id={`${id}-error`} className="text-danger text-xs">
          {fieldState.error.message}
        </p>
      ) : null}
    </fieldset>
  );
}
