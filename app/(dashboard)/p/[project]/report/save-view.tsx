"use client";

import { toast } from "sonner";
import { type Address, call } from "@/app/(dashboard)/api";
import { useRefresh } from "@/app/(dashboard)/data";
import { useLacking } from "@/app/(dashboard)/roles";
import { TextField } from "@/components/fields";
import { FormField, useSchemaForm } from "@/components/form";
import { FormDialog } from "@/components/form-dialog";
import { Gated } from "@/components/gated";
import { Switch } from "@/components/ui/switch";
import { type View, viewInput } from "@/lib/reporting/views/schema";
import { viewQuery } from "./view-address";

const input = viewInput.omit({ query: true });

type SaveViewProps = {
  path: Address<"/projects/:project/report/views">;
  views: readonly View[];
  /** The view of one's own that is open as it is. */
  current: View | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Gives what the address holds a name. */
export function SaveView({ path, views, current, open, onOpenChange }: SaveViewProps) {
  const refresh = useRefresh();
  const reason = useLacking("views.share");
  const form = useSchemaForm(input, {
    values: { name: current?.name ?? "", shared: current?.shared ?? false },
  });
  const name = form.watch("name").trim().toLowerCase();
  const replaced = views.find((view) => view.own && view.name.toLowerCase() === name);
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Save this view"
      description="Columns, filters, order and days as they are now. Days such as “Last 30 days” move along."
      form={form}
      submit={replaced ? "Replace view" : "Save view"}
      onSubmit={async (values) => {
        const query = viewQuery(new URLSearchParams(window.location.search));
        await call("POST", path, { ...values, query });
        await refresh(path);
        toast.success(`“${values.name}” was saved`);
      }}
    >
      <TextField
        form={form}
        name="name"
        label="Name"
        hint={replaced ? `Your view “${replaced.name}” becomes this one.` : undefined}
        placeholder="Weekly by network"
      />
      <FormField form={form} name="shared" label="Share with everybody in the project">
        {({ value, onChange, ...control }) => (
          <Gated reason={reason}>
            {(gate) => <Switch {...control} {...gate} checked={value} onCheckedChange={onChange} />}
          </Gated>
        )}
      </FormField>
    </FormDialog>
  );
}
