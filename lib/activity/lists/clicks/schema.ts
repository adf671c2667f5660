/** The list of clicks in the dashboard. */
import { z } from "zod";
import { countedParam } from "@/lib/activity/lists/installs/schema";
import { timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { oneOfParam, rejectValue } from "@/lib/base/params";
import { adPartParams } from "@/lib/campaigns/ad-params";
import { campaignCsvColumns, campaignNameFields } from "@/lib/campaigns/list-fields";
import { networkLabel } from "@/lib/campaigns/networks";
import { campaignGroupNamed } from "@/lib/ledger/campaign-groups";
import { dayParams } from "@/lib/platform/keyset";
import { listSchema } from "@/lib/platform/lists/schema";
import { countryParam, publisherParam } from "@/lib/reporting/metrics/country-param";

export const clickPlatforms = ["ANDROID", "IOS", "DESKTOP", "UNKNOWN"] as const;
const clickSources = ["link", "server"] as const;
const kinds = ["click", "view"] as const;

export const clickSchema = listSchema({
  name: "clicks",
  title: t("Clicks"),
  filter: {
    ...dayParams,
    campaign: z
      .string()
      .transform((text, context) =>
        text === "inorganic"
          ? text
          : (campaignGroupNamed(text) ?? rejectValue(context, "campaign must be the ID of a campaign.")),
      )
      .optional()
      .meta({
        description:
          "The ID of a campaign, `inorganic` for any, or a group: `network:META`, `affiliate:12` or `tag:brand`.",
      }),
    kind: oneOfParam(t("Kind"), kinds),
    counted: countedParam.meta({
      description: "Whether figures include it. Bots, previews, prefetches and tests are excluded.",
    }),
    platform: oneOfParam(t("Platform"), clickPlatforms),
    country: countryParam,
    ...adPartParams,
    publisher: publisherParam,
    source: oneOfParam("Source", clickSources).meta({
      description: "`server` for clicks that a network's server reported, `link` for followed links.",
    }),
    variant: z
      .string()
      .trim()
      .max(40, "A variant's name can have at most 40 characters.")
      .optional()
      .meta({ description: "The destination chosen by a rule of the campaign." }),
  },
  row: {
    id: z.string(),
    clicked_at: timestamp,
    kind: z.string(),
    campaign: campaignNameFields.nullable(),
    network: z.string().nullable(),
    ad_set: z.string().nullable(),
    creative: z.string().nullable(),
    keyword: z.string().nullable(),
    /** The network's ID of the site or app that showed the ad, as reports count it. */
    publisher: z.string().nullable(),
    variant: z.string().nullable(),
    /** `server`: the network's server reported it, without a redirect of the device. */
    source: z.enum(clickSources),
    platform: z.string(),
    device: z.string().nullable(),
    browser: z.string().nullable(),
    country: z.string().nullable(),
    /** Why it is not counted; null if it is counted. */
    not_counted: z.string().nullable(),
    is_test: z.boolean(),
    /** The install that is attributed to this click. */
    install_id: z.string().nullable(),
  },
  at: "clicked_at",
  columns: () => ({
    "Click ID": "id",
    "Clicked at": "clicked_at",
    Kind: "kind",
    ...campaignCsvColumns,
    Network: (row) => networkLabel(row.network),
    "Ad set": "ad_set",
    Creative: "creative",
    Keyword: "keyword",
    Publisher: "publisher",
    Platform: "platform",
    Device: "device",
    Browser: "browser",
    Country: "country",
    "Not counted": "not_counted",
    Test: "is_test",
    "Install ID": "install_id",
    Variant: "variant",
    Source: "source",
  }),
});
