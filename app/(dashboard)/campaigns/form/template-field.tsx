"use client";

import { Field } from "@/components/fields/field";
import { Select } from "@/components/fields/select";
import { t } from "@/lib/base/languages/texts";
import type { CampaignTemplate } from "@/lib/campaigns/templates/schema";

const none = "none";

type TemplateFieldProps = {
  templates: readonly CampaignTemplate[];
  chosen: CampaignTemplate | null;
  onChoose: (template: CampaignTemplate | null) => void;
};

/** The saved settings that a new campaign can start with; hidden if there are none. */
export function TemplateField({ templates, chosen, onChoose }: TemplateFieldProps) {
  if (templates.length === 0) return null;
  return (
    <Field label={t("Template")} optional hint={t("Fills in its settings. Your changes stay.")}>
      {(control) => (
        <Select
          {...control}
          value={chosen ? String(chosen.id) : none}
          onValueChange={(id) => onChoose(templates.find((each) => String(each.id) === id) ?? null)}
          options={[
            { value: none, label: t("None") },
            ...templates.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
    </Field>
  );
}
