"use client";

import { useWatch } from "react-hook-form";
import { useNetworkChoices } from "@/app/(dashboard)/shell/facts/network-choices";
import { SelectField, TextField } from "@/components/fields/fields";
import { FormField } from "@/components/fields/form";
import { RadioCard, RadioGroup } from "@/components/fields/radio-group";
import { t } from "@/lib/base/languages/texts";
import { networkLabel } from "@/lib/campaigns/networks";
import {
  type CampaignPurpose,
  campaignPurposes,
  defaultPurpose,
  purposeLabels,
} from "@/lib/campaigns/purposes";
import type { CampaignForm } from "./campaign-form";
import { FormSection } from "./form-section";

const purposeHints: Record<CampaignPurpose, string> = {
  new_users: t("Brings people who don’t have the app yet. Its spend isn’t compared with re-engagements."),
  retargeting: t("Brings users back. Its clicks and spend are divided by its re-engagements."),
  both: t("Brings new users and users back. Its spend can’t be split, so re-engagements have no cost."),
};

export function BasicsSection({ form }: { form: CampaignForm }) {
  const code = useWatch({ control: form.control, name: "network" });
  const label = code ? networkLabel(code) : null;
  const networkOptions = [{ value: null, label: t("None") }, ...useNetworkChoices()];
  return (
    <FormSection title={t("Campaign")}>
      <TextField
        form={form}
        name="name"
        label={t("Name")}
        required
        autoFocus
        placeholder={t("Summer sale, Instagram")}
      />
      <SelectField
        form={form}
        name="network"
        label={t("Ad network")}
        hint={
          label
            ? t("You get a link for {label} once the campaign is created.", { label })
            : t("The ad network of the campaign. You can filter reports by it.")
        }
        options={networkOptions}
        onChosen={() => form.setValue("network_account_id", null, { shouldDirty: true })}
      />
      <FormField form={form} name="purpose" label={t("Purpose")}>
        {({ value, onChange, onBlur, ref, name, id, ...control }) => (
          <RadioGroup
            {...control}
            id={id}
            aria-label={t("Purpose")}
            className="sm:grid-cols-3"
            value={value ?? defaultPurpose}
            onValueChange={onChange}
          >
            {campaignPurposes.map((purpose, i) => (
              <RadioCard
                key={purpose}
                ref={i === 0 ? ref : null}
                value={purpose}
                label={purposeLabels[purpose]}
                hint={purposeHints[purpose]}
              />
            ))}
          </RadioGroup>
        )}
      </FormField>
    </FormSection>
  );
}
