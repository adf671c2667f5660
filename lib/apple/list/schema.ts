/** The list of Apple's postbacks in the dashboard. */
import { z } from "zod";
import { coarseValues } from "@/lib/apple/conversion-values/rules";
import { conversionTypes, frameworks, verdicts } from "@/lib/apple/postbacks/postback";
import { timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { oneOfParam } from "@/lib/base/params";
import { campaignCsvColumns, campaignNameFields, nameFilter } from "@/lib/campaigns/list-fields";
import { dayParams } from "@/lib/platform/keyset";
import { listSchema } from "@/lib/platform/lists/schema";

/**
 * `counted` postbacks are in the figures; `lost` ones did not win. `copies` are further copies of either. The others
 * have their verification result.
 */
export const postbackStandings = ["counted", "lost", "test", "copies", "refused"] as const;
export const postbackWindows = ["1", "2", "3"] as const;

export const applePostbackSchema = listSchema({
  name: "postbacks",
  title: t("Apple postbacks"),
  filter: {
    ...dayParams,
    standing: oneOfParam(t("Standing"), postbackStandings),
    verdict: oneOfParam(t("Verdict"), verdicts),
    framework: oneOfParam(t("Framework"), frameworks),
    type: oneOfParam(t("Conversion"), conversionTypes),
    window: oneOfParam(t("Window"), postbackWindows),
    network: nameFilter("network id").meta({
      description: "The network's ID from Apple, without its ending.",
    }),
    source: nameFilter(t("source identifier")),
    id: nameFilter("postback id").meta({ description: "Apple's full ID of the conversion." }),
  },
  row: {
    id: z.string(),
    received_at: timestamp,
    framework: z.enum(frameworks),
    verdict: z.enum(verdicts),
    is_test: z.boolean(),
    is_first: z.boolean(),
    conversion_type: z.enum(conversionTypes),
    /** The index of the window, from 0. */
    sequence: z.number().int(),
    did_win: z.boolean(),
    network_id: z.string(),
    network: z.string(),
    source_identifier: z.string().nullable(),
    campaign: campaignNameFields.nullable(),
    fine: z.number().int().nullable(),
    coarse: z.enum(coarseValues).nullable(),
    country: z.string().nullable(),
    app_id: z.string().nullable(),
    postback_uid: z.string(),
  },
  at: "received_at",
  columns: () => ({
    "Received at": "received_at",
    Framework: "framework",
    Verdict: "verdict",
    "Made by a developer": "is_test",
    Counted: ({ is_first, is_test, did_win }) => is_first && !is_test && did_win,
    Conversion: "conversion_type",
    Window: ({ sequence }) => sequence + 1,
    "Did win": "did_win",
    Network: "network",
    "Network ID": "network_id",
    "Source identifier": "source_identifier",
    ...campaignCsvColumns,
    "Conversion value": "fine",
    "Coarse value": "coarse",
    Country: "country",
    "App ID": "app_id",
    "Postback ID": "postback_uid",
  }),
});
