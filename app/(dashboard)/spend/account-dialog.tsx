"use client";

import { toast } from "sonner";
import { type ApiAddress, at, child, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import { useNetworkChoices } from "@/app/(dashboard)/shell/facts/network-choices";
import { useProject } from "@/app/(dashboard)/shell/session";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { CurrencyField, EmailField, IdField, SelectField, TextField } from "@/components/fields/fields";
import { useSchemaForm } from "@/components/fields/form";
import { useLastValue } from "@/components/use-last";
import { t } from "@/lib/base/languages/texts";
import { type NetworkAccount, networkAccountInput } from "@/lib/spend/accounts/schema";

const statusOptions = [
  { value: "ACTIVE", label: t("Active") },
  { value: "PAUSED", label: t("Paused") },
  { value: "DISCONNECTED", label: t("Disconnected") },
] as const;

type AccountDialogProps = {
  path: ApiAddress<"/projects/:project/network-accounts">;
  account: NetworkAccount | "new" | null;
  onClose: () => void;
};

/** Adds an ad account, or changes one. */
export function AccountDialog({ path, account: chosen, onClose }: AccountDialogProps) {
  const refresh = useRefresh();
  const last = useLastValue(chosen);
  const account = last === "new" ? null : last;
  const project = useProject();
  const networks = useNetworkChoices();
  const form = useSchemaForm(networkAccountInput, {
    values: {
      network: account?.network ?? "META",
      name: account?.name ?? "",
      email: account?.email ?? "",
      status: (account?.status ?? "ACTIVE") as (typeof statusOptions)[number]["value"],
      account_name: account?.account_name ?? "",
      external_id: account?.external_id ?? "",
      currency: account ? (account.currency ?? "") : project.currency,
    },
  });
  return (
    <FormDialog
      open={chosen !== null}
      onOpenChange={(next) => !next && onClose()}
      title={account ? t("Edit account") : t("Add ad account")}
      form={form}
      sheet
      submit={account ? t("Save") : t("Add account")}
      onSubmit={async ({ network, ...values }) => {
        if (account) await mutate("PATCH", child(path, "/:id", { id: account.id }), values);
        else await mutate("POST", path, { network, ...values });
        await refresh(path, at("/projects/:project/spend/pulls", { project: project.id }));
        toast.success(account ? t("Account saved") : t("“{name}” was added", { name: values.name }));
      }}
    >
      <SelectField
        form={form}
        name="network"
        label={t("Network")}
        hint={account ? t("Can't be changed: existing data belongs to it.") : undefined}
        options={networks}
        disabled={Boolean(account)}
      />
      <TextField form={form} name="name" label={t("Name")} hint={t("Your name for it.")} />
      <IdField form={form} name="external_id" label={t("ID at the network")} optional />
      <TextField form={form} name="account_name" label={t("Name at the network")} optional />
      <EmailField
        form={form}
        name="email"
        label={t("Email")}
        optional
        hint={t("The account manager's email.")}
      />
      <CurrencyField
        form={form}
        name="currency"
        label={t("Currency")}
        hint={t("The account's billing currency.")}
      />
      <SelectField form={form} name="status" label={t("Status")} options={statusOptions} />
    </FormDialog>
  );
}
