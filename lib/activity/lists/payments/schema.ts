/** The list of payments in the dashboard. */
import { z } from "zod";
import { senderParams } from "@/lib/activity/lists/installs/schema";
import { timestamp } from "@/lib/base/fields";
import { currencyDigits } from "@/lib/base/money";
import { oneOfParam } from "@/lib/base/params";
import {
  campaignCsvColumns,
  campaignNameFields,
  nameFilter,
  originalAmount,
} from "@/lib/campaigns/list-fields";
import { checkStates, reasonText } from "@/lib/facts/payments/store-purchases";
import { paymentStatuses, paymentTypes } from "@/lib/ledger/payment-types";
import { soonAfterReturn } from "@/lib/ledger/return-days";
import { dayParams } from "@/lib/platform/keyset";
import { listSchema } from "@/lib/platform/lists/schema";

export const paymentSchema = listSchema({
  name: "payments",
  title: "Payments",
  filter: {
    ...dayParams,
    ...senderParams,
    type: oneOfParam("Type", paymentTypes),
    status: oneOfParam("Status", [...paymentStatuses, "REMOVED"] as const).meta({
      description: "The status from the app; `REMOVED` for removed payments.",
    }),
    revenue: oneOfParam("Revenue", ["adds"] as const).meta({
      description: "`adds` for types that add to revenue.",
    }),
    returned: oneOfParam("Returned", ["yes"] as const).meta({
      description: `\`yes\` for what was paid ${soonAfterReturn}; campaign, ad set, creative and keyword are then those of that.`,
    }),
    check: oneOfParam("Check", checkStates).meta({
      description: "The result of checking the store's proof.",
    }),
    user: nameFilter("user id"),
    install: nameFilter("install id").meta({ description: "An install ID, instance ID or device ID." }),
    payment: nameFilter("payment id"),
  },
  row: {
    id: z.string(),
    paid_at: timestamp,
    payment_id: z.string().nullable(),
    type: z.string(),
    status: z.string(),
    /** In the project's currency. */
    amount_minor: z.number().int(),
    original: originalAmount,
    /** The amount by which it changes revenue. */
    revenue_minor: z.number().int(),
    removed_at: timestamp.nullable(),
    user_id: z.string(),
    install_instance_id: z.string().nullable(),
    install_id: z.string().nullable(),
    campaign: campaignNameFields.nullable(),
    /** The campaign of the return shortly before the payment. */
    brought_back_by: campaignNameFields.nullable(),
    platform: z.string(),
    is_test: z.boolean(),
    /** The result of checking the store's proof; null without proof. */
    check: z.object({ state: z.enum(checkStates), reason: z.string().nullable() }).nullable(),
    data: z.record(z.string(), z.unknown()),
  },
  at: "paid_at",
  sums: { revenue_minor: z.number().int() },
  columns({ currency }) {
    const scale = 10 ** currencyDigits(currency);
    return {
      ID: "id",
      "Payment ID": "payment_id",
      "Paid at": "paid_at",
      Type: "type",
      Status: "status",
      Amount: (row) => row.amount_minor / scale,
      Revenue: (row) => row.revenue_minor / scale,
      Currency: () => currency,
      "Original amount": ({ original: amount }) =>
        amount && amount.amount_minor / 10 ** currencyDigits(amount.currency),
      "Original currency": (row) => row.original?.currency ?? null,
      "Removed at": "removed_at",
      "User ID": "user_id",
      "Install ID": "install_id",
      "Instance ID": "install_instance_id",
      ...campaignCsvColumns,
      "Re-engaged by": (row) => row.brought_back_by?.name ?? null,
      Platform: "platform",
      Test: "is_test",
      Check: (row) => row.check?.state ?? null,
      "Check reason": (row) => reasonText(row.check?.reason ?? null),
      Data: (row) => JSON.stringify(row.data),
    };
  },
});

export const paymentList = paymentSchema.page;
export type ListedPayment = z.output<typeof paymentList>["payments"][number];
