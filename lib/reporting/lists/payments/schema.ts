/** Payments as the dashboard reads them. */
import { z } from "zod";
import { timestamp } from "@/lib/base/fields";
import { limitParam, oneOf } from "@/lib/base/params";
import { paymentStatuses, paymentTypes } from "@/lib/ledger/payment-types";
import { soonAfterReturn } from "@/lib/ledger/return-days";
import { beforeParam, dayParams, nextCursor } from "@/lib/platform/keyset";
import { campaignName, senderParams } from "@/lib/reporting/lists/installs/schema";

const named = (what: string) => z.string().trim().max(256, `No ${what} is that long.`).optional();

export const paymentFilter = z.object({
  ...dayParams,
  ...senderParams,
  type: oneOf("Type", paymentTypes),
  status: oneOf("Status", [...paymentStatuses, "REMOVED"] as const).meta({
    description: "What the app sent; `REMOVED` for those it took back.",
  }),
  revenue: oneOf("Revenue", ["adds"] as const).meta({ description: "`adds` for the types that add to it." }),
  returned: oneOf("Returned", ["yes"] as const).meta({
    description: `\`yes\` for what was paid ${soonAfterReturn}; campaign, ad set, creative and keyword are then those of that.`,
  }),
  user: named("user id"),
  install: named("install id").meta({ description: "An install id, instance id or device id." }),
  payment: named("payment id"),
});

export const paymentQuery = paymentFilter.extend({ before: beforeParam, limit: limitParam(50, 200) });

export type PaymentFilter = z.output<typeof paymentFilter>;
export type PaymentQuery = z.output<typeof paymentQuery>;

const payment = z.object({
  id: z.string(),
  paid_at: timestamp,
  payment_id: z.string().nullable(),
  type: z.string(),
  status: z.string(),
  /** In the project's currency. */
  amount_minor: z.number().int(),
  /** What it adds to revenue. */
  revenue_minor: z.number().int(),
  removed_at: timestamp.nullable(),
  user_id: z.string(),
  install_instance_id: z.string().nullable(),
  install_id: z.string().nullable(),
  campaign: campaignName.nullable(),
  /** Whose link or ad the user had come back by, not long before. */
  brought_back_by: campaignName.nullable(),
  platform: z.string(),
  is_test: z.boolean(),
  data: z.record(z.string(), z.unknown()),
});

export const paymentList = z.object({ payments: z.array(payment), next: nextCursor });

export const paymentTotals = z.object({
  count: z.number().int(),
  revenue_minor: z.number().int(),
  /** There are more than were counted. */
  more: z.boolean(),
});
