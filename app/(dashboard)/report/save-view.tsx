"use client";

import { toast } from "sonner";
import { type ApiAddress, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { useMissingRoleText } from "@/app/(dashboard)/shell/roles";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { TextField } from "@/components/fields/fields";
import { FormField, useSchemaForm } from "@/components/fields/form";
import { Switch } from "@/components/fields/switch";
import { quoted } from "@/components/quoted";
import { Gated } from "@/components/ui/gated";
import { t } from "@/lib/base/languages/texts";
import { type SavedView, savedViewInput } from "@/lib/reporting/views/schema";
import { savedViewQuery } from "./view-address";

const input = savedViewInput.omit({ query: true });

type SaveViewProps = {
  path: ApiAddress<"/projects/:project/report/views">;
  views: readonly SavedView[];
  /** The member's own view, if it is open without changes. */
  current: SavedView | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Saves the address under a name. */
export function SaveView({ path, views, current, open, onOpenChange }: SaveViewProps) {
  const refresh = useRefresh();
  const reason = useMissingRoleText("views.share");
  const form = useSchemaForm(input, {
    values: { name: current?.name ?? "", shared: current?.shared ?? false },
  });
  const name = form.watch("name").trim().toLowerCase();
  const replaced = views.find((view) => view.own && view.name.toLowerCase() === name);
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Save this view")}
      description={t(
        "Saves columns, filters, sorting and dates. Relative dates such as “Last 30 days” stay relative.",
      )}
      form={form}
      submit={replaced ? t("Replace view") : t("Save view")}
      onSubmit={async (values) => {
        const query = savedViewQuery(new URLSearchParams(window.location.search));
        await mutate("POST", path, { ...values, query });
        await refresh(path);
        toast.success(t("{name} was saved", { name: quoted(values.name) }));
      }}
    >
      <TextField
        form={form}
        name="name"
        label={t("Name")}
        hint={replaced ? t("Replaces your view “{name}”.", { name: replaced.name }) : undefined}
        placeholder={t("Weekly by network")}
      />
      <FormField form={form} name="shared" label={t("Share with everyone in the project")}>
        {({ value, onChange, ...control }) => (
          <Gated reason={reason}>
            {(gate) => <Switch {...control} {...gate} checked={value} onCheckedChange={onChange} />}
          </Gated>
        )}
      </FormField>
    </FormDialog>
  );
}
