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
import { t } from "@/lib/base/languages/texts";
import { currencyDigits } from "@/lib/base/money";
import type { Campaign } from "@/lib/campaigns/table/schema";
import { budgetName } from "@/lib/spend/budgets/labels";
import type { Budget } from "@/lib/spend/budgets/schema";

const badAmount = t("Enter an amount above zero, such as 1500.");

const form = z
  .object({
    /** Null for a campaign's budget. */
    network: z
      .string()
      .nullable()
      .refine((code) => code !== "", t("Choose a network.")),
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
    if (values.from === "") complain("from", t("Enter the first day."));
    if (values.to === "") complain("to", t("Enter the last day."));
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
      title={budget ? t("Edit budget") : t("Set budget")}
      description={t("What {name} may spend. Cairn only compares: it does not stop ads.", {
        name: name ? `“${name}”` : t("all campaigns of a network"),
      })}
      form={values}
      submit={t("Save budget")}
      onSubmit={async (input) => {
        await mutate("PUT", path, { ...input, campaign_id: campaign?.id ?? null });
        await refresh(path);
        toast.success(t("Budget saved"));
      }}
    >
      {"networks" in of && !budget ? (
        <SelectField form={values} name="network" label={t("Network")} options={of.networks} />
      ) : null}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField form={values} name="amount" label={t("Amount")} inputMode="decimal" />
        <CurrencyField form={values} name="currency" label={t("Currency")} />
      </div>
      <SelectField
        form={values}
        name="kind"
        label={t("For")}
        options={[
          { value: "month", label: t("Each calendar month") },
          { value: "period", label: "A period" },
        ]}
      />
      {kind === "period" ? (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <FormField form={values} name="from" label={t("First day")}>
            {(control) => <Input type="date" {...control} />}
          </FormField>
          <FormField form={values} name="to" label={t("Last day")}>
            {(control) => <Input type="date" {...control} />}
          </FormField>
        </div>
      ) : null}
    </FormDialog>
  );
}
