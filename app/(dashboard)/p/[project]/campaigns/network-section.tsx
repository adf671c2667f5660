"use client";

import { useWatch } from "react-hook-form";
import { at } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { useProject } from "@/app/(dashboard)/session";
import { CodeBlock } from "@/components/code-block";
import { IdField, SelectField, SwitchField } from "@/components/fields";
import { IntentLink } from "@/components/intent-link";
import { networkOfCode, networks, urlParameters } from "@/lib/campaigns/networks";
import type { CampaignForm } from "./campaign-form";
import { FormSection } from "./form-section";

const networkOptions = [
  { value: null, label: "None" },
  ...networks.map(({ code, label }) => ({ value: code, label })),
];

export function NetworkSection({ form }: { form: CampaignForm }) {
  const project = useProject();
  const code = useWatch({ control: form.control, name: "network" });
  const network = code ? networkOfCode(code) : null;
  return (
    <FormSection title="Ad network" description="Used to group and filter campaigns in reports.">
      <SelectField
        form={form}
        name="network"
        label="Ad network"
        options={networkOptions}
        onChosen={() => form.setValue("network_account_id", null, { shouldDirty: true })}
      />
      {network ? <NetworkFields form={form} code={network.code} /> : null}
      <AffiliateField form={form} settings={`/p/${project.id}/settings/affiliates`} />
    </FormSection>
  );
}

function NetworkFields({ form, code }: { form: CampaignForm; code: string }) {
  const project = useProject();
  const { data } = useGet(at("/projects/:project/network-accounts", { project: project.id }));
  const network = networkOfCode(code);
  if (!network) return null;
  const { label } = network;
  const parameters = urlParameters(network);
  const accounts = (data?.network_accounts ?? []).filter((account) => account.network === code);
  return (
    <>
      {parameters === "" ? (
        <p className="text-muted text-sm">{label} doesn't fill in link parameters: use the plain link.</p>
      ) : (
        <div className="grid grid-cols-1 gap-1.5">
          <CodeBlock title={`URL parameters for ${label}`} code={parameters} />
          <p className="text-muted text-xs">
            Paste them where {label} asks for URL parameters. Cairn then reports on its ad sets and ads.
          </p>
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <IdField
          form={form}
          name="network_campaign_id"
          label={`${label} campaign ID`}
          optional
          hint="Matches imported spend to this campaign."
        />
        <SelectField
          form={form}
          name="network_account_id"
          label="Ad account"
          optional
          hint={
            data && accounts.length === 0 ? (
              <>
                No ad accounts with {label} yet.{" "}
                <IntentLink className="underline" href={`/p/${project.id}/settings/ad-accounts`}>
                  Add an ad account
                </IntentLink>
              </>
            ) : undefined
          }
          disabled={accounts.length === 0}
          options={[
            { value: null, label: "None" },
            ...accounts.map(({ id, name, external_id: hint }) => ({ value: id, label: name, hint })),
          ]}
        />
      </div>
      <SwitchField
        form={form}
        name="web_to_app"
        label="Web to app"
        hint="Ads lead to a website first, then to the app."
      />
    </>
  );
}

function AffiliateField({ form, settings }: { form: CampaignForm; settings: string }) {
  const { data } = useGet(at("/projects/:project/affiliates", { project: useProject().id }));
  const affiliates = data?.affiliates ?? [];
  return (
    <SelectField
      form={form}
      name="affiliate_id"
      label="Affiliate"
      optional
      hint={
        data && affiliates.length === 0 ? (
          <>
            No affiliates yet.{" "}
            <IntentLink className="underline" href={settings}>
              Add an affiliate
            </IntentLink>
          </>
        ) : undefined
      }
      disabled={affiliates.length === 0}
      options={[
        { value: null, label: "None" },
        ...affiliates.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
