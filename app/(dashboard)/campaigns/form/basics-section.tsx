"use client";

import { useWatch } from "react-hook-form";
import { useNetworkChoices } from "@/app/(dashboard)/shell/facts/network-choices";
import { SelectField, TextField } from "@/components/fields/fields";
import { networkLabel } from "@/lib/campaigns/networks";
import type { CampaignForm } from "./campaign-form";
import { FormSection } from "./form-section";

export function BasicsSection({ form }: { form: CampaignForm }) {
  const code = useWatch({ control: form.control, name: "network" });
  const label = code ? networkLabel(code) : null;
  const networkOptions = [{ value: null, label: "None" }, ...useNetworkChoices()];
  return (
    <FormSection title="Campaign">
      <TextField
        form={form}
        name="name"
        label="Name"
        required
        autoFocus
        placeholder="Summer sale, Instagram"
      />
      <SelectField
        form={form}
        name="network"
        label="Ad network"
        hint={
          label
            ? `You get a link for ${label} once the campaign is created.`
            : "The ad network of the campaign. You can filter reports by it."
        }
        options={networkOptions}
        onChosen={() => form.setValue("network_account_id", null, { shouldDirty: true })}
      />
    </FormSection>
  );
}
