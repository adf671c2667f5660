"use client";

import { z } from "zod";
import { at, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { EmailField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { type AccountSummary, inviteInput } from "@/lib/accounts/schema";
import { t } from "@/lib/base/languages/texts";
import {
  AccessFields,
  type AccessFormValues,
  accessFields,
  accessFromForm,
  needProjects,
} from "./access-form";

const schema = z.object({ email: inviteInput.shape.email, ...accessFields }).superRefine(needProjects);

const defaultValues: AccessFormValues & { email: string } = {
  email: "",
  scope: "account",
  role: "marketer",
  projects: [],
};

type InviteDialogProps = {
  account: AccountSummary;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onInvited: (link: string) => void;
};

export function InviteDialog({ account, open, onOpenChange, onInvited }: InviteDialogProps) {
  const refresh = useRefresh();
  const form = useSchemaForm(schema, { defaultValues });
  const path = at("/accounts/:account/invitations", { account: account.id });
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Invite someone")}
      description={t("They join {name} with a link that works once.", { name: account.name })}
      form={form}
      submit={t("Create invite link")}
      onSubmit={async ({ email, ...values }) => {
        const made = await mutate("POST", path, { email, ...accessFromForm(values) });
        void refresh(path);
        onInvited(made.link);
      }}
    >
      <EmailField
        form={form}
        name="email"
        label={t("Email")}
        hint={t("Cairn doesn't send this invite. Copy the link and send it yourself.")}
      />
      <AccessFields account={account} form={form} />
    </FormDialog>
  );
}
