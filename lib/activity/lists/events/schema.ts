/** The list of events in the dashboard. */
import { z } from "zod";
import { senderParams } from "@/lib/activity/lists/installs/schema";
import { timestamp } from "@/lib/base/fields";
import { currencyDigits } from "@/lib/base/money";
import { campaignCsvColumns, campaignNameFields, nameFilter } from "@/lib/campaigns/list-fields";
import { dayParams } from "@/lib/platform/keyset";
import { listSchema } from "@/lib/platform/lists/schema";

export const eventSchema = listSchema({
  name: "events",
  title: "Events",
  filter: {
    ...dayParams,
    ...senderParams,
    name: nameFilter("event's name"),
    user: nameFilter("user id"),
    install: nameFilter("install id").meta({ description: "An install ID, instance ID or device ID." }),
  },
  row: {
    id: z.string(),
    occurred_at: timestamp,
    name: z.string(),
    /** In the project's currency. */
    amount_minor: z.number().int().nullable(),
    user_id: z.string(),
    install_instance_id: z.string().nullable(),
    install_id: z.string().nullable(),
    campaign: campaignNameFields.nullable(),
    platform: z.string(),
    is_test: z.boolean(),
    data: z.record(z.string(), z.unknown()),
  },
  at: "occurred_at",
  sums: { amount_minor: z.number().int() },
  columns({ currency }) {
    const scale = 10 ** currencyDigits(currency);
    return {
      "Event ID": "id",
      "Occurred at": "occurred_at",
      Name: "name",
      Amount: (row) => (row.amount_minor === null ? null : row.amount_minor / scale),
      Currency: (row) => (row.amount_minor === null ? null : currency),
      "User ID": "user_id",
      "Install ID": "install_id",
      "Instance ID": "install_instance_id",
      ...campaignCsvColumns,
      Platform: "platform",
      Test: "is_test",
      Data: (row) => JSON.stringify(row.data),
    };
  },
});

export const eventNameList = z.object({ names: z.array(z.string()) });

export const eventCounts = z.object({
  names: z.array(
    z.object({
      name: z.string(),
      count: z.number().int(),
      /** In the project's currency. */
      amount_minor: z.number().int(),
    }),
  ),
});
export type EventCount = z.output<typeof eventCounts>["names"][number];
