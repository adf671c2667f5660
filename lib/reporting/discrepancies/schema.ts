/** Network figures next to Cairn's, for the dashboard. Runs in the browser too. */

import { z } from "zod";
import { day } from "@/lib/base/day-params";
import { dayCount } from "@/lib/base/days";
import { timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { oneOfParam, rejectValue } from "@/lib/base/params";
import { campaignCsvColumns, campaignNameFields } from "@/lib/campaigns/list-fields";
import { networkName } from "@/lib/campaigns/network-name";
import { networkLabel, noNetworkValue } from "@/lib/campaigns/networks";
import { dayParams } from "@/lib/platform/keyset";
import { listSchema } from "@/lib/platform/lists/schema";
import {
  causeNames,
  type DiscrepancyCause,
  discrepancyCauses,
  discrepancyGroupings,
} from "@/lib/reporting/discrepancies/causes";

/** The limit of days, because all their installs are read. */
export const maxDiscrepancyDays = 92;

const networkParam = z
  .string()
  .transform((text, context) => (text === noNetworkValue ? text : networkName(text, context)))
  .optional()
  .meta({ description: `A network's code, or \`${noNetworkValue}\` for campaigns without one.` });

const campaignParam = z
  .string()
  .transform((text, context) =>
    /^[1-9]\d{0,14}$/.test(text)
      ? Number(text)
      : rejectValue(context, "campaign must be the ID of a campaign."),
  )
  .optional()
  .meta({ description: "A campaign's ID." });

/** The default is the last thirty days. */
export const discrepancyQuery = z
  .object({
    from: day("from"),
    to: day("to"),
    network: networkParam,
    campaign: campaignParam,
    by: z
      .enum(discrepancyGroupings, { error: `by must be one of ${discrepancyGroupings.join(", ")}.` })
      .default("campaign")
      .meta({ description: "`row` is a campaign's day." }),
  })
  .superRefine(({ from, to }, context) => {
    const wrong = (message: string) => context.addIssue({ code: "custom", message, params: { status: 422 } });
    if ((from === null) !== (to === null)) wrong(t("Set both from and to, or neither."));
    if (from === null || to === null) return;
    if (from > to) wrong("from must not be after to.");
    else if (dayCount(from, to) > maxDiscrepancyDays)
      wrong(t("Choose at most {maxDiscrepancyDays} days.", { maxDiscrepancyDays }));
  });

const figures = {
  /** The network's installs, Cairn's installs, and the difference. */
  network_installs: z.number(),
  our_installs: z.number().int(),
  difference: z.number(),
  /** Causes with at least one install; each counts with its sign. */
  causes: z.array(z.object({ cause: z.enum(causeNames), count: z.number().int() })),
  unexplained: z.number(),
  /** Null if the network did not report clicks. */
  network_clicks: z.number().nullable(),
  our_clicks: z.number().int(),
};

const row = z.object({
  /** A campaign's ID, a network's code or a day. For a row, the day and the campaign. */
  key: z.string(),
  day: z.string().nullable(),
  network: z.string().nullable(),
  campaign: campaignNameFields.nullable(),
  ...figures,
  /** The previous claim of a row's installs, and the time of the current claim. */
  restated: z.object({ from: z.number(), at: timestamp }).nullable(),
});
export type DiscrepancyRow = z.output<typeof row>;

export const discrepancyData = z.object({
  from: z.string(),
  to: z.string(),
  by: z.enum(discrepancyGroupings),
  /** True once any network has claimed installs. */
  has_claims: z.boolean(),
  /** An ad account is connected, or was connected at the time of a claim. */
  connected: z.boolean(),
  totals: z.object(figures),
  rows: z.array(row),
  /** More rows exist than are listed. */
  more: z.boolean(),
  /** Networks without a known time zone: their days are treated as the project's days. */
  without_zone: z.array(z.string()),
  /** The attribution windows of the rows' networks, in days, if known. */
  windows: z.array(
    z.object({ network: z.string(), click_days: z.number().int(), view_days: z.number().int() }),
  ),
});
export type Discrepancies = z.output<typeof discrepancyData>;

export const versionsQuery = z.object({
  campaign: z
    .string("campaign is required.")
    .regex(/^[1-9]\d{0,14}$/, "campaign must be the ID of a campaign.")
    .transform(Number)
    .meta({ description: "A campaign's ID." }),
  day: z.iso
    .date("day must have the form YYYY-MM-DD.")
    // Postgres has no year zero.
    .refine((text) => !text.startsWith("0000"), "day must be a day of the calendar."),
});

export const claimVersions = z.object({
  versions: z.array(
    z.object({
      version: z.number().int(),
      reported_at: timestamp,
      source: z.string(),
      impressions: z.number().int().nullable(),
      clicks: z.number().int().nullable(),
      installs: z.number().nullable(),
      /** By the network's attribution windows, if it distinguishes them. */
      windows: z.record(z.string(), z.number()),
    }),
  ),
});
export type ClaimVersions = z.output<typeof claimVersions>;

const listed = ["ours", ...causeNames] as const;

/** The label of a listed row's cause. */
export const listedLabel = (cause: string) =>
  cause === "ours" ? t("Counted in Cairn") : discrepancyCauses[cause as DiscrepancyCause].label;

export const discrepantSchema = listSchema({
  name: "installs",
  title: t("Discrepancies"),
  filter: {
    ...dayParams,
    cause: oneOfParam("Cause", listed).meta({
      description: "Only installs with this cause; `ours` for installs that Cairn counts.",
    }),
    campaign: campaignParam,
    network: networkParam,
  },
  row: {
    /** An install may appear with several campaigns, so the ID is for install, campaign and day. */
    id: z.string(),
    installed_at: timestamp,
    install_id: z.string(),
    cause: z.string(),
    /** The day whose figure it explains. */
    day: z.string(),
    platform: z.string(),
    method: z.string().nullable(),
    claimed_by: campaignNameFields,
    campaign: campaignNameFields.nullable(),
  },
  at: "installed_at",
  columns: () => ({
    "Install ID": "install_id",
    "Installed at": "installed_at",
    Day: "day",
    Cause: (row) => listedLabel(row.cause),
    "Claimed by": (row) => row.claimed_by.name,
    "Claimed by display ID": (row) => row.claimed_by.display_id,
    ...campaignCsvColumns,
    Platform: "platform",
    Method: "method",
  }),
});

/** The columns of the file, one for each cause, with its sign. */
export const discrepancyColumns = {
  Day: (row: DiscrepancyRow) => row.day,
  Network: (row: DiscrepancyRow) => networkLabel(row.network),
  Campaign: (row: DiscrepancyRow) => row.campaign?.name ?? null,
  "Campaign display ID": (row: DiscrepancyRow) => row.campaign?.display_id ?? null,
  "Network clicks": (row: DiscrepancyRow) => row.network_clicks,
  "Our clicks": (row: DiscrepancyRow) => row.our_clicks,
  "Network installs": (row: DiscrepancyRow) => row.network_installs,
  "Our installs": (row: DiscrepancyRow) => row.our_installs,
  Difference: (row: DiscrepancyRow) => row.difference,
  ...Object.fromEntries(
    causeNames.map((name) => [
      discrepancyCauses[name].label,
      (row: DiscrepancyRow) =>
        discrepancyCauses[name].sign * (row.causes.find(({ cause }) => cause === name)?.count ?? 0),
    ]),
  ),
  Unexplained: (row: DiscrepancyRow) => row.unexplained,
  "Restated from": (row: DiscrepancyRow) => row.restated?.from ?? null,
};
