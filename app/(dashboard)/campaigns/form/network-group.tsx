"use client";

import { useState } from "react";
import { useWatch } from "react-hook-form";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { AddAffiliate } from "@/app/(dashboard)/shell/facts/add-affiliate";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { IdField, SelectField, SwitchField } from "@/components/fields/fields";
import { NewTabLink } from "@/components/new-tab-link";
import { CodeBlock } from "@/components/ui/code-block";
import { networkLabel, networkOfCode, urlParameters } from "@/lib/campaigns/networks";
import type { CampaignForm } from "./campaign-form";
import { OptionsGroup } from "./options-group";

const settings = ["network_campaign_id", "network_account_id", "web_to_app", "affiliate_id"] as const;

/** Further details of the ad's network, and of a partner. */
export function NetworkGroup({ form }: { form: CampaignForm }) {
  const code = useWatch({ control: form.control, name: "network" });
  return (
    <OptionsGroup
      form={form}
      title={code ? `${networkLabel(code)} and affiliate` : "Affiliate"}
      summary={
        code ? "URL parameters, campaign ID, ad account, web to app, affiliate" : "The partner who runs it"
      }
      settings={settings}
    >
      {code ? <NetworkFields form={form} code={code} /> : null}
      <AffiliateField form={form} />
    </OptionsGroup>
  );
}

function NetworkFields({ form, code }: { form: CampaignForm; code: string }) {
  const project = useProject();
  const { data } = useGet(at("/projects/:project/network-accounts", { project: project.id }));
  const networks = useGet(at("/projects/:project/ad-networks", { project: project.id })).data?.networks;
  const label = networkLabel(code);
  const network = networkOfCode(code);
  const parameters = network
    ? urlParameters(network)
    : (networks?.find((each) => each.code === code)?.link_parameters ?? "");
  const accounts = (data?.network_accounts ?? []).filter((account) => account.network === code);
  return (
    <>
      {parameters === "" ? (
        <p className="text-muted text-sm">
          {network ? (
            `${label} doesn't fill in link parameters: use the plain link.`
          ) : (
            <>
              {label} has no link parameters yet.{" "}
              <NewTabLink href={`/p/${project.id}/settings/ad-networks`}>Add its macros</NewTabLink>
            </>
          )}
        </p>
      ) : (
        <div className="grid grid-cols-1 gap-1.5">
          <CodeBlock title={`URL parameters for ${label}`} code={parameters} />
          <p className="text-muted text-xs">
            Paste them into {label} as URL parameters. Cairn then reports on its ad sets and ads.
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
                <NewTabLink href={`/p/${project.id}/spend/sources`}>Add an ad account</NewTabLink>
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
        hint="Ads link to a website first, then to the app."
      />
    </>
  );
}

function AffiliateField({ form }: { form: CampaignForm }) {
  const { data } = useGet(at("/projects/:project/affiliates", { project: useProject().id }));
  const reason = useMissingRoleText("affiliates.write");
  const [adding, setAdding] = useState(false);
  const affiliates = data?.affiliates ?? [];
  return (
    <>
      <SelectField
        form={form}
        name="affiliate_id"
        label="Affiliate"
        optional
        hint={
          <>
            {data && affiliates.length === 0 ? "No affiliates yet. " : "A partner who brings you users. "}
            {reason ? null : (
              <button type="button" className="rounded-sm underline" onClick={() => setAdding(true)}>
                Add an affiliate
              </button>
            )}
          </>
        }
        disabled={affiliates.length === 0}
        options={[
          { value: null, label: "None" },
          ...affiliates.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <AddAffiliate
        open={adding}
        onOpenChange={setAdding}
        onAdded={({ id }) => form.setValue("affiliate_id", id, { shouldDirty: true })}
      />
    </>
  );
}
