"use client";

import { type Address, call } from "@/app/(dashboard)/api";
import { useRefresh } from "@/app/(dashboard)/data";
import { TextField } from "@/components/fields";
import { useSchemaForm } from "@/components/form";
import { FormDialog } from "@/components/form-dialog";
import { keyInput, type NewServerKey } from "@/lib/accounts/projects/server-keys/schema";
import { ExpiryField } from "./expiry-field";

type IssueKeyProps = {
  path: Address<"/projects/:project/server-keys">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onIssued: (key: NewServerKey) => void;
};

export function IssueKey({ path, open, onOpenChange, onIssued }: IssueKeyProps) {
  const refresh = useRefresh();
  const form = useSchemaForm(keyInput, { defaultValues: { name: "", expires_at: null } });
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Issue a server key"
      description="It may do everything that the server interface offers for this project."
      form={form}
      submit="Issue key"
      onSubmit={async (values) => {
        const made = await call("POST", path, values);
        void refresh(path);
        onIssued(made);
      }}
    >
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="The program that will use it."
        placeholder="Nightly report"
      />
      <ExpiryField key={String(open)} form={form} />
    </FormDialog>
  );
}
