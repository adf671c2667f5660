"use client";

import { EndedLinksControl, endedHint } from "@/app/(dashboard)/shell/ended-links-control";
import { useProject } from "@/app/(dashboard)/shell/session";
import { FormField } from "@/components/fields/form";
import { t } from "@/lib/base/languages/texts";
import type { CampaignForm } from "./campaign-form";
import { DomainField } from "./link-section";
import { OptionsGroup } from "./options-group";

const settings = ["domain", "ended_links"] as const;

export function DomainGroup({ form }: { form: CampaignForm }) {
  const { ended_links: defaultValue } = useProject();
  return (
    <OptionsGroup
      form={form}
      title={t("Domain and ended links")}
      summary={t("Another link domain, and the destination after the campaign has ended")}
      settings={settings}
    >
      <DomainField form={form} />
      <FormField form={form} name="ended_links" label={t("Ended links")} hint={endedHint}>
        {({ name: _, ...control }) => <EndedLinksControl {...control} usual={defaultValue} />}
      </FormField>
    </OptionsGroup>
  );
}
