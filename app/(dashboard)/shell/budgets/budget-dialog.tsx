"use client";

import { toast } from "sonner";
import { z } from "zod";
import { at, mutate } from "@/app/(dashboard)/shell/api";
import { useRefresh } from "@/app/(dashboard)/shell/data";
import type { NetworkChoice } from "@/app/(dashboard)/shell/facts/network-choices";
import { useProject } from "@/app/(dashboard)/shell/session";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { CurrencyField, SelectField, TextField } from "@/components/fields/fields";
import { FormField, useSchemaForm } from "@/components/fields/form";
import { Input } from "@/components/fields/input";
import { readAmount } from "@/lib/base/amounts";
import { currencyDigits } from "@/lib/base/money";
import type { Campaign } from "@/lib/campaigns/table/schema";
import { budgetName } from "@/lib/spend/budgets/labels";
import type { Budget } from "@/lib/spend/budgets/schema";

const badAmount = "Enter an amount above zero, such as 1500.";

const form = z
  .object({
    /** Null for a campaign's budget. */
    network: z
      .string()
      .nullable()
      .refine((code) => code !== "", "Choose a network."),
    amount: z.string().refine((text) => text.trim() !== "", badAmount),
    currency: z.string(),
    kind: z.enum(["month", "period"]),
    from: z.string(),
    to: z.string(),
  })
  .transform(({ amount: text, kind, ...values }, context) => {
    const complain = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    const read = readAmount(text, values.currency);
    if (!("amount" in read) || read.amount === 0) {
      complain("amount", "problem" in read ? read.problem : badAmount);
      return z.NEVER;
    }
    if (kind === "month") return { ...values, amount: read.amount, from: null, to: null };
    if (values.from === "") complain("from", "Enter the first day.");
    if (values.to === "") complain("to", "Enter the last day.");
    return { ...values, amount: read.amount };
  });

type BudgetDialogProps = {
  of: { campaign: Pick<Campaign, "id" | "name"> } | { networks: readonly NetworkChoice[] };
  /** The budget to edit; undefined for a new one. */
  budget: Budget | undefined;
  open: boolean;
  onClose: () => void;
};

/** Sets the budget of a campaign, or of one of these networks. */
export function BudgetDialog({ of, budget, open, onClose }: BudgetDialogProps) {
  const { id: project, currency } = useProject();
  const path = at("/projects/:project/budgets", { project });
  const refresh = useRefresh();
  const campaign = "campaign" in of ? of.campaign : null;
  const name = campaign ? campaign.name : budget && budgetName(budget);
  const values = useSchemaForm(form, {
    values: {
      network: campaign ? null : (budget?.network ?? ""),
      amount: budget ? String(budget.amount_minor / 10 ** currencyDigits(budget.currency)) : "",
      currency: budget?.currency ?? currency,
      kind: budget && budget.from !== null ? "period" : "month",
      from: budget?.from ?? "",
      to: budget?.to ?? "",
    },
  });
  const kind = values.watch("kind");
  return (
    <FormDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={budget ? "Edit budget" : "Set budget"}
      description={`What ${name ? `“${name}”` : "all campaigns of a network"} may spend. Cairn only compares: it does not stop ads.`}
      form={values}
      submit="Save budget"
      onSubmit={async (input) => {
        await mutate("PUT", path, { ...input, campaign_id: campaign?.id ?? null });
        await refresh(path);
        toast.success("Budget saved");
      }}
    >
      {"networks" in of && !budget ? (
        <SelectField form={values} name="network" label="Network" options={of.networks} />
      ) : null}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField form={values} name="amount" label="Amount" inputMode="decimal" />
        <CurrencyField form={values} name="currency" label="Currency" />
      </div>
      <SelectField
        form={values}
        name="kind"
        label="For"
        options={[
          { value: "month", label: "Each calendar month" },
          { value: "period", label: "A period" },
        ]}
      />
      {kind === "period" ? (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <FormField form={values} name="from" label="First day">
            {(control) => <Input type="date" {...control} />}
          </FormField>
          <FormField form={values} name="to" label="Last day">
            {(control) => <Input type="date" {...control} />}
          </FormField>
        </div>
      ) : null}
    </FormDialog>
  );
}
