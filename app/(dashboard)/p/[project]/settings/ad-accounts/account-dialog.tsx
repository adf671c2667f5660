"use client";

import { toast } from "sonner";
import { type Address, call, within } from "@/app/(dashboard)/api";
import { useRefresh } from "@/app/(dashboard)/data";
import { useProject } from "@/app/(dashboard)/session";
import { CurrencyField, EmailField, IdField, SelectField, TextField } from "@/components/fields";
import { useSchemaForm } from "@/components/form";
import { FormDialog } from "@/components/form-dialog";
import { useLast } from "@/components/use-last";
import { networks } from "@/lib/campaigns/networks";
import { type NetworkAccount, networkAccountInput } from "@/lib/facts/spend/accounts/schema";

const networkOptions = networks.map(({ code, label }) => ({ value: code, label }));

const statusOptions = [
  { value: "ACTIVE", label: "Active" },
  { value: "PAUSED", label: "Paused" },
  { value: "DISCONNECTED", label: "Disconnected" },
] as const;

type AccountDialogProps = {
  path: Address<"/projects/:project/network-accounts">;
  account: NetworkAccount | "new" | null;
  onClose: () => void;
};

export function AccountDialog({ path, account: chosen, onClose }: AccountDialogProps) {
  const refresh = useRefresh();
  const last = useLast(chosen);
  const account = last === "new" ? null : last;
  const project = useProject();
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
      title={account ? "Edit the account" : "Add an ad account"}
      form={form}
      sheet
      submit={account ? "Save" : "Add account"}
      onSubmit={async ({ network, ...values }) => {
        if (account) await call("PATCH", within(path, "/:id", { id: account.id }), values);
        else await call("POST", path, { network, ...values });
        await refresh(path);
        toast.success(account ? "Account saved" : `“${values.name}” was added`);
      }}
    >
      <SelectField
        form={form}
        name="network"
        label="Network"
        hint={account ? "Stays what it is: what was counted belongs to it." : undefined}
        options={networkOptions}
        disabled={Boolean(account)}
      />
      <TextField form={form} name="name" label="Name" hint="As you call it here." />
      <IdField form={form} name="external_id" label="Id at the network" optional />
      <TextField form={form} name="account_name" label="Name at the network" optional />
      <EmailField form={form} name="email" label="E-mail" optional hint="Of whoever looks after it." />
      <CurrencyField
        form={form}
        name="currency"
        label="Currency"
        hint="In which the network counts its costs."
      />
      <SelectField form={form} name="status" label="Status" options={statusOptions} />
    </FormDialog>
  );
}
