"use client";

import { useState } from "react";
import { toast } from "sonner";
import { z } from "zod";
import { at, mutate } from "@/app/(dashboard)/shell/api";
import { listedCountries } from "@/app/(dashboard)/shell/country-options";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { CampaignField, type ChosenCampaign } from "@/app/(dashboard)/shell/facts/campaign-search";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { useProject } from "@/app/(dashboard)/shell/session";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { CurrencyField, IdField, SelectField, TextField } from "@/components/fields/fields";
import { FormField, useSchemaForm } from "@/components/fields/form";
import { fullDay } from "@/components/format";
import { readAmount } from "@/lib/base/amounts";
import { t } from "@/lib/base/languages/texts";
import { toMinorUnits } from "@/lib/base/money";
import { dayIn } from "@/lib/base/time";

const id = z.string().trim().max(256, t("IDs can have up to 256 characters."));
const name = z.string().trim().max(512, t("Names can have up to 512 characters."));

const example = t("Enter an amount, such as 120.50.");

/** Only the typed fields are validated here; the server validates the rest. */
const enteredBy = (today: string) =>
  z
    .object({
      campaign: z.string().min(1, t("Choose a campaign.")),
      date: z
        .string()
        .min(1, t("Enter a day."))
        .refine((date) => date <= today, t("This day is in the future.")),
      amount: z.string().refine((text) => text.trim() !== "", example),
      currency: z.string(),
      platform: z.enum(["ALL", "IOS", "ANDROID"]),
      country: z.string(),
      ad_set_id: id,
      ad_set_name: name,
      creative_id: id,
      creative_name: name,
      keyword_id: id,
      keyword_name: name,
    })
    .transform(({ amount: text, ...values }, context) => {
      const read = readAmount(text, values.currency);
      if ("amount" in read) return { ...values, amount: read.amount };
      const message = "problem" in read ? read.problem : example;
      context.addIssue({ code: "custom", path: ["amount"], message });
      return z.NEVER;
    });

const platforms = [
  { value: "ALL", label: t("All platforms") },
  { value: "IOS", label: "iOS" },
  { value: "ANDROID", label: t("Android") },
] as const;

const allCountries = "ALL";
const countries = [{ value: allCountries, label: t("All countries") }, ...listedCountries];

const parts = [
  { id: "ad_set_id", name: "ad_set_name", label: t("Ad set") },
  { id: "creative_id", name: "creative_name", label: t("Creative") },
  { id: "keyword_id", name: "keyword_name", label: t("Keyword") },
] as const;

/** The stored amount, rounded to the currency's digits. */
const moneyText = (amount: number, currency: string) =>
  figureFormat(currency).full("money", toMinorUnits(amount, currency));

export function HandDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { id: project, currency, time_zone: timeZone } = useProject();
  const path = at("/projects/:project/spend", { project });
  const refresh = useRefresh();
  const [campaign, setCampaign] = useState<ChosenCampaign | null>(null);
  const today = dayIn(timeZone, new Date());
  const form = useSchemaForm(enteredBy(today), {
    defaultValues: {
      campaign: "",
      date: today,
      amount: "",
      currency,
      platform: "ALL",
      country: allCountries,
      ...Object.fromEntries(parts.flatMap((part) => [part.id, part.name]).map((field) => [field, ""])),
    },
  });
  const [text, code] = form.watch(["amount", "currency"]);
  const read = readAmount(text, code);
  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t("Add spend manually")}
      description={t(
        "Replaces existing spend for the same campaign, ad, day, platform and country. All platforms or all countries include each of them.",
      )}
      form={form}
      sheet
      submit={t("Save spend")}
      onSubmit={async ({ platform, country, ...values }) => {
        await mutate("POST", path, {
          ...values,
          platform: platform === "ALL" ? null : platform,
          country: country === allCountries ? null : country,
        });
        await refresh(path);
        const stored = moneyText(values.amount, values.currency);
        toast.success(
          t("{stored} saved for “{name}” on {date}", {
            stored,
            name: campaign?.name ?? "",
            date: fullDay(values.date),
          }),
        );
      }}
    >
      <FormField form={form} name="campaign" label={t("Campaign")}>
        {({ value, onChange, name: _, ...control }) => (
          <CampaignField
            {...control}
            chosen={value === campaign?.displayId ? campaign : null}
            onChoose={(chosen) => {
              setCampaign(chosen);
              onChange(chosen.displayId);
            }}
          />
        )}
      </FormField>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField
          form={form}
          name="date"
          label={t("Day")}
          hint={t("In {timeZone}.", { timeZone })}
          type="date"
          max={today}
          className="num"
        />
        <SelectField form={form} name="platform" label={t("Platform")} options={platforms} />
        <SelectField form={form} name="country" label={t("Country")} options={countries} />
        <TextField
          form={form}
          name="amount"
          label={t("Amount")}
          hint={
            "amount" in read ? t("Saved as {amount}.", { amount: moneyText(read.amount, code) }) : undefined
          }
          inputMode="decimal"
          className="num"
        />
        <CurrencyField form={form} name="currency" label={t("Currency")} />
      </div>
      <fieldset className="grid gap-4 border-t pt-4">
        <legend className="sr-only">{t("Ad set, creative or keyword")}</legend>
        <p className="text-muted text-sm">
          {t("Leave blank for the whole campaign. Use the network's IDs.")}
        </p>
        {parts.map((part) => (
          <div key={part.id} className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <IdField form={form} name={part.id} label={t("{label} id", { label: part.label })} optional />
            <TextField
              form={form}
              name={part.name}
              label={t("{label} name", { label: part.label })}
              optional
            />
          </div>
        ))}
      </fieldset>
    </FormDialog>
  );
}
