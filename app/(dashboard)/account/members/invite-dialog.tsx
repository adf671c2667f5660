"use client";

import { at, call } from "@/app/(dashboard)/api";
import { useRefresh } from "@/app/(dashboard)/data";
import { roleMeanings, roleNames } from "@/app/(dashboard)/role-names";
import { EmailField } from "@/components/fields";
import { FormField, useSchemaForm } from "@/components/form";
import { FormDialog } from "@/components/form-dialog";
import { RadioCard, RadioGroup } from "@/components/ui/radio-group";
import { mayGrant, type Role, roles } from "@/lib/accounts/access/roles";
import { type AccountSummary, inviteInput } from "@/lib/accounts/schema";

type InviteDialogProps = {
  account: AccountSummary;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onInvited: (link: string) => void;
};

export function InviteDialog({ account, open, onOpenChange, onInvited }: InviteDialogProps) {
  const refresh = useRefresh();
  const form = useSchemaForm(inviteInput, { defaultValues: { email: "", role: "marketer" as Role } });
  const path = at("/accounts/:account/invitations", { account: account.id });
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Invite someone"
      description={`They join ${account.name} by a link that works once.`}
      form={form}
      submit="Make the link"
      onSubmit={async (values) => {
        const made = await call("POST", path, values);
        void refresh(path);
        onInvited(made.link);
      }}
    >
      <EmailField
        form={form}
        name="email"
        label="E-mail"
        hint="Nothing is sent. You hand over the link yourself."
      />
      <FormField form={form} name="role" label="Role">
        {({ value, onChange, id, ...control }) => (
          <RadioGroup value={value} onValueChange={onChange} aria-label="Role" {...control}>
            {[...roles]
              .reverse()
              .filter((role) => mayGrant(account.role, role))
              .map((role) => (
                <RadioCard key={role} value={role} label={roleNames[role]} hint={roleMeanings[role]} />
              ))}
          </RadioGroup>
        )}
      </FormField>
    </FormDialog>
  );
}
