"use client";

import { toast } from "sonner";
import { type Address, call, within } from "@/app/(dashboard)/api";
import { useRefresh } from "@/app/(dashboard)/data";
import { useProject } from "@/app/(dashboard)/session";
import { CurrencySelect } from "@/components/currency-select";
import { FormField, useSchemaForm } from "@/components/form";
import { FormDialog } from "@/components/form-dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
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
  open: boolean;
  account?: NetworkAccount | null;
  onClose: () => void;
};

export function AccountDialog({ path, open, account: chosen, onClose }: AccountDialogProps) {
  const refresh = useRefresh();
  const account = useLast(chosen);
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
      open={open}
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
      <FormField
        form={form}
        name="network"
        label="Network"
        {...(account ? { hint: "Stays what it is: what was counted belongs to it." } : {})}
      >
        {({ onChange, ...control }) => (
          <Select
            {...control}
            options={networkOptions}
            disabled={Boolean(account)}
            onValueChange={onChange}
          />
        )}
      </FormField>
      <FormField form={form} name="name" label="Name" hint="As you call it here.">
        {(control) => <Input {...control} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="external_id" label="Id at the network" optional>
        {({ value, ...control }) => (
          <Input {...control} value={value ?? ""} autoComplete="off" className="font-mono" />
        )}
      </FormField>
      <FormField form={form} name="account_name" label="Name at the network" optional>
        {({ value, ...control }) => <Input {...control} value={value ?? ""} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="email" label="E-mail" optional hint="Of whoever looks after it.">
        {({ value, ...control }) => (
          <Input {...control} value={value ?? ""} type="email" inputMode="email" autoComplete="off" />
        )}
      </FormField>
      <FormField form={form} name="currency" label="Currency" hint="In which the network counts its costs.">
        {({ value, onChange, ...control }) => (
          <CurrencySelect {...control} value={value ?? undefined} onValueChange={onChange} />
        )}
      </FormField>
      <FormField form={form} name="status" label="Status">
        {({ value, onChange, ...control }) => (
          <Select {...control} value={value} options={statusOptions} onValueChange={onChange} />
        )}
      </FormField>
    </FormDialog>
  );
}
