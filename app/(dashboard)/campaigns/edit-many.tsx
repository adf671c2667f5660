"use client";

import { z } from "zod";
import { at, type BodyOf, child } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { useNetworkChoices } from "@/app/(dashboard)/shell/facts/network-choices";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { SelectField, UrlField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { t } from "@/lib/base/languages/texts";
import { campaignPurposes, defaultPurpose, purposeLabels } from "@/lib/campaigns/purposes";

export type ManyChanges = NonNullable<BodyOf<"/projects/:project/campaigns/bulk", "POST">["changes"]>;

const keep = "keep";
const none = "none";

const editForm = z
  .object({
    template: z.string(),
    network: z.string(),
    domain: z.string(),
    purpose: z.enum([keep, ...campaignPurposes]),
    link_for_desktop_users: z.string(),
    ios_web_redirect: z.string(),
    android_web_redirect: z.string(),
  })
  .refine((values) => Object.values(values).some((value) => value !== keep && value !== ""), {
    path: ["template"],
    error: t("Choose what to change."),
  });

const blank: z.input<typeof editForm> = {
  template: keep,
  network: keep,
  domain: keep,
  purpose: keep,
  link_for_desktop_users: "",
  ios_web_redirect: "",
  android_web_redirect: "",
};

/** A template's settings without those it leaves empty, tags and dates. */
const settingsOf = (settings: object): ManyChanges =>
  Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) =>
        name !== "tags" &&
        !(name === "purpose" && value === defaultPurpose) &&
        value !== null &&
        value !== "" &&
        value !== false &&
        !(Array.isArray(value) && value.length === 0),
    ),
  );

const destinationLabels = [
  ["link_for_desktop_users", t("Destination on desktop")],
  ["ios_web_redirect", t("Destination on iPhone")],
  ["android_web_redirect", t("Destination on Android")],
] as const;

const Change = ({ label, value }: { label: string; value: string }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd className="wrap-anywhere font-medium">{value}</dd>
  </>
);

type EditManyProps = {
  /** `12 campaigns` */
  of: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onEdit: (changes: ManyChanges) => Promise<unknown>;
};

/** Network, domain, destinations or a template for many campaigns. Fields that were not chosen stay as they are. */
export function EditMany({ of, open, onOpenChange, onEdit }: EditManyProps) {
  const path = at("/projects/:project", { project: useProject().id });
  const domains = useGet(open ? child(path, "/domains") : null).data?.domains ?? [];
  const templates = useGet(open ? child(path, "/campaign-templates") : null).data?.templates ?? [];
  const networks = useNetworkChoices();
  const form = useSchemaForm(editForm, { defaultValues: blank });
  const unchanged = { value: keep as typeof keep, label: t("Don't change") };
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Edit {of}", { of })}
      description={t("Empty fields stay as they are. A template sets only what it contains.")}
      form={form}
      submit={t("Edit {of}", { of })}
      onSubmit={async ({ template, network, domain, purpose, ...destinations }) => {
        const chosen = templates.find(({ id }) => String(id) === template);
        const changes: ManyChanges = {
          ...(chosen ? settingsOf(chosen.settings) : {}),
          ...(network === keep ? {} : { network: network === none ? null : network }),
          ...(domain === keep ? {} : { domain: domain === none ? null : domain }),
          ...(purpose === keep ? {} : { purpose }),
          ...settingsOf(destinations),
        };
        const isDone = await confirm({
          title: t("Edit {of}?", { of }),
          description: (
            <>
              <p>
                {t(
                  "These settings replace the current ones, and links use them at once. This can't be undone.",
                )}
              </p>
              <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
                {chosen ? <Change label={t("Template")} value={chosen.name} /> : null}
                {network === keep ? null : (
                  <Change
                    label={t("Network")}
                    value={networks.find(({ value }) => value === network)?.label ?? "No network"}
                  />
                )}
                {domain === keep ? null : (
                  <Change label={t("Domain")} value={domain === none ? "Primary domain" : domain} />
                )}
                {purpose === keep ? null : <Change label={t("Purpose")} value={purposeLabels[purpose]} />}
                {destinationLabels.map(([name, label]) =>
                  destinations[name] === "" ? null : (
                    <Change key={name} label={label} value={destinations[name]} />
                  ),
                )}
              </dl>
            </>
          ),
          action: t("Edit {of}", { of }),
          onConfirm: () => onEdit(changes),
        });
        if (!isDone) throw new Error(t("Nothing was changed."));
      }}
    >
      <SelectField
        form={form}
        name="template"
        label={t("Template")}
        options={[unchanged, ...templates.map(({ id, name }) => ({ value: String(id), label: name }))]}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          form={form}
          name="network"
          label={t("Network")}
          options={[unchanged, { value: none, label: t("No network") }, ...networks]}
        />
        <SelectField
          form={form}
          name="domain"
          label={t("Domain")}
          options={[
            unchanged,
            { value: none, label: t("Primary domain") },
            ...domains.filter(({ verified }) => verified).map(({ host }) => ({ value: host, label: host })),
          ]}
        />
      </div>
      <SelectField
        form={form}
        name="purpose"
        label={t("Purpose")}
        options={[unchanged, ...campaignPurposes.map((value) => ({ value, label: purposeLabels[value] }))]}
      />
      {destinationLabels.map(([name, label]) => (
        <UrlField key={name} form={form} name={name} label={label} optional />
      ))}
    </FormDialog>
  );
}
