"use client";

import { type FieldValues, useWatch } from "react-hook-form";
import { CurrencySelect } from "@/components/currency-select";
import { FormField, type FormOf } from "@/components/form";
import { TimeZoneSelect } from "@/components/time-zone-select";
import { Input } from "@/components/ui/input";
import { PlatformsField } from "./platforms-field";

type ProjectForm = FieldValues & {
  name?: string;
  time_zone?: string;
  currency?: string;
  website?: string | null;
};

/** What a new project and the details of an old one ask for alike. `counted`: there are figures by these already. */
export function ProjectFields({
  form,
  counted,
  changing,
  linkHosts = [],
  disabled = false,
}: {
  // biome-ignore lint/suspicious/noExplicitAny: what the form makes of its input does not matter here
  form: FormOf<any, any>;
  counted?: boolean;
  /** All figures are just being counted anew. */
  changing?: boolean;
  /** Hosts of links: a website there would lead back to them. */
  linkHosts?: readonly string[];
  disabled?: boolean;
}) {
  const website = useWatch({ control: form.control, name: "website" });
  const isLinkHost = URL.canParse(website ?? "") && linkHosts.includes(new URL(website).hostname);
  const typed = form as FormOf<ProjectForm>;
  const anew = changing
    ? " Figures are just being counted anew."
    : counted
      ? " A change counts all figures anew."
      : "";
  return (
    <>
      <FormField form={typed} name="name" label="Name" hint="Usually the name of the app.">
        {({ value, ...control }) => (
          <Input {...control} value={value ?? ""} disabled={disabled} autoComplete="off" />
        )}
      </FormField>
      <PlatformsField control={form.control} disabled={disabled} />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          form={typed}
          name="time_zone"
          label="Time zone"
          hint={`Where a day of figures begins and ends.${anew}`}
        >
          {({ onChange, ...control }) => (
            <TimeZoneSelect {...control} disabled={disabled || Boolean(changing)} onValueChange={onChange} />
          )}
        </FormField>
        <FormField
          form={typed}
          name="currency"
          label="Currency"
          hint={`Of revenue and spend in reports.${anew}`}
        >
          {({ onChange, ...control }) => (
            <CurrencySelect {...control} disabled={disabled || Boolean(changing)} onValueChange={onChange} />
          )}
        </FormField>
      </div>
      <FormField
        form={typed}
        name="website"
        label="Website"
        optional
        hint={
          isLinkHost
            ? "This host is a domain for links: whoever is sent there would come round again, so no link leads to it."
            : "Where a link leads on a desktop when its campaign says nothing else."
        }
      >
        {({ value, ...control }) => (
          <Input
            {...control}
            value={value ?? ""}
            disabled={disabled}
            inputMode="url"
            placeholder="https://example.com"
            autoComplete="off"
          />
        )}
      </FormField>
    </>
  );
}
