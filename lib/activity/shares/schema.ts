/** Read-only links to figures, for people without an account. Runs in the browser too. */
import { z } from "zod";
import { day } from "@/lib/base/day-params";
import { dayCount, weekStarts } from "@/lib/base/days";
import { email, requiredLine, timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { readNames, writeNames } from "@/lib/base/text/name-list";
import { type Dimension, dimensionNames } from "@/lib/reporting/groups/dimensions";
import { groupsQuery } from "@/lib/reporting/groups/schema";
import { metricViews } from "@/lib/reporting/metrics/metrics";
import { trafficKinds } from "@/lib/reporting/metrics/traffic";
import { overviewData, overviewQuery } from "@/lib/reporting/overview/schema";
import { groupColumns } from "@/lib/reporting/table/columns";

export const defaultShareDays = 30;
const longest = 731;
const maxColumns = 30;

const ownDay = day("A day").transform((value, context) => {
  if (value !== null) return value;
  context.addIssue({ code: "custom", message: t("Enter the first and the last day.") });
  return z.NEVER;
});

/** Either the last days before each visit, or fixed days. */
const badDays = `Enter a number of days up to ${longest}, or the first and the last day.`;

const shareWindow = z.union(
  [
    z.object({ days: z.number(badDays).int(badDays).min(1, badDays).max(longest, badDays) }),
    z
      .object({ from: ownDay, to: ownDay })
      .refine(
        ({ from, to }) => from <= to && dayCount(from, to) <= longest,
        t("The last day must be after the first, by at most two years."),
      ),
  ],
  { error: badDays },
);

/** The arguments of the screen, without days and pages, which the link has itself. */
export const withoutDaysAndPages = (text: string) => {
  const { from: _, to: __, page: ___, limit: ____, ...query } = Object.fromEntries(new URLSearchParams(text));
  return query;
};

/** Validated at each visit, because a later version may be stricter. */
export const readSharedOverview = (text: string) => overviewQuery.safeParse(withoutDaysAndPages(text));

export function readSharedReport(text: string) {
  const { columns, ...query } = withoutDaysAndPages(text);
  const shown = groupColumns(readNames(columns ?? "")).slice(0, maxColumns);
  return groupsQuery.safeParse({ ...query, columns: writeNames(shown.map(({ id }) => id)) });
}

const argumentsOf = (read: (text: string) => { success: boolean }) =>
  z
    .string({ error: t("The report's filters are required.") })
    .max(2_000, t("The report's filters are too long to share. Use fewer of them."))
    .refine((text) => read(text).success, t("The report's filters are not valid."));

const shown = z.discriminatedUnion(
  "kind",
  [
    z.object({ kind: z.literal("overview"), query: argumentsOf(readSharedOverview) }),
    z.object({ kind: z.literal("report"), query: argumentsOf(readSharedReport) }),
  ],
  { error: t("Choose an overview or a report to share.") },
);

export const shareInput = z.object({
  title: requiredLine(t("Title")),
  valid_days: z
    .number({ error: t("Enter the number of days for which the link is valid.") })
    .int("Enter the number of days for which the link is valid.")
    .min(1, t("A link is valid for at least one day."))
    .max(365, t("A link is valid for at most 365 days."))
    .default(defaultShareDays),
  window: shareWindow,
  shown,
});
export type ShareInput = z.output<typeof shareInput>;
export type ShareSettings = Pick<ShareInput, "window" | "shown">;

/* ------------------------------------------------------------- answers -- */

const share = z.object({
  id: z.number().int(),
  title: z.string(),
  kind: z.enum(["overview", "report"]),
  created_by: z.string(),
  /** The creator no longer has access to the project. */
  maker_left: z.boolean(),
  created_at: timestamp,
  expires_at: timestamp,
  ended: z.boolean(),
  last_opened_at: timestamp.nullable(),
});
export type SharedLink = z.output<typeof share>;
export const sharedLinks = z.object({ shares: z.array(share) });
/** The creator as the list of links shows them. */
export const revokeInput = z.object({ created_by: email });
export const revoked = z.object({ revoked: z.number().int() });
/** The link is shown only this once. */
export const newShare = z.object({ share, link: z.string() });

const value = z.number().nullable();

/** In the retargeting view: why clicks and spend of a row have no value. */
const notSplit = z.object({ text: z.string(), reason: z.string() }).optional();

/** Only names and sums, without IDs, people or links. */
export const sharedContent = z.object({
  title: z.string(),
  project: z.string(),
  time_zone: z.string(),
  currency: z.string(),
  from: z.string(),
  to: z.string(),
  today: z.string(),
  expires_at: timestamp,
  overview: overviewData
    .pick({
      traffic: true,
      figure: true,
      compared: true,
      previous: true,
      figures: true,
      networks: true,
      countries: true,
      funnel: true,
    })
    .extend({
      campaigns: z.array(overviewData.shape.campaigns.element.omit({ id: true, display_id: true })),
      /** The names of the filters that apply to all figures. */
      only: z.array(z.string()),
    })
    .nullable(),
  report: z
    .object({
      by: z.array(z.enum(dimensionNames as [Dimension, ...Dimension[]])),
      view: z.enum(metricViews),
      week_start: z.enum(weekStarts),
      traffic: z.enum(trafficKinds),
      filtered: z.boolean(),
      /** The IDs of the report's columns. */
      columns: z.array(z.string()),
      total: z.record(z.string(), value).nullable(),
      total_not_split: notSplit,
      /** In the retargeting view, the re-engagements that no cost contains. */
      without_cost: z.number().optional(),
      rows: z.array(
        z.object({
          labels: z.array(z.string()),
          metrics: z.record(z.string(), value),
          not_split: notSplit,
        }),
      ),
      /** The number of omitted rows. */
      more: z.number().int(),
    })
    .nullable(),
});
export type SharedContent = z.output<typeof sharedContent>;
