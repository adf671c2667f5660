"use client";

import { toast } from "sonner";
import { z } from "zod";
import { type Address, call, within } from "@/app/(dashboard)/api";
import { useRefresh } from "@/app/(dashboard)/data";
import { FormField, useSchemaForm } from "@/components/form";
import { FormDialog } from "@/components/form-dialog";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
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
      {fields.map((field) => (
        <FormField
          key={field.name}
          form={form}
          name={`credentials.${field.name}`}
          label={field.label}
          hint={field.hint}
          {...(field.optional ? { optional: true } : {})}
        >
          {(control) =>
            field.long ? (
              <Textarea
                {...control}
                value={control.value ?? ""}
                rows={field.name === "private_key" ? 7 : 3}
                autoComplete="off"
                spellCheck={false}
                className="font-mono text-xs"
              />
            ) : (
              <Input
                {...control}
                value={control.value ?? ""}
                type={field.secret ? "password" : "text"}
                autoComplete={field.secret ? "new-password" : "off"}
                className="font-mono"
              />
            )
          }
        </FormField>
      ))}
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
