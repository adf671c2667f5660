"use client";

import { useState } from "react";
import { useNetworkChoices } from "@/app/(dashboard)/shell/facts/network-choices";
import { CurrencySelect } from "@/components/fields/currency-select";
import { Field } from "@/components/fields/field";
import { LabelledSelect, Select } from "@/components/fields/select";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { t } from "@/lib/base/languages/texts";
import { type FieldName, fieldNames, fieldTable } from "@/lib/spend/upload/fields";
import type { SpendUploadPreview as UploadPreview, UploadSettings } from "@/lib/spend/upload/schema";

const none = "none";

const dateForms = [
  { value: "ymd", label: t("Year first") },
  { value: "mdy", label: t("Month / day / year") },
  { value: "dmy", label: t("Day / month / year") },
] as const;

const marks = [
  { value: ".", label: "1,234.56" },
  { value: ",", label: "1.234,56" },
] as const;

type MeaningProps = {
  preview: UploadPreview;
  settings: UploadSettings;
  onChange: (patch: Partial<UploadSettings>) => void;
};

/** The meaning of each column is guessed and can be changed. */
export function ColumnMapping({ preview, settings, onChange }: MeaningProps) {
  const networkOptions = [{ value: none, label: t("Any network") }, ...useNetworkChoices()];
  const options = [
    { value: none, label: t("Not in the file") },
    ...preview.columns.map(({ header }, index) => ({
      value: String(index),
      label: header || t("Column {index}", { index: index + 1 }),
    })),
  ];
  const missing = new Set(preview.missing);
  const [all, setAll] = useState(false);
  // Only required and detected fields are shown; a button shows the rest.
  const [first] = useState(() => new Set(fieldNames.filter((field) => isUsed(field, preview))));
  const shown = fieldNames.filter(
    (field) => all || first.has(field) || missing.has(field) || (settings.columns[field] ?? null) !== null,
  );
  const control = (field: FieldName) => {
    const index = settings.columns[field] ?? null;
    const samples = index === null ? [] : (preview.columns[index]?.samples ?? []);
    return (
      <Field
        key={field}
        className="min-w-0 grid-cols-1"
        label={fieldTable[field].label}
        error={missing.has(field) ? errorOf(field) : undefined}
        hint={
          samples.length > 0 ? (
            <span className="num block truncate" title={samples.join(", ")}>
              {samples.join(", ")}
            </span>
          ) : undefined
        }
      >
        {(attributes) => (
          <Select
            {...attributes}
            value={index === null ? none : String(index)}
            options={options}
            onValueChange={(value) =>
              onChange({
                columns: { ...settings.columns, [field]: value === none ? null : Number(value) },
              })
            }
          />
        )}
      </Field>
    );
  };
  return (
    <Card>
      <CardHeader
        title={t("Columns")}
        description={t("Guessed from the headers. Change anything that's wrong.")}
      />
      <CardBody className="grid grid-cols-1 gap-5">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">{shown.map(control)}</div>
        {shown.length < fieldNames.length ? (
          <Button size="sm" className="justify-self-start" onClick={() => setAll(true)}>
            {t("{fieldNames} other fields", { fieldNames: fieldNames.length - shown.length })}
          </Button>
        ) : null}
        <div className="grid grid-cols-1 gap-4 border-t pt-5 sm:grid-cols-2 lg:grid-cols-4">
          <LabelledSelect
            label={t("IDs belong to")}
            hint={t("The network of the campaign IDs in the file.")}
            value={settings.network ?? none}
            options={networkOptions}
            onValueChange={(value) => onChange({ network: value === none ? null : value })}
          />
          <Field label={t("Currency of amounts")} hint={t("Used if no column has a currency.")}>
            {(attributes) => (
              <CurrencySelect
                {...attributes}
                value={settings.currency}
                onValueChange={(currency) => onChange({ currency })}
              />
            )}
          </Field>
          <LabelledSelect
            label={t("Date format")}
            value={settings.date_form}
            options={dateForms}
            onValueChange={(date_form) => onChange({ date_form })}
          />
          <LabelledSelect
            label={t("Number format")}
            value={settings.decimal_mark}
            options={marks}
            onValueChange={(decimal_mark) => onChange({ decimal_mark })}
          />
        </div>
        {preview.date_ambiguous ? (
          <Alert tone="warning" title={t("The date format is ambiguous")}>
            {t("The file doesn't show whether the day or the month comes first. Check the dates below.")}
          </Alert>
        ) : null}
      </CardBody>
    </Card>
  );
}

const isUsed = (field: FieldName, { settings }: UploadPreview) =>
  "needed" in fieldTable[field] || (settings.columns[field] ?? null) !== null;

const errorOf = (field: FieldName) =>
  field === "campaign_name" ? t("Choose the campaign column.") : t("Choose its column.");
