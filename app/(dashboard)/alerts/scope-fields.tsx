import { useState } from "react";
import { useWatch } from "react-hook-form";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { CampaignField, type ChosenCampaign } from "@/app/(dashboard)/shell/facts/campaign-search";
import { useNetworkChoices } from "@/app/(dashboard)/shell/facts/network-choices";
import { useProject } from "@/app/(dashboard)/shell/session";
import { SelectField } from "@/components/fields/fields";
import { FormField } from "@/components/fields/form";
import { Select } from "@/components/fields/select";
import { scopes } from "@/lib/alerts/rules/schema";
import { t } from "@/lib/base/languages/texts";
import type { FieldsProps } from "./alert-form";
import { scopeNames } from "./labels";

/** The part of the project that the figures cover. */
export function ScopeFields({ form }: FieldsProps) {
  const scope = useWatch({ control: form.control, name: "scope" });
  const networks = useNetworkChoices();
  return (
    <>
      <SelectField
        form={form}
        name="scope"
        label={t("Of")}
        options={scopes.map((value) => ({ value, label: scopeNames[value] }))}
      />
      {scope === "campaign" ? <Campaign form={form} /> : null}
      {scope === "network" ? (
        <FormField form={form} name="network" label={t("Network")}>
          {({ value, onChange, ...control }) => (
            <Select
              {...control}
              value={value ?? ""}
              placeholder={t("Choose a network")}
              onValueChange={onChange}
              options={networks}
            />
          )}
        </FormField>
      ) : null}
      {scope === "project" ? (
        <SelectField
          form={form}
          name="traffic"
          label={t("Traffic")}
          options={[
            { value: "all", label: t("All, with organic") },
            { value: "paid", label: t("Paid") },
          ]}
        />
      ) : null}
    </>
  );
}

function Campaign({ form }: FieldsProps) {
  const { id } = useProject();
  const [chosen, setChosen] = useState<ChosenCampaign | null>(null);
  const selected = useWatch({ control: form.control, name: "campaign_id" });
  const { data } = useGet(
    selected !== null && chosen === null
      ? at("/projects/:project/campaigns/:campaign", { project: id, campaign: selected })
      : null,
  );
  const known = data
    ? { id: data.campaign.id, displayId: data.campaign.display_id, name: data.campaign.name }
    : null;
  return (
    <FormField form={form} name="campaign_id" label={t("Campaign")}>
      {({ value: _, onChange, name: __, ...control }) => (
        <CampaignField
          {...control}
          chosen={chosen ?? known}
          onChoose={(campaign) => {
            setChosen(campaign);
            onChange(campaign.id);
          }}
        />
      )}
    </FormField>
  );
}
