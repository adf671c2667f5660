"use client";

import { toast } from "sonner";
import { z } from "zod";
import { type Address, call, within } from "@/app/(dashboard)/api";
import { useRefresh } from "@/app/(dashboard)/data";
import { CodeField, TextField } from "@/components/fields";
import { useSchemaForm } from "@/components/form";
import { FormDialog } from "@/components/form-dialog";
import { useLast } from "@/components/use-last";
import { networkOfCode } from "@/lib/campaigns/networks";
import { type CredentialField, connectable } from "@/lib/facts/spend/pull/fields";
import type { Pulled as PulledAccount } from "@/lib/facts/spend/pull/schema";

type ConnectDialogProps = {
  path: Address<"/projects/:project/spend/pulls">;
  account: PulledAccount | null;
  onClose: () => void;
};

export function ConnectDialog({ path, account: chosen, onClose }: ConnectDialogProps) {
  const account = useLast(chosen);
  const refresh = useRefresh();
  const fields: readonly CredentialField[] = connectable[account?.network ?? ""]?.fields ?? [];
  const form = useSchemaForm(schemaOf(fields), {
    defaultValues: { credentials: Object.fromEntries(fields.map(({ name }) => [name, ""])) },
  });
  return (
    <FormDialog
      open={chosen !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Connect ${account?.name ?? ""}`}
      description={`Credentials for ${networkOfCode(account?.network ?? "")?.label ?? "the network"}. They are stored encrypted and never shown again.`}
      form={form}
      sheet
      submit="Connect"
      onSubmit={async (values) => {
        if (!account) return;
        await call("PUT", within(path, "/:id", { id: account.id }), values);
        await refresh(path);
        toast.success(`“${account.name}” is connected and being pulled`);
      }}
    >
      {fields.map(({ name, label, hint, optional, long, secret }) => {
        const field = {
          form,
          name: `credentials.${name}` as const,
          label,
          hint,
          optional: optional ?? false,
        };
        return long ? (
          <CodeField key={name} {...field} rows={name === "private_key" ? 7 : 3} />
        ) : (
          <TextField
            key={name}
            {...field}
            type={secret ? "password" : "text"}
            autoComplete={secret ? "new-password" : "off"}
            className="font-mono"
          />
        );
      })}
    </FormDialog>
  );
}

const schemaOf = (fields: readonly CredentialField[]) =>
  z.object({
    credentials: z.object(
      Object.fromEntries(
        fields.map(({ name, label, optional }) => [
          name,
          optional ? z.string().trim() : z.string().trim().min(1, `${label} is required.`),
        ]),
      ),
    ),
  });
