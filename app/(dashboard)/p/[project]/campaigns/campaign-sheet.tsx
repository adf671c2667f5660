"use client";

import { toast } from "sonner";
import { useSchemaForm } from "@/components/form";
import { FormDialog } from "@/components/form-dialog";
import { UnsavedGuard } from "@/components/unsaved-guard";
import { useLast } from "@/components/use-last";
import { call } from "../../../api";
import type { Campaign, OneCampaign } from "../../../contract";
import { useRefresh } from "../../../data";
import { BasicsSection } from "./basics-section";
import { type Draft, inPlainWords, schemaOf, valuesOf } from "./campaign-form";
import { copyLink } from "./campaign-menu";
import { DestinationsSection } from "./destinations-section";
import { NetworkSection } from "./network-section";
import { SocialSection } from "./social-section";

export type { Draft };

type CampaignSheetProps = {
  path: string;
  draft: Draft | null;
  onClose: () => void;
  onCreated?: (campaign: Campaign) => void;
};

export function CampaignSheet({ path, draft: given, onClose, onCreated }: CampaignSheetProps) {
  const refresh = useRefresh();
  const draft = useLast(given) ?? {};
  const changed = draft.campaign && !draft.copy ? draft.campaign : null;
  const form = useSchemaForm(schemaOf(draft), { values: valuesOf(draft), say: inPlainWords });
  const { dirtyFields, isDirty } = form.formState;
  return (
    <>
      <UnsavedGuard dirty={given !== null && isDirty} />
      <FormDialog
        sheet
        open={given !== null}
        onOpenChange={(open) => !open && onClose()}
        title={changed ? "Edit campaign" : draft.copy ? "Duplicate campaign" : "New campaign"}
        form={form}
        submit={changed ? "Save changes" : "Create campaign"}
        onSubmit={async (values) => {
          if (changed) {
            // Only what was changed: somebody else may have changed the rest meanwhile.
            const told = Object.entries(values).filter(([name]) => name in dirtyFields);
            if (told.length > 0) await call("PATCH", `${path}/${changed.id}`, Object.fromEntries(told));
            await refresh(path);
            toast.success("Campaign saved");
            return;
          }
          const { campaign } = await call<OneCampaign>("POST", path, values);
          await refresh(path);
          onCreated?.(campaign);
          toast.success(`“${campaign.name}” was created`, {
            action: { label: "Copy link", onClick: () => copyLink(campaign.link, "Link") },
          });
        }}
      >
        <BasicsSection path={path} form={form} campaign={changed} />
        <DestinationsSection path={path} form={form} />
        <NetworkSection form={form} />
        <SocialSection form={form} />
      </FormDialog>
    </>
  );
}
