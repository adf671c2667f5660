"use client";

import { toast } from "sonner";
import { at, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { SelectField } from "@/components/fields/fields";
import { Form, FormError, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { formatsFor } from "@/components/format";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { displayFormats, type Me } from "@/lib/accounts/schema";

const locales = {
  "en-GB": "English (United Kingdom)",
  "en-US": "English (United States)",
  "en-IN": "English (India)",
  "en-AU": "English (Australia)",
  "en-CA": "English (Canada)",
  "en-IE": "English (Ireland)",
  "de-DE": "German (Germany)",
  "de-CH": "German (Switzerland)",
  "fr-FR": "French (France)",
  "es-ES": "Spanish (Spain)",
  "it-IT": "Italian (Italy)",
  "nl-NL": "Dutch (Netherlands)",
  "pl-PL": "Polish (Poland)",
  "pt-BR": "Portuguese (Brazil)",
  "sv-SE": "Swedish (Sweden)",
  "tr-TR": "Turkish (Türkiye)",
  "id-ID": "Indonesian (Indonesia)",
  "ja-JP": "Japanese (Japan)",
} as const;

/** `1,234,567.8 · 3 Jun 2026` */
function sampleOf(locale: string): string {
  const { numberFormat, dateFormat } = formatsFor(locale);
  const day = dateFormat({ day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  return `${numberFormat().format(1_234_567.8)} · ${day.format(Date.UTC(2026, 5, 3))}`;
}

const asBrowser = { value: null, label: "As my browser" };

export function FormatsCard({ me }: { me: Me | undefined }) {
  const refresh = useRefresh();
  const form = useSchemaForm(displayFormats, { values: me?.formats ?? { locale: null } });
  const chosen = me?.formats.locale;
  return (
    <Card>
      <Form
        form={form}
        onSubmit={async (values) => {
          await mutate("PUT", at("/me/formats"), values);
          form.reset(values);
          await refresh("/me");
          toast.success("Formats saved");
        }}
      >
        <CardHeader
          title="Numbers and dates"
          description="Your number and date formats, on every device. Days and weeks start as set in the project."
        />
        <CardBody className="grid gap-4 sm:grid-cols-2">
          <FormError className="sm:col-span-2" />
          <SelectField
            form={form}
            name="locale"
            label="Format"
            options={[
              asBrowser,
              ...Object.entries(locales).map(([value, label]) => ({ value, label, hint: sampleOf(value) })),
              ...(chosen && !(chosen in locales)
                ? [{ value: chosen, label: chosen, hint: sampleOf(chosen) }]
                : []),
            ]}
          />
        </CardBody>
        <CardFooter className="justify-end">
          <SubmitButton>Save</SubmitButton>
        </CardFooter>
      </Form>
    </Card>
  );
}
