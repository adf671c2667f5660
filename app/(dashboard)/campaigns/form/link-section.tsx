"use client";

import { useWatch } from "react-hook-form";
import type { CampaignsAddress } from "@/app/(dashboard)/campaigns/table-address";
import { at } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { Field } from "@/components/fields/field";
import { FormField } from "@/components/fields/form";
import { RadioCard, RadioGroup } from "@/components/fields/radio-group";
import { Select } from "@/components/fields/select";
import { NewTabLink } from "@/components/new-tab-link";
import { rich } from "@/components/rich";
import { Alert } from "@/components/ui/alert";
import { Copyable } from "@/components/ui/copy-button";
import { t } from "@/lib/base/languages/texts";
import type { Campaign } from "@/lib/campaigns/table/schema";
import type { CampaignForm } from "./campaign-form";
import { DisplayIdField } from "./display-id-field";
import { FormSection } from "./form-section";

type LinkSectionProps = { path: CampaignsAddress; form: CampaignForm; campaign: Campaign | null };

/** The kind of link, and its host and ID. */
export function LinkSection({ path, form, campaign }: LinkSectionProps) {
  const { domains, main } = useDomains();
  const host = useWatch({ control: form.control, name: "domain" });
  const own = domains?.find((domain) => domain.host === host) ?? main;
  return (
    <FormSection title={t("Link")}>
      <FormField form={form} name="is_shortlink" label={t("Type")}>
        {({ value, onChange, onBlur, ref, name, id, ...control }) => (
          <RadioGroup
            {...control}
            id={id}
            aria-label={t("Type")}
            className="sm:grid-cols-2"
            value={value ? "short" : "deep"}
            onValueChange={(next) => onChange(next === "short")}
          >
            <RadioCard
              ref={ref}
              value="short"
              label={t("Short link")}
              hint={t("On your domain. Sends each device to the right destination.")}
            />
            <RadioCard
              value="deep"
              label={t("Deeplink")}
              hint={t("A URL on your own site or in your app, tagged with the campaign.")}
            />
          </RadioGroup>
        )}
      </FormField>
      {campaign ? (
        <Field label="ID" hint={t("Can't be changed: it's part of links already in use.")}>
          {({ id }) => (
            <span id={id}>
              <Copyable value={campaign.display_id} label={t("Copy the ID")} className="w-full" />
            </span>
          )}
        </Field>
      ) : (
        <DisplayIdField path={path} form={form} base={domains && (own?.link_base ?? null)} />
      )}
      {domains?.length === 0 ? <NoDomain /> : null}
    </FormSection>
  );
}

const primary = "primary";

export function DomainField({ form }: { form: CampaignForm }) {
  const { domains = [], main, waiting } = useDomains();
  const project = useProject();
  return (
    <FormField
      form={form}
      name="domain"
      label={t("Domain")}
      hint={
        waiting.length > 0
          ? rich(
              "{waiting} can be chosen once <link>{waiting2, plural, one {it is} other {they are}} verified</link>.",
              {
                waiting: waiting.join(", "),
                waiting2: waiting.length,
                link: (text) => <NewTabLink href={`/p/${project.id}/settings/links`}>{text}</NewTabLink>,
              },
            )
          : undefined
      }
    >
      {({ value, onChange, ...control }) => (
        <Select
          {...control}
          value={value || primary}
          options={[
            {
              value: primary,
              label: main ? t("{host} (primary)", { host: main.host }) : t("Primary domain"),
            },
            ...domains
              .filter((domain) => domain !== main)
              .map((domain) => ({ value: domain.host, label: domain.host })),
            // Chosen for this campaign alone; a later change of the primary domain does not affect it.
            ...(main && value === main.host ? [{ value: main.host, label: main.host }] : []),
          ]}
          onValueChange={(next) => onChange(next === primary ? null : next)}
        />
      )}
    </FormField>
  );
}

function NoDomain() {
  const { id } = useProject();
  return (
    <Alert tone="warning" title={t("This project has no link domain yet")}>
      {rich("The campaign can be created now. It gets its link once you <link>add a domain</link>.", {
        link: (text) => <NewTabLink href={`/p/${id}/settings/links`}>{text}</NewTabLink>,
      })}
    </Alert>
  );
}

/** Undefined while loading. */
export function useDomains() {
  const { data } = useGet(at("/projects/:project/domains", { project: useProject().id }));
  const domains = data?.domains.filter((domain) => domain.verified);
  return {
    domains,
    main: domains?.find((domain) => domain.is_primary),
    waiting: (data?.domains ?? []).filter((domain) => !domain.verified).map((domain) => domain.host),
  };
}
