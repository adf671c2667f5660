"use client";

import { toast } from "sonner";
import { at, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { SelectField } from "@/components/fields/fields";
import { Form, FormError, SubmitButton, useSchemaForm } from "@/components/fields/form";
import { formatsFor } from "@/components/format";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/ui/card";
import { displayFormats, type Me } from "@/lib/accounts/schema";
import { t } from "@/lib/base/languages/texts";

const locales = {
  "en-GB": t("English (United Kingdom)"),
  "en-US": t("English (United States)"),
  "en-IN": t("English (India)"),
  "en-AU": t("English (Australia)"),
  "en-CA": t("English (Canada)"),
  "en-IE": t("English (Ireland)"),
  "de-DE": t("German (Germany)"),
  "de-CH": t("German (Switzerland)"),
  "fr-FR": t("French (France)"),
  "es-ES": t("Spanish (Spain)"),
  "it-IT": t("Italian (Italy)"),
  "nl-NL": t("Dutch (Netherlands)"),
  "pl-PL": t("Polish (Poland)"),
  "pt-BR": t("Portuguese (Brazil)"),
  "sv-SE": t("Swedish (Sweden)"),
  "tr-TR": t("Turkish (Türkiye)"),
  "id-ID": t("Indonesian (Indonesia)"),
  "ja-JP": t("Japanese (Japan)"),
} as const;

/** `1,234,567.8 · 3 Jun 2026` */
function sampleOf(locale: string): string {
  const { numberFormat, dateFormat } = formatsFor(locale);
  const day = dateFormat({ day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });
  return `${numberFormat().format(1_234_567.8)} · ${day.format(Date.UTC(2026, 5, 3))}`;
}

const asBrowser = { value: null, label: t("As my browser") };

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
          toast.success(t("Formats saved"));
        }}
      >
        <CardHeader
          title={t("Numbers and dates")}
          description={t(
            "Your number and date formats, on every device. Days and weeks start as set in the project.",
          )}
        />
        <CardBody className="grid gap-4 sm:grid-cols-2">
          <FormError className="sm:col-span-2" />
          <SelectField
            form={form}
            name="locale"
            label={t("Format")}
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
          <SubmitButton>{t("Save")}</SubmitButton>
        </CardFooter>
      </Form>
    </Card>
  );
}
