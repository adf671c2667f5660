/** The link tester. Runs in the browser too. */
import { z } from "zod";
import { timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { redirectReasons } from "@/lib/traffic/links/rules";

export const testerDevices = [
  "iphone",
  "ipad",
  "android_phone",
  "android_tablet",
  "mac",
  "windows",
  "linux",
] as const;

/** Stand-alone browsers first, then browsers inside apps. */
export const testerBrowsers = [
  "standard",
  "chrome",
  "firefox",
  "samsung",
  "edge",
  "instagram",
  "facebook",
  "tiktok",
  "snapchat",
  "linkedin",
  "x",
  "pinterest",
] as const;

export const linkTestInput = z.object({
  link: z
    .string({ error: t("link must be text.") })
    .trim()
    .min(1, t("Paste a link, or pick a campaign."))
    .max(8192, t("The link is too long.")),
  device: z
    .enum(testerDevices, {
      error: t("device must be one of {testerDevices}.", { testerDevices: testerDevices.join(", ") }),
    })
    .default("iphone"),
  browser: z
    .enum(testerBrowsers, {
      error: t("browser must be one of {testerBrowsers}.", { testerBrowsers: testerBrowsers.join(", ") }),
    })
    .default("standard"),
  /** The ISO code of two letters; null for an unknown country. */
  country: z
    .string({ error: t("country must be text.") })
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, t("A country must be two letters, such as IN."))
    .nullable()
    .default(null),
  /** The first language in the browser's list; null for none. */
  language: z
    .string({ error: t("language must be text.") })
    .trim()
    .regex(/^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/, t("Enter a language code, such as de or pt-BR."))
    .max(35, t("Enter a language code, such as de or pt-BR."))
    .nullable()
    .default(null),
  /** The variant to show if a rule splits visitors. */
  variant: z
    .string({ error: t("variant must be text.") })
    .max(40, t("variant is too long."))
    .nullable()
    .default(null),
});
export type LinkTestInput = z.output<typeof linkTestInput>;

const via = z.enum(redirectReasons);

export const linkTest = z.object({
  link: z.string(),
  /** Null if the link has no campaign of the project. */
  campaign: z
    .object({ id: z.number().int(), display_id: z.string(), active: z.boolean(), deleted: z.boolean() })
    .nullable(),
  visitor: z.object({
    platform: z.enum(["IOS", "ANDROID", "DESKTOP"]),
    device: z.enum(["phone", "tablet", "desktop", "other"]),
    os: z.string().nullable(),
    os_version: z.string().nullable(),
    model: z.string().nullable(),
    browser: z.string().nullable(),
    in_app: z.string().nullable(),
    country: z.string().nullable(),
    language: z.string().nullable(),
    user_agent: z.string(),
  }),
  outcome: z.object({
    /**
     * `get_app_page`: a page with a QR code and the stores, for desktops. `help_page`: a page that explains that there
     * is no destination.
     */
    kind: z.enum(["redirect", "open_app_page", "get_app_page", "help_page"]),
    /** The final destination; for the page that opens the app, the destination if the app is not installed. */
    url: z.string().nullable(),
    via: via.nullable(),
    /** The address with which the page opens the app. */
    app: z.string().nullable(),
    why: z.array(z.string()),
  }),
  /** The possible destinations in order of preference; the first one set is chosen. */
  chain: z.array(z.object({ via, url: z.string().nullable(), chosen: z.boolean() })),
  /** The variants of a rule that splits visitors like this one; empty if there is no such rule. */
  variants: z.array(z.object({ name: z.string(), chosen: z.boolean() })),
  recorded: z
    .object({
      counted: z.boolean(),
      network: z.string().nullable(),
      ad_set_id: z.string().nullable(),
      ad_set_name: z.string().nullable(),
      creative_id: z.string().nullable(),
      creative_name: z.string().nullable(),
      keyword_id: z.string().nullable(),
      keyword_name: z.string().nullable(),
      publisher_id: z.string().nullable(),
      advertising_id: z.string().nullable(),
      warnings: z.array(z.string()),
      /** The deep link for an app installed through this link. */
      deeplink: z.string().nullable(),
    })
    .nullable(),
  /** The link with a test mark: following it within a day makes a test click, which is stored but not counted. */
  test_link: z.string().nullable(),
});
export type LinkTest = z.output<typeof linkTest>;

const campaign_id = z
  .string({ error: t("campaign_id is required.") })
  .regex(/^[1-9]\d{0,14}$/, "campaign_id must be the number of a campaign.")
  .transform(Number);

export const warningsQuery = z.object({ campaign_id });

const link = z.string({ error: t("link is required.") }).max(8192, t("The link is too long."));

export const arrivalQuery = z.object({
  campaign_id,
  since: z.iso
    .datetime({ offset: true, error: "since must be a time with its zone." })
    .transform((text) => new Date(text))
    .meta({ description: "Clicks from this time on; at most an hour ago." }),
  link: link.default("").meta({ description: "The tested link: its parameters are expected, too." }),
});
export type ArrivalQuery = z.output<typeof arrivalQuery>;

export const linkQrQuery = z.object({ link });

const arrivalStates = ["filled", "literal", "empty", "missing"] as const;

/** The newest click since the time; null while none has arrived. */
export const linkArrival = z.object({
  network: z.string().nullable(),
  click: z
    .object({
      clicked_at: timestamp,
      platform: z.string(),
      device: z.string().nullable(),
      is_test: z.boolean(),
      parameters: z.array(
        z.object({
          name: z.string(),
          /** `literal`: the macro arrived as text, because nothing replaced it. */
          state: z.enum(arrivalStates),
          /** As it arrived; null for IDs of a person or click, and for parameters that did not arrive. */
          value: z.string().nullable(),
        }),
      ),
    })
    .nullable(),
});
export type LinkArrival = z.output<typeof linkArrival>;

export const clickWarnings = z.object({
  /** The number of examined clicks: the latest ones with a warning. */
  of_latest: z.number().int(),
  warnings: z.array(
    z.object({
      /** `macro_unreplaced`: an ad platform did not replace a macro. */
      kind: z.string(),
      parameter: z.string().nullable(),
      text: z.string(),
      count: z.number().int(),
      last_at: z.iso.datetime(),
    }),
  ),
});
