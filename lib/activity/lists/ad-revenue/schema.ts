/** The list of ad revenue in the dashboard. */
import { z } from "zod";
import { senderParams } from "@/lib/activity/lists/installs/schema";
import { timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { currencyDigits, millionths } from "@/lib/base/money";
import { oneOfParam } from "@/lib/base/params";
import { campaignCsvColumns, campaignNameFields, nameFilter } from "@/lib/campaigns/list-fields";
import { dayParams } from "@/lib/platform/keyset";
import { listSchema } from "@/lib/platform/lists/schema";

export const adRevenueSources = ["app", "server", "callback"] as const;

export const adRevenueSchema = listSchema({
  name: "ad_revenue",
  title: t("Ad revenue"),
  filter: {
    ...dayParams,
    ...senderParams,
    ad_network: nameFilter(t("ad network")),
    placement: nameFilter("placement"),
    source: oneOfParam(t("Source"), adRevenueSources),
    user: nameFilter(t("user id")),
    install: nameFilter("install id").meta({ description: "An install ID, instance ID or device ID." }),
  },
  row: {
    id: z.string(),
    /** Of an hourly row, its beginning. */
    occurred_at: timestamp,
    is_hourly: z.boolean(),
    impressions: z.number().int(),
    /** Minor units of the project's currency, not rounded. */
    amount_minor: z.number(),
    /** The amount that was sent, if it is in another currency; it waits for a rate. */
    original: z.object({ amount_minor: z.number(), currency: z.string(), waits: z.boolean() }).nullable(),
    ad_network: z.string().nullable(),
    placement: z.string().nullable(),
    ad_unit: z.string().nullable(),
    ad_format: z.string().nullable(),
    precision: z.string().nullable(),
    source: z.string(),
    user_id: z.string().nullable(),
    install_instance_id: z.string().nullable(),
    install_id: z.string().nullable(),
    campaign: campaignNameFields.nullable(),
    platform: z.string(),
    is_test: z.boolean(),
  },
  at: "occurred_at",
  sums: { amount_minor: z.number(), impressions: z.number().int() },
  columns({ currency }) {
    const scale = 10 ** currencyDigits(currency);
    /** Without the errors of binary fractions. */
    const exact = (minor: number, of = scale) => Number((minor / of).toFixed(Math.log10(of * millionths)));
    return {
      ID: "id",
      "Occurred at": "occurred_at",
      "By the hour": "is_hourly",
      Impressions: "impressions",
      Amount: (row) => exact(row.amount_minor),
      Currency: () => currency,
      "Original amount": ({ original }) =>
        original && exact(original.amount_minor, 10 ** currencyDigits(original.currency)),
      "Original currency": (row) => row.original?.currency ?? null,
      "Ad network": "ad_network",
      Placement: "placement",
      "Ad unit": "ad_unit",
      "Ad format": "ad_format",
      Precision: "precision",
      Source: "source",
      "User ID": "user_id",
      "Install ID": "install_id",
      "Instance ID": "install_instance_id",
      ...campaignCsvColumns,
      Platform: "platform",
      Test: "is_test",
    };
  },
});
