"use client";

import { Banknote } from "lucide-react";
import { DeliveriesSection } from "@/app/(dashboard)/shell/facts/deliveries";
import {
  CampaignCell,
  FactRows,
  IdCell,
  InstallCell,
  MissingRate,
  noValueDash,
} from "@/app/(dashboard)/shell/facts/fact-cells";
import {
  campaignColumn,
  installColumn,
  platformColumn,
  userColumn,
} from "@/app/(dashboard)/shell/facts/fact-columns";
import { senderFilters } from "@/app/(dashboard)/shell/facts/fact-filters";
import { FirstFact } from "@/app/(dashboard)/shell/facts/first-fact";
import {
  checkLabels,
  originalAmountText,
  paymentState,
  paymentStatus,
  paymentTypeName,
} from "@/app/(dashboard)/shell/facts/payment-labels";
import { ListPage } from "@/app/(dashboard)/shell/list/list";
import { fixedChoiceFilter, searchFilter, textFilter } from "@/app/(dashboard)/shell/list/list-filters";
import { listScreen } from "@/app/(dashboard)/shell/list/list-screen";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { When } from "@/components/ui/when";
import { t } from "@/lib/base/languages/texts";
import { platformNames } from "@/lib/base/text/platform-names";
import { checkStates, reasonText } from "@/lib/facts/payments/store-purchases";
import { paymentStatuses, paymentTypes } from "@/lib/ledger/payment-types";

const payments = listScreen({
  path: "/projects/:project/payments",
  rows: "payments",
  one: t("payment"),
  many: t("payments"),
  title: t("Payments"),
  description: t("Payments and refunds, and how they count toward revenue."),
  at: "paid_at",
  totals: ({ revenue_minor: revenue }, { money }) => t("{revenue} in revenue", { revenue: money(revenue) }),
  columns: [
    { id: "type", header: t("Type"), cell: (row) => paymentTypeName(row.type) },
    {
      id: "status",
      header: t("Status"),
      cell: (row) => <Badge tone={paymentStatus(row).tone}>{paymentStatus(row).label}</Badge>,
    },
    {
      id: "check",
      header: t("Check"),
      hint: t("The result of checking the purchase with its store."),
      wide: true,
      cell: ({ check }) =>
        check ? (
          <Badge tone={checkLabels[check.state].tone}>{checkLabels[check.state].label}</Badge>
        ) : (
          noValueDash
        ),
    },
    {
      id: "amount",
      header: t("Amount"),
      align: "end",
      cell: (row, { money }) =>
        row.original?.waits ? <Badge tone="warning">{t("No rate")}</Badge> : money(row.amount_minor),
    },
    {
      id: "original",
      header: t("As paid"),
      hint: t("The original amount, before conversion at its day's exchange rate."),
      align: "end",
      wide: true,
      cell: ({ original }) =>
        original ? (
          <span className="num whitespace-nowrap text-muted">{originalAmountText(original)}</span>
        ) : (
          noValueDash
        ),
    },
    {
      id: "revenue",
      header: t("Revenue"),
      hint: t(
        "Effect on revenue: refunds and withdrawals subtract; incomplete, removed and test payments add nothing.",
      ),
      align: "end",
      wide: true,
      cell: (row, { money }) => (row.revenue_minor === 0 ? noValueDash : money(row.revenue_minor)),
    },
    { ...campaignColumn, wide: true },
    {
      id: "back",
      header: t("Re-engaged by"),
      hint: t("The campaign that re-engaged the user before, within its re-engagement window."),
      hidden: ({ returned }) => returned === "",
      cell: ({ brought_back_by: by }, { base }) =>
        by ? <CampaignCell base={base} campaign={by} /> : noValueDash,
    },
    { ...platformColumn, hidden: true },
    { ...userColumn, wide: true },
    installColumn,
    {
      id: "payment",
      header: t("Payment"),
      wide: true,
      cell: (row) => <IdCell id={row.payment_id ?? row.id} />,
    },
  ],
  filters: {
    user: searchFilter(t("User ID")),
    type: fixedChoiceFilter(
      t("Type"),
      paymentTypes.map((value) => ({ value, label: paymentTypeName(value) })),
    ),
    status: fixedChoiceFilter(
      t("Status"),
      [...paymentStatuses, "REMOVED" as const].map((value) => ({ value, label: paymentState(value).label })),
    ),
    check: fixedChoiceFilter(
      t("Check"),
      checkStates.map((value) => ({ value, label: checkLabels[value].label })),
    ),
    ...senderFilters,
    revenue: fixedChoiceFilter(t("Revenue"), [{ value: "adds", label: t("Counts toward revenue") }]),
    returned: fixedChoiceFilter(t("Paid"), [{ value: "yes", label: t("After re-engagement") }]),
    payment: textFilter(t("Payment"), { placeholder: t("Payment ID") }),
    install: textFilter(t("Install"), { placeholder: t("Install or device ID") }),
  },
  found: t("IDs must match exactly."),
  opens: {
    title: (row, { money }) =>
      `${paymentTypeName(row.type)}, ${row.original?.waits ? originalAmountText(row.original) : money(row.amount_minor)}`,
    body: (row, { base, money }, only) => (
      <>
        <FactRows
          rows={[
            [
              t("Status"),
              <Badge key="status" tone={paymentStatus(row).tone}>
                {paymentStatus(row).label}
              </Badge>,
            ],
            [
              t("Check"),
              row.check && (
                <span key="check">
                  <Badge tone={checkLabels[row.check.state].tone}>{checkLabels[row.check.state].label}</Badge>{" "}
                  {reasonText(row.check.reason)}
                </span>
              ),
            ],
            [t("Removed"), row.removed_at && <When key="removed" at={row.removed_at} />],
            [t("As paid"), row.original && originalAmountText(row.original)],
            [
              t("Exchange rate"),
              row.original?.waits ? (
                <MissingRate key="rate" base={base} currency={row.original.currency} />
              ) : null,
            ],
            [t("In revenue"), money(row.revenue_minor)],
            [
              t("Payment ID"),
              row.payment_id && (
                <code key="payment" className="font-mono text-xs">
                  {row.payment_id}
                </code>
              ),
            ],
            [
              t("User"),
              <code key="user" className="font-mono text-xs">
                {row.user_id}
              </code>,
            ],
            [t("Campaign"), <CampaignCell key="campaign" base={base} campaign={row.campaign} />],
            [
              t("Re-engaged by"),
              row.brought_back_by && <CampaignCell key="back" base={base} campaign={row.brought_back_by} />,
            ],
            [
              t("Install"),
              <InstallCell
                key="install"
                base={base}
                install={row.install_id}
                instance={row.install_instance_id}
                isTest={row.is_test}
              />,
            ],
            [t("Platform"), platformNames[row.platform] ?? row.platform],
          ]}
        />
        {Object.keys(row.data).length > 0 ? (
          <CodeBlock title="event_data" code={JSON.stringify(row.data, null, 2)} />
        ) : null}
        <DeliveriesSection fact="payment" id={row.id} />
        <div>
          <Button size="sm" onClick={() => only({ user: row.user_id })}>
            {t("Only this user")}
          </Button>
        </div>
      </>
    ),
  },
  empty: {
    icon: Banknote,
    text: t("Payments appear here the moment a signed-in user makes one (capture-payment)."),
    Start: FirstFact,
  },
});

export default function PaymentsPage() {
  return <ListPage screen={payments} />;
}
