"use client";

import { LayoutTemplate, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { templateSettingNames } from "@/app/(dashboard)/campaigns/form/campaign-form";
import { at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { ResourcePage } from "@/app/(dashboard)/shell/list/resource-page";
import { useRemoval } from "@/app/(dashboard)/shell/list/use-removal";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { TextField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { IntentLink } from "@/components/intent-link";
import { quoted } from "@/components/quoted";
import { actionsColumn, type Column } from "@/components/table/table-state";
import { Button } from "@/components/ui/button";
import { RowMenu } from "@/components/ui/row-menu";
import { When } from "@/components/ui/when";
import { useLastValue } from "@/components/use-last";
import { t } from "@/lib/base/languages/texts";
import { type CampaignTemplate, templateName } from "@/lib/campaigns/templates/schema";

export default function Templates() {
  const { id: project } = useProject();
  const path = at("/projects/:project/campaign-templates", { project });
  const request = useGet(path);
  const remove = useRemoval(path);
  const reason = useMissingRoleText("campaigns.write");
  const [renamed, setRenamed] = useState<CampaignTemplate | null>(null);
  const onDelete = ({ id, name }: CampaignTemplate) =>
    remove(child(path, "/:id", { id }), {
      title: t("Delete “{name}”?", { name }),
      description: t("Campaigns that were created with it stay as they are."),
      action: t("Delete template"),
      done: t("{name} was deleted", { name: quoted(name) }),
    });
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <ResourcePage
        title={t("Campaign templates")}
        description={t(
          "Settings that new campaigns can start with. Save one from a campaign's menu; choose it when you create campaigns.",
        )}
        icon={LayoutTemplate}
        request={request}
        columns={columns(reason ? null : { onRename: setRenamed, onDelete })}
        rows={request.data?.templates}
        rowId={({ id }) => String(id)}
        empty={{
          title: t("No templates yet"),
          text: t("Set up a campaign as you like, then choose Save as template in its menu."),
          actions: (
            <Button asChild>
              <IntentLink href={`/p/${project}/campaigns`}>{t("Go to campaigns")}</IntentLink>
            </Button>
          ),
        }}
      >
        <Rename template={renamed} onClose={() => setRenamed(null)} />
      </ResourcePage>
    </div>
  );
}

type Actions = {
  onRename: (template: CampaignTemplate) => void;
  onDelete: (template: CampaignTemplate) => void;
};

const columns = (actions: Actions | null): Column<CampaignTemplate>[] => [
  {
    id: "name",
    header: t("Name"),
    cell: ({ name }) => <span className="line-clamp-2 max-w-56 font-medium wrap-anywhere">{name}</span>,
  },
  {
    id: "sets",
    header: t("Sets"),
    wide: true,
    cell: (template) => (
      <span className="block max-w-96 text-muted">
        {templateSettingNames(template).join(", ") || t("Nothing")}
      </span>
    ),
  },
  {
    id: "changed",
    header: t("Changed"),
    cell: ({ update_at: at }) => <When at={at} className="text-muted" />,
  },
  actionsColumn((template) =>
    actions ? (
      <RowMenu
        of={template.name}
        groups={[
          [{ label: t("Rename"), icon: Pencil, onSelect: () => actions.onRename(template) }],
          [
            {
              label: t("Delete"),
              icon: Trash2,
              onSelect: () => actions.onDelete(template),
              destructive: true,
            },
          ],
        ]}
      />
    ) : null,
  ),
];

function Rename({ template: given, onClose }: { template: CampaignTemplate | null; onClose: () => void }) {
  const path = at("/projects/:project/campaign-templates", { project: useProject().id });
  const refresh = useRefresh();
  const template = useLastValue(given);
  const form = useSchemaForm(templateName, { values: { name: template?.name ?? "" } });
  return (
    <FormDialog
      open={given !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t("Rename template")}
      form={form}
      submit={t("Rename")}
      onSubmit={async (values) => {
        await mutate("PATCH", child(path, "/:id", { id: template?.id ?? 0 }), values);
        await refresh(path);
        toast.success(t("Template renamed"), { description: values.name });
      }}
    >
      <TextField form={form} name="name" label={t("Name")} required autoFocus />
    </FormDialog>
  );
}
