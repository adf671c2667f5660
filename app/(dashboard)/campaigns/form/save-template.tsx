"use client";

import { toast } from "sonner";
import { ApiError, at, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { TextField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { useLastValue } from "@/components/use-last";
import { t } from "@/lib/base/languages/texts";
import type { Campaign } from "@/lib/campaigns/table/schema";
import { templateName, templateNameTakenText } from "@/lib/campaigns/templates/schema";

type SaveTemplateProps = { campaign: Campaign | null; onClose: () => void };

/** Saves the settings of a campaign under a name, as a start for other campaigns. */
export function SaveTemplate({ campaign: given, onClose }: SaveTemplateProps) {
  const path = at("/projects/:project/campaign-templates", { project: useProject().id });
  const refresh = useRefresh();
  const campaign = useLastValue(given);
  const form = useSchemaForm(templateName, { defaultValues: { name: "" } });
  const save = async (name: string, replace: boolean) => {
    await mutate("POST", path, { name, campaign: campaign?.id ?? 0, replace });
    await refresh(path);
    toast.success(replace ? t("Template replaced") : t("Template saved"), { description: name });
  };
  return (
    <FormDialog
      open={given !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t("Save as template")}
      description={
        campaign
          ? t(
              "Keeps the settings of “{name}” for new campaigns: destinations, rules, network, preview card and tags. Name, link, network campaign ID, start and end aren't saved.",
              { name: campaign.name },
            )
          : undefined
      }
      form={form}
      submit={t("Save template")}
      onSubmit={async ({ name }) => {
        try {
          await save(name, false);
        } catch (error) {
          if (!(error instanceof ApiError && error.message === templateNameTakenText)) throw error;
          const isReplaced = await confirm({
            title: t("Replace “{name}”?", { name }),
            description: t("Campaigns that were created with it stay as they are."),
            action: t("Replace template"),
            onConfirm: () => save(name, true),
          });
          if (!isReplaced) throw error;
        }
      }}
    >
      <TextField
        form={form}
        name="name"
        label={t("Template name")}
        required
        autoFocus
        placeholder={t("Influencers")}
      />
    </FormDialog>
  );
}
