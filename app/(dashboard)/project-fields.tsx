"use client";

import { type FieldValues, useWatch } from "react-hook-form";
import { CurrencyField, TextField, TimeZoneField, UrlField } from "@/components/fields";
import type { FormOf } from "@/components/form";
import { PlatformsField } from "./platforms-field";

type ProjectForm = FieldValues & {
  name?: string;
  time_zone?: string;
  currency?: string;
  website?: string | null;
};

/** A new project and the details of an old one ask for the same. `counted`: there are figures by these already. */
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
      <TextField
        form={typed}
        name="name"
        label="Name"
        hint="Usually the name of the app."
        disabled={disabled}
      />
      <PlatformsField control={form.control} disabled={disabled} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TimeZoneField
          form={typed}
          name="time_zone"
          label="Time zone"
          hint={`Where a day of figures begins and ends.${anew}`}
          disabled={disabled || Boolean(changing)}
        />
        <CurrencyField
          form={typed}
          name="currency"
          label="Currency"
          hint={`Of revenue and spend in reports.${anew}`}
          disabled={disabled || Boolean(changing)}
        />
      </div>
      <UrlField
        form={typed}
        name="website"
        label="Website"
        optional
        hint={
          isLinkHost
            ? "This host is a domain for links: whoever is sent there would come round again, so no link leads to it."
            : "Where a link leads on a desktop when its campaign says nothing else."
        }
        disabled={disabled}
        placeholder="https://example.com"
      />
    </>
  );
}
