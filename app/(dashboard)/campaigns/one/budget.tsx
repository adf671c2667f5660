"use client";

import { Pencil, Trash2, Wallet } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { z } from "zod";
import { type ApiAddress, at, child, mutate, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet, useRefresh } from "@/app/(dashboard)/shell/data";
import { figureFormat, share } from "@/app/(dashboard)/shell/figure-format";
import { NotLoaded } from "@/app/(dashboard)/shell/page-skeleton";
import { useLacking } from "@/app/(dashboard)/shell/roles";
import { useProject } from "@/app/(dashboard)/shell/session";
import { confirm } from "@/components/dialogs/confirm";
import { FormDialog } from "@/components/dialogs/form-dialog";
import { EmptyState } from "@/components/empty-state";
import { CurrencyField, SelectField, TextField } from "@/components/fields/fields";
import { FormField, useSchemaForm } from "@/components/fields/form";
import { Input } from "@/components/fields/input";
import { shortDay, windowText } from "@/components/format";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { GatedButton } from "@/components/ui/gated";
import { Progress } from "@/components/ui/progress";
import { readAmount } from "@/lib/base/amounts";
import { currencyDigits } from "@/lib/base/money";
import type { Campaign } from "@/lib/campaigns/table/schema";
import { paceText } from "@/lib/spend/budgets/labels";
import type { Budget, BudgetList } from "@/lib/spend/budgets/schema";

type Path = ApiAddress<"/projects/:project/budgets">;

/** The campaign's budget, and whether its spend keeps pace with it. */
export function CampaignBudget({ campaign }: { campaign: Campaign }) {
  const path = at("/projects/:project/budgets", { project: useProject().id });
  const reason = useLacking("spend.write");
  const refresh = useRefresh();
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useGet(withQuery(path, { campaign: campaign.id }));
  if (!data) return <NotLoaded error={error} retry={refetch} className="h-40" />;
  const [budget] = data.budgets;
  const remove = (of: Budget) =>
    confirm({
      title: "Remove the budget?",
      description: "Its spend stays. Alerts about its pace end.",
      action: "Remove budget",
      destructive: true,
      onConfirm: async () => {
        await mutate("DELETE", child(path, "/:id", { id: of.id }));
        await refresh(path);
        toast.success("Budget removed");
      },
    });
  return (
    <Card>
      <CardHeader
        title="Budget"
        description={
          budget ? `${budget.from === null ? "Each month. " : ""}${windowText(budget.period)}` : undefined
        }
        actions={
          budget ? (
            <>
              <GatedButton reason={reason} size="sm" onClick={() => setOpen(true)}>
                <Pencil />
                Edit
              </GatedButton>
              <GatedButton reason={reason} size="sm" onClick={() => void remove(budget)}>
                <Trash2 />
                Remove
              </GatedButton>
            </>
          ) : null
        }
      />
      <CardBody>
        {budget ? (
          <Pace budget={budget} data={data} />
        ) : (
          <EmptyState
            icon={Wallet}
            title="No budget"
            actions={
              <GatedButton reason={reason} onClick={() => setOpen(true)}>
                Set budget
              </GatedButton>
            }
          >
            Set what this campaign may spend each month or in a period, to see whether it keeps pace.
          </EmptyState>
        )}
      </CardBody>
      <BudgetDialog
        path={path}
        campaign={campaign}
        budget={budget}
        open={isOpen}
        onClose={() => setOpen(false)}
      />
    </Card>
  );
}

function Pace({ budget, data: { currency, today } }: { budget: Budget; data: BudgetList }) {
  const { full } = figureFormat(currency);
  const money = (minor: number) => full("money", minor);
  const { pacing, spent } = budget;
  if (pacing === null)
    return (
      <p className="text-muted text-sm">
        {money(spent)} spent. There is no exchange rate for {budget.currency}, so the pace is unknown. Add one
        under Spend.
      </p>
    );
  const figures = [
    { label: "Spent so far", value: `${money(spent)} of ${money(pacing.budget)}` },
    { label: "Expected of complete days", value: money(pacing.expected) },
    { label: "Projected end", value: pacing.projected === null ? "–" : money(pacing.projected) },
  ];
  const text = paceText(budget, today, { money, percent: share, day: shortDay });
  return (
    <div className="grid grid-cols-1 gap-4">
      <Progress value={spent / pacing.budget} label="Share of the budget that is spent" />
      <dl className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        {figures.map(({ label, value }) => (
          <div key={label} className="grid gap-0.5">
            <dt className="text-muted text-xs">{label}</dt>
            <dd className="num font-medium text-sm">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted text-sm">
        {text ?? "The pace is known once a day of the period is complete."}
        {pacing.projected === null ? null : " The projection continues the mean of the last 7 complete days."}
      </p>
    </div>
  );
}

const badAmount = "Enter an amount above zero, such as 1500.";

const form = z
  .object({
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
    if (kind === "month") return { currency: values.currency, amount: read.amount, from: null, to: null };
    if (values.from === "") complain("from", "Enter the first day.");
    if (values.to === "") complain("to", "Enter the last day.");
    return { ...values, amount: read.amount };
  });

type BudgetDialogProps = {
  path: Path;
  campaign: Campaign;
  budget: Budget | undefined;
  open: boolean;
  onClose: () => void;
};

function BudgetDialog({ path, campaign, budget, open, onClose }: BudgetDialogProps) {
  const { currency } = useProject();
  const refresh = useRefresh();
  const values = useSchemaForm(form, {
    values: {
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
      description={`What “${campaign.name}” may spend. Cairn only compares: it does not stop ads.`}
      form={values}
      submit="Save budget"
      onSubmit={async (input) => {
        await mutate("PUT", path, { ...input, campaign_id: campaign.id });
        await refresh(path);
        toast.success("Budget saved");
      }}
    >
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
