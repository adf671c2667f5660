/** The list of sign-ups in the dashboard. */
import { z } from "zod";
import { senderParams } from "@/lib/activity/lists/installs/schema";
import { timestamp } from "@/lib/base/fields";
import { campaignCsvColumns, campaignNameFields, nameFilter } from "@/lib/campaigns/list-fields";
import { networkLabel } from "@/lib/campaigns/networks";
import { dayParams } from "@/lib/platform/keyset";
import { listSchema } from "@/lib/platform/lists/schema";

export const signUpSchema = listSchema({
  name: "sign_ups",
  title: "Sign-ups",
  filter: {
    ...dayParams,
    ...senderParams,
    user: nameFilter("user id").meta({ description: "A full user ID." }),
  },
  row: {
    /** The user's ID from the app. */
    id: z.string(),
    signed_up_at: timestamp,
    campaign: campaignNameFields.nullable(),
    network: z.string().nullable(),
    ad_set: z.string().nullable(),
    creative: z.string().nullable(),
    keyword: z.string().nullable(),
    platform: z.string(),
    /** The instance of the sign-up. */
    install_instance_id: z.string().nullable(),
    install_id: z.string().nullable(),
    is_test: z.boolean(),
  },
  at: "signed_up_at",
  isNamed: true,
  columns: () => ({
    "User ID": "id",
    "Signed up at": "signed_up_at",
    ...campaignCsvColumns,
    Network: (row) => networkLabel(row.network),
    "Ad set": "ad_set",
    Creative: "creative",
    Keyword: "keyword",
    Platform: "platform",
    "Install ID": "install_id",
    "Instance ID": "install_instance_id",
    Test: "is_test",
  }),
});
