"use client";

import { useWatch } from "react-hook-form";
import { at } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { useProject } from "@/app/(dashboard)/session";
import { Copyable } from "@/components/copy-button";
import { TextField } from "@/components/fields";
import { FormField } from "@/components/form";
import { IntentLink } from "@/components/intent-link";
import { Field } from "@/components/ui/field";
import { RadioCard, RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import type { Campaign } from "@/lib/campaigns/table/schema";
import type { CampaignForm } from "./campaign-form";
import { DisplayIdField } from "./display-id-field";
import { FormSection } from "./form-section";
import type { CampaignsAddress } from "./table-address";

const primary = "primary";

type BasicsSectionProps = { path: CampaignsAddress; form: CampaignForm; campaign: Campaign | null };

export function BasicsSection({ path, form, campaign }: BasicsSectionProps) {
  const project = useProject();
  const { data } = useGet(at("/projects/:project/domains", { project: project.id }));
  const host = useWatch({ control: form.control, name: "domain" });
  const domains = (data?.domains ?? []).filter((domain) => domain.verified);
  const waiting = (data?.domains ?? []).filter((domain) => !domain.verified).map((domain) => domain.host);
  const main = domains.find((domain) => domain.is_primary);
  const own = domains.find((domain) => domain.host === host) ?? main;
  return (
    <FormSection title="Link">
      <TextField
        form={form}
        name="name"
        label="Name"
        required
        autoFocus
        placeholder="Summer sale, Instagram"
      />
      <FormField form={form} name="is_shortlink" label="Type">
        {({ value, onChange, onBlur, ref, name, id, ...control }) => (
          <RadioGroup
            {...control}
            id={id}
            aria-label="Type"
            className="sm:grid-cols-2"
            value={value ? "short" : "deep"}
            onValueChange={(next) => onChange(next === "short")}
          >
            <RadioCard
              ref={ref}
              value="short"
              label="Short link"
              hint="On your domain. Sends each device to the right destination."
            />
            <RadioCard
              value="deep"
              label="Deeplink"
              hint="A URL on your own site or in your app, tagged with the campaign."
            />
          </RadioGroup>
        )}
      </FormField>
      <FormField
        form={form}
        name="domain"
        label="Domain"
        hint={
          data && domains.length === 0 ? (
            <>
              No domains yet.{" "}
              <IntentLink className="underline" href={`/p/${project.id}/settings/domains`}>
                Add a domain
              </IntentLink>
            </>
          ) : waiting.length > 0 ? (
            <>
              {waiting.join(", ")} can be chosen once{" "}
              <IntentLink className="underline" href={`/p/${project.id}/settings/domains`}>
                {waiting.length === 1 ? "it is" : "they are"} verified
              </IntentLink>
              .
            </>
          ) : undefined
        }
      >
        {({ value, onChange, ...control }) => (
          <Select
            {...control}
            value={value || primary}
            options={[
              { value: primary, label: main ? `${main.host} (primary)` : "Primary domain" },
              ...domains
                .filter((domain) => domain !== main)
                .map((domain) => ({ value: domain.host, label: domain.host })),
              // Chosen for this campaign alone: it stays when another becomes the primary one.
              ...(main && value === main.host ? [{ value: main.host, label: main.host }] : []),
            ]}
            onValueChange={(next) => onChange(next === primary ? null : next)}
          />
        )}
      </FormField>
      {campaign ? (
        <Field label="Id" hint="Can't be changed: it's part of links already in use.">
          {({ id }) => (
            <span id={id}>
              <Copyable value={campaign.display_id} label="Copy the ID" className="w-full" />
            </span>
          )}
        </Field>
      ) : (
        <DisplayIdField path={path} form={form} base={own?.link_base} />
      )}
    </FormSection>
  );
}
