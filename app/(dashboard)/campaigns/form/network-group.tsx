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
import { rich } from "@/components/rich";
import { CodeBlock } from "@/components/ui/code-block";
import { t } from "@/lib/base/languages/texts";
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
      title={code ? t("{code} and affiliate", { code: networkLabel(code) }) : t("Affiliate")}
      summary={
        code
          ? t("URL parameters, campaign ID, ad account, web to app, affiliate")
          : t("The partner who runs it")
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
          {network
            ? t("{label} doesn't fill in link parameters: use the plain link.", { label })
            : rich("{label} has no link parameters yet. <link>Add its macros</link>", {
                label,
                link: (text) => (
                  <NewTabLink href={`/p/${project.id}/settings/ad-networks`}>{text}</NewTabLink>
                ),
              })}
        </p>
      ) : (
        <div className="grid grid-cols-1 gap-1.5">
          <CodeBlock title={t("URL parameters for {label}", { label })} code={parameters} />
          <p className="text-muted text-xs">
            {t("Paste them into {label} as URL parameters. Cairn then reports on its ad sets and ads.", {
              label,
            })}
          </p>
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <IdField
          form={form}
          name="network_campaign_id"
          label={t("{label} campaign ID", { label })}
          optional
          hint={t("Matches imported spend to this campaign.")}
        />
        <SelectField
          form={form}
          name="network_account_id"
          label={t("Ad account")}
          optional
          hint={
            data && accounts.length === 0
              ? rich("No ad accounts with {label} yet. <link>Add an ad account</link>", {
                  label,
                  link: (text) => <NewTabLink href={`/p/${project.id}/spend/sources`}>{text}</NewTabLink>,
                })
              : undefined
          }
          disabled={accounts.length === 0}
          options={[
            { value: null, label: t("None") },
            ...accounts.map(({ id, name, external_id: hint }) => ({ value: id, label: name, hint })),
          ]}
        />
      </div>
      <SwitchField
        form={form}
        name="web_to_app"
        label={t("Web to app")}
        hint={t("Ads link to a website first, then to the app.")}
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
        label={t("Affiliate")}
        optional
        hint={
          <>
            {data && affiliates.length === 0
              ? t("No affiliates yet. ")
              : t("A partner who brings you users. ")}
            {reason ? null : (
              <button type="button" className="rounded-sm underline" onClick={() => setAdding(true)}>
                {t("Add an affiliate")}
              </button>
            )}
          </>
        }
        disabled={affiliates.length === 0}
        options={[
          { value: null, label: t("None") },
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
