"use client";

import { toast } from "sonner";
import { at, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { useProject } from "@/app/(dashboard)/shell/session";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { TextField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { t } from "@/lib/base/languages/texts";
import { type Affiliate, affiliateInput } from "@/lib/campaigns/affiliates/schema";

type AddAffiliateProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onAdded?: (affiliate: Affiliate) => void;
};

export function AddAffiliate({ open, onOpenChange, onAdded }: AddAffiliateProps) {
  const path = at("/projects/:project/affiliates", { project: useProject().id });
  const refresh = useRefresh();
  const form = useSchemaForm(affiliateInput, { defaultValues: { name: "" } });
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Add affiliate")}
      form={form}
      submit={t("Add affiliate")}
      onSubmit={async (values) => {
        const { affiliate } = await mutate("POST", path, values);
        await refresh(path);
        toast.success(t("Affiliate added"), { description: affiliate.name });
        onAdded?.(affiliate);
      }}
    >
      <TextField form={form} name="name" label={t("Name")} placeholder={t("Mountain Weekly")} />
    </FormDialog>
  );
}
