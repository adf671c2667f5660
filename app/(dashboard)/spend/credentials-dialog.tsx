"use client";

import { toast } from "sonner";
import { z } from "zod";
import { type ApiAddress, child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { CodeField, TextField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { quoted } from "@/components/quoted";
import { useLastValue } from "@/components/use-last";
import { t } from "@/lib/base/languages/texts";
import { networkOfCode } from "@/lib/campaigns/networks";
import { type CredentialField, connectable } from "@/lib/spend/pull/fields";
import type { PullState as PulledAccount } from "@/lib/spend/pull/schema";

type CredentialsDialogProps = {
  path: ApiAddress<"/projects/:project/spend/pulls">;
  account: PulledAccount | null;
  onClose: () => void;
};

/** The credentials with which Cairn reads an account's spend. */
export function CredentialsDialog({ path, account: chosen, onClose }: CredentialsDialogProps) {
  const account = useLastValue(chosen);
  const refresh = useRefresh();
  const { fields = [], unchecked } = connectable[account?.network ?? ""] ?? {};
  const form = useSchemaForm(schemaOf(fields), {
    defaultValues: { credentials: Object.fromEntries(fields.map(({ name }) => [name, ""])) },
  });
  return (
    <FormDialog
      open={chosen !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t("Connect {name}", { name: account?.name ?? "" })}
      description={t("Credentials for {label}. They're stored encrypted and never shown again.", {
        label: networkOfCode(account?.network ?? "")?.label ?? t("the network"),
      })}
      form={form}
      sheet
      submit={t("Connect")}
      onSubmit={async (values) => {
        if (!account) return;
        await mutate("PUT", child(path, "/:id", { id: account.id }), values);
        await refresh(path);
        toast.success(t("{name} is connected and syncing", { name: quoted(account.name) }));
      }}
    >
      {unchecked ? <p className="text-muted text-sm">{unchecked}</p> : null}
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
          optional ? z.string().trim() : z.string().trim().min(1, t("{label} is required.", { label })),
        ]),
      ),
    ),
  });
