/** The list and the page of installs in the dashboard. */

import { z } from "zod";
import {
  attributionMethods,
  decisionReasons,
  decisionStates,
  installKinds,
  installPlatforms,
} from "@/lib/activity/lists/installs/names";
import { ruleNames } from "@/lib/attribution/fraud/rules";
import { presentedFinding } from "@/lib/attribution/fraud/schema";
import { matchScoreSchema } from "@/lib/attribution/touches/schema";
import { timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { oneOfParam, rejectValue } from "@/lib/base/params";
import { adPartParams } from "@/lib/campaigns/ad-params";
import { campaignCsvColumns, campaignNameFields, originalAmount } from "@/lib/campaigns/list-fields";
import { networkName } from "@/lib/campaigns/network-name";
import { networkLabel } from "@/lib/campaigns/networks";
import { installConsent } from "@/lib/facts/consent/schema";
import { campaignGroupNamed } from "@/lib/ledger/campaign-groups";
import { dayParams, isDay } from "@/lib/platform/keyset";
import { listSchema } from "@/lib/platform/lists/schema";
import { countryParam, publisherParam } from "@/lib/reporting/metrics/country-param";

const campaignParam = z
  .string()
  .transform((text, context) => {
    if (text === "organic" || text === "inorganic") return text;
    return campaignGroupNamed(text) ?? rejectValue(context, "campaign must be the ID of a campaign.");
  })
  .optional()
  .meta({
    description:
      "The ID of a campaign, `organic`, `inorganic` for any campaign, or a group: `network:META`, `affiliate:12` or `tag:brand`.",
  });

export const countedParam = oneOfParam("Counted", ["yes", "no"] as const)
  .transform((text) => (text === undefined ? undefined : text === "yes"))
  .meta({ description: "Whether figures include it." });

/** Filters by install that lists of its facts and of users share. */
export const senderParams = {
  campaign: campaignParam,
  ...adPartParams,
  publisher: publisherParam,
  platform: oneOfParam(t("Platform"), installPlatforms),
  country: countryParam,
  counted: countedParam,
};

const dayText = String.raw`\d{4}-\d{2}-\d{2}`;
const uninstalledDays = new RegExp(`^(${dayText})?\\.\\.(${dayText})?$`);

/** Whether the app is uninstalled, or a range of uninstall days: `2026-06-01..2026-06-30`, open at either end. */
const uninstalledParam = z
  .string()
  .transform((text, context) => {
    if (text === "yes" || text === "no") return { is: text === "yes", from: null, to: null };
    const [, from = null, to = null] = uninstalledDays.exec(text) ?? [];
    const isReal = (day: string | null) => day === null || isDay(day);
    if ((from === null && to === null) || !isReal(from) || !isReal(to))
      return rejectValue(
        context,
        "Uninstalled must be yes, no, or a date range such as 2026-06-01..2026-06-30.",
      );
    return { is: true, from, to };
  })
  .optional()
  .meta({ description: "`yes`, `no`, or the range of uninstall dates, such as `2026-06-01..2026-06-30`." });

export const installSchema = listSchema({
  name: "installs",
  title: t("Installs"),
  filter: {
    ...dayParams,
    ...senderParams,
    network: z.string().transform(networkName).optional(),
    kind: oneOfParam(t("Kind"), installKinds),
    method: oneOfParam(t("Method"), attributionMethods),
    reason: oneOfParam(t("Reason"), decisionReasons),
    state: oneOfParam(t("State"), decisionStates),
    suspicious: oneOfParam("Suspicious", ["yes", "no"] as const)
      .transform((text) => (text === undefined ? undefined : text === "yes"))
      .meta({ description: "Whether a fraud rule fired." }),
    fraud_rule: oneOfParam("Fraud rule", ruleNames).meta({ description: "The fraud rule that fired." }),
    touch: oneOfParam("Touch", ["CLICK", "VIEW"] as const).meta({
      description: "The kind of touchpoint that it was attributed to.",
    }),
    assisted_by: z
      .string()
      .regex(/^[1-9]\d{0,14}$/, "assisted_by must be the ID of a campaign.")
      .transform(Number)
      .optional()
      .meta({
        description: "The ID of a campaign that touched the install before another campaign won it.",
      }),
    app_version: z.string().max(128, "Use at most 128 characters.").optional().meta({
      description:
        "The app's version at the first start as reports count it; `none` if unknown, `(other)` for versions beyond the limit.",
    }),
    uninstalled: uninstalledParam,
    search: z
      .string()
      .trim()
      .max(256, "Use at most 256 characters.")
      .optional()
      .meta({ description: "A full install ID, instance ID, device ID, user ID or click ID." }),
  },
  row: {
    id: z.string(),
    install_instance_id: z.string(),
    installed_at: timestamp,
    kind: z.string(),
    platform: z.string(),
    state: z.string(),
    is_test: z.boolean(),
    /** Null until the install is decided. */
    method: z.string().nullable(),
    reason: z.string().nullable(),
    confidence: z.number().int().nullable(),
    network: z.string().nullable(),
    campaign: campaignNameFields.nullable(),
    /** The network's ID of the site or app that showed the ad, as reports count it. */
    publisher_id: z.string().nullable(),
    clicked_at: timestamp.nullable(),
    app_version: z.string().nullable(),
    os_version: z.string().nullable(),
    device_model: z.string().nullable(),
    country: z.string().nullable(),
    /** The time at which the push service first reported an uninstall. */
    uninstalled_at: timestamp.nullable(),
    /** The signed-in user. */
    user_id: z.string().nullable(),
    /** The fraud rules that fired. */
    flags: z.array(z.string()),
    postbacks_withheld: z.boolean().meta({
      description: "A fraud rule withholds this install's postbacks.",
    }),
  },
  at: "installed_at",
  columns: () => ({
    "Install ID": "id",
    "Instance ID": "install_instance_id",
    "Installed at": "installed_at",
    Kind: "kind",
    Platform: "platform",
    State: "state",
    Test: "is_test",
    Method: "method",
    Reason: "reason",
    Confidence: "confidence",
    ...campaignCsvColumns,
    Network: (row) => networkLabel(row.network),
    Publisher: "publisher_id",
    "Clicked at": "clicked_at",
    "App version": "app_version",
    "OS version": "os_version",
    Device: "device_model",
    Country: "country",
    "Uninstalled at": "uninstalled_at",
    "User ID": "user_id",
    "Fraud rules": (row) => row.flags.join(", ") || null,
    "Withheld from networks": "postbacks_withheld",
  }),
});

export const installList = installSchema.page;
export type ListedInstall = z.output<typeof installList>["installs"][number];
const install = z.object(installSchema.row);

export const findQuery = z.object({
  q: z
    .string()
    .optional()
    .transform((text, context) => text?.trim() || rejectValue(context, t("Paste an ID.")))
    .pipe(z.string().max(256, t("This ID is too long."))),
});

export const foundInstalls = z.object({
  installs: z.array(install.extend({ found_by: z.string() })),
  /** If no install was found, explains what the ID belongs to. */
  text: z.string().nullable(),
});
export type FoundInstalls = z.output<typeof foundInstalls>;

const candidate = z.object({
  source: z.string(),
  click_id: z.string().nullable(),
  campaign: z.string(),
  network: z.string().nullable(),
  /** Null if the time is unknown. */
  at: timestamp.nullable(),
  score: z.number(),
  ...matchScoreSchema,
  won: z.boolean(),
  lost: z.string().nullable(),
  text: z.string(),
  charges: z.array(presentedFinding),
});

const version = z.object({
  version: z.number().int(),
  decided_at: timestamp,
  rules: z.string(),
  sentence: z.string(),
  remarks: z.array(z.string()),
  method: z.string(),
  reason: z.string(),
  confidence: z.number().int(),
  counted: z.boolean(),
  campaign: z.string().nullable(),
  /** The fraud rules that fired, with their effects, in words; null if none fired. */
  suspicion: z.string().nullable(),
});

const moment = z.object({
  kind: z.enum([
    "click",
    "view",
    "install",
    "decision",
    "signed_in",
    "event",
    "payment",
    "ads",
    "removal",
    "open",
    "uninstall",
  ]),
  at: timestamp,
  title: z.string(),
  /** In the project's currency; of ads with fractions. */
  amount_minor: z.number().nullable(),
  original: originalAmount,
  detail: z.record(z.string(), z.unknown()),
});

/** The fields of an install's page. */
export const installFields = {
  ...installSchema.row,
  package_version: z.string().nullable(),
  language: z.string().nullable(),
  link: z.string().nullable(),
  debug: z.boolean(),
  touch: z.string().nullable(),
  click_id: z.string().nullable(),
  ad_set_id: z.string().nullable(),
  ad_set_name: z.string().nullable(),
  creative_id: z.string().nullable(),
  creative_name: z.string().nullable(),
  keyword_id: z.string().nullable(),
  keyword_name: z.string().nullable(),
  deeplink: z.string().nullable(),
  decided_at: timestamp.nullable(),
  decision_version: z.number().int(),
  last_open_at: timestamp.nullable(),
  has_push_token: z.boolean(),
  /** The latest responses of the push service for the token, the newest first. */
  probes: z.array(z.object({ at: timestamp, is: z.string(), text: z.string() })),
  /** The install's IDs in other services, by the names from the app. */
  integrations: z.record(z.string(), z.unknown()),
  /** The time at which the install's user was erased. */
  erased_at: timestamp.nullable(),
};

export const installPage = z.object({
  install: z.object(installFields),
  sentence: z.string(),
  /** The first half of the sentence: only the decision. */
  decision: z.string(),
  /** The reason without technical terms. */
  because: z.string(),
  /** Why it was attributed again; null if it was attributed once. */
  again: z.string().nullable(),
  remarks: z.array(z.string()),
  candidates: z.array(candidate),
  /** The findings of fraud rules. */
  charges: z.array(presentedFinding),
  evidence: z.record(z.string(), z.unknown()),
  versions: z.array(version),
  /** From the first click to the last payment. */
  timeline: z.array(moment),
  /** True if older events, payments or opens than the newest 200 of each were left out. */
  cut: z.boolean(),
  /** Only for admins; null for other members. */
  device: z
    .object({
      ids: z.array(z.object({ kind: z.string(), id: z.string(), seen_at: timestamp })),
      data: z.record(z.string(), z.unknown()),
      user_agent: z.string().nullable(),
      other_installs: z.array(z.object({ id: z.string(), installed_at: timestamp })),
    })
    .nullable(),
  /** The user's consent. */
  consent: installConsent,
});
export type InstallPage = z.output<typeof installPage>;
