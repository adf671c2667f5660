"use client";

import { useState } from "react";
import { toast } from "sonner";
import type { CampaignsAddress } from "@/app/(dashboard)/campaigns/table-address";
import { at, child, get, mutate } from "@/app/(dashboard)/shell/api";
import { campaignSettingLabel } from "@/app/(dashboard)/shell/campaign-settings";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { changedFields, type KnownVersion, saveOrMerge } from "@/app/(dashboard)/shell/merge";
import { QrDialog } from "@/app/(dashboard)/shell/qr/qr-dialog";
import { useProject } from "@/app/(dashboard)/shell/session";
import { useConflicts } from "@/app/(dashboard)/shell/use-conflicts";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { useSchemaForm } from "@/components/fields/form";
import { useLastValue } from "@/components/use-last";
import { t } from "@/lib/base/languages/texts";
import type { Campaign } from "@/lib/campaigns/table/schema";
import type { CampaignTemplate } from "@/lib/campaigns/templates/schema";
import { BasicsSection } from "./basics-section";
import {
  type CampaignDraft,
  campaignErrorText,
  campaignFormSchema,
  campaignSettingText,
  campaignValues,
} from "./campaign-form";
import { CreatedPanel } from "./created-panel";
import { DestinationsSection } from "./destinations-section";
import { DomainGroup } from "./domain-group";
import { FormSection } from "./form-section";
import { LinkSection } from "./link-section";
import { NetworkGroup } from "./network-group";
import { PhonesGroup } from "./phones-group";
import { RulesGroup } from "./rules-group";
import { ScheduleGroup } from "./schedule-group";
import { SocialGroup } from "./social-group";
import { TemplateField } from "./template-field";

export type { CampaignDraft };

type CampaignSheetProps = {
  path: CampaignsAddress;
  draft: CampaignDraft | null;
  onClose: () => void;
};

export function CampaignSheet({ path, draft: given, onClose }: CampaignSheetProps) {
  const refresh = useRefresh();
  const [made, setMade] = useState<Campaign | null>(null);
  const [qr, setQr] = useState<Campaign | null>(null);
  const [template, setTemplate] = useState<CampaignTemplate | null>(null);
  const source = useLastValue(given) ?? {};
  const draft = source.campaign ? source : { ...source, template };
  const changed = draft.campaign && !draft.copy ? draft.campaign : null;
  const form = useSchemaForm(campaignFormSchema(draft), {
    values: campaignValues(draft),
    messageOf: campaignErrorText,
  });
  const { dirtyFields } = form.formState;
  const { id } = useProject();
  const saved = useGet(at("/projects/:project/campaign-templates", { project: id }), { staleTime: 60_000 });
  const { data } = useGet(given ? at("/projects/:project/store-listings", { project: id }) : null);
  const names = new Map(data?.store_listings.map((each) => [each.store_listing_id, each.name]));
  const { resolve: chooseValues, dialog } = useConflicts({
    label: campaignSettingLabel,
    text: (field, value) => campaignSettingText(field, value, names),
  });
  const isOpen = given !== null;
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    // It remains while the sheet closes, and is cleared when the sheet opens again.
    if (isOpen) {
      setMade(null);
      setTemplate(null);
    }
  }
  const panel = made && {
    title: t("Campaign created"),
    children: (
      <CreatedPanel
        path={path}
        campaign={made}
        onQr={() => setQr(made)}
        onAnother={() => {
          form.reset();
          setMade(null);
        }}
        onDone={onClose}
      />
    ),
  };
  return (
    <>
      <FormDialog
        sheet
        open={isOpen}
        onOpenChange={(open) => !open && onClose()}
        title={changed ? t("Edit campaign") : draft.copy ? t("Duplicate campaign") : t("New campaign")}
        form={form}
        submit={changed ? t("Save changes") : t("Create campaign")}
        onSubmit={async (values) => {
          if (changed) {
            const one = child(path, "/:campaign", { campaign: changed.id });
            const known = (campaign: Campaign): KnownVersion => ({
              values: campaignValues({ campaign }),
              seen: campaign.update_at,
            });
            const saved = await saveOrMerge({
              base: known(changed),
              // Only the changed fields, because another member may have changed the rest.
              ours: changedFields(values, dirtyFields),
              send: ({ is_shortlink, ...changes }, { seen }) =>
                mutate("PATCH", one, { ...changes, is_shortlink: is_shortlink ?? undefined, seen }),
              read: async () => known((await get(one)).campaign),
              resolve: chooseValues,
            });
            await refresh(path);
            toast.success(saved ? t("Campaign saved") : t("Conflicting changes were kept"));
            return;
          }
          const { campaign } = await mutate("POST", path, values);
          setMade(campaign);
          await refresh(path);
        }}
        saved={changed ? undefined : panel}
      >
        {draft.campaign ? null : (
          <TemplateField templates={saved.data?.templates ?? []} chosen={template} onChoose={setTemplate} />
        )}
        <BasicsSection form={form} />
        <LinkSection path={path} form={form} campaign={changed} />
        <DestinationsSection path={path} form={form} />
        <FormSection title={t("More options")}>
          <div className="grid grid-cols-1">
            <RulesGroup form={form} />
            <PhonesGroup form={form} />
            <NetworkGroup form={form} />
            <ScheduleGroup form={form} />
            <DomainGroup form={form} />
            <SocialGroup form={form} />
          </div>
        </FormSection>
      </FormDialog>
      {dialog}
      <QrDialog path={path} campaign={qr} onClose={() => setQr(null)} />
    </>
  );
}
