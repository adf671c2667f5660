/** The list of visitors of websites in the dashboard. */
import { z } from "zod";
import { timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { oneOfParam, rejectValue } from "@/lib/base/params";
import { campaignCsvColumns, campaignNameFields, nameFilter } from "@/lib/campaigns/list-fields";
import { networkLabel, networkOfCode } from "@/lib/campaigns/networks";
import { dayParams } from "@/lib/platform/keyset";
import { listSchema } from "@/lib/platform/lists/schema";
import { noWebCampaign, noWebSource, webSteps } from "@/lib/reporting/web-to-app/steps";

export const webPlatforms = ["ANDROID", "IOS", "DESKTOP"] as const;

/** The values that the funnel writes in upper case; all other sources are stored in lower case. */
const isWritten = (source: string) => source === noWebSource || networkOfCode(source) !== null;

export const webVisitorSchema = listSchema({
  name: "web_visitors",
  title: t("Web visitors"),
  filter: {
    ...dayParams,
    step: oneOfParam("Step", webSteps).meta({ description: "Only visitors who reached this step." }),
    source: nameFilter("source")
      .transform((text) => (text && !isWritten(text) ? text.toLowerCase() : text))
      .meta({
        description: `A network's code, such as \`GOOGLE\`, or a \`utm_source\`, such as \`google\` if there was no ad, or \`${noWebSource}\` for direct visitors.`,
      }),
    campaign: z
      .string()
      .transform((text, context) =>
        text === noWebCampaign
          ? noWebCampaign
          : /^[1-9]\d{0,14}$/.test(text)
            ? Number(text)
            : rejectValue(context, "campaign must be the ID of a campaign."),
      )
      .optional()
      .meta({ description: "A campaign's ID, or `none`." }),
    platform: oneOfParam(t("Platform"), webPlatforms),
    user: nameFilter("user id").meta({ description: "A full user ID." }),
  },
  row: {
    id: z.string(),
    first_seen_at: timestamp,
    campaign: campaignNameFields.nullable(),
    source: z.string().nullable(),
    page: z.string().nullable(),
    platform: z.string(),
    country: z.string().nullable(),
    user_id: z.string().nullable(),
    /** The time of the first click on a store button. */
    clicked_at: timestamp.nullable(),
    install_id: z.string().nullable(),
    /** The ID that the browser generated. */
    web_id: z.string(),
  },
  at: "first_seen_at",
  columns: () => ({
    "Visitor ID": "web_id",
    "First visit at": "first_seen_at",
    Source: (row) => networkLabel(row.source),
    ...campaignCsvColumns,
    Page: "page",
    Platform: "platform",
    Country: "country",
    "User ID": "user_id",
    "Store click at": "clicked_at",
    "Install ID": "install_id",
  }),
});
