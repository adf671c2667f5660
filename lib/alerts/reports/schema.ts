/** Scheduled reports, by email or to a webhook. Runs in the browser too. */
import { z } from "zod";
import { withoutDaysAndPages } from "@/lib/activity/shares/schema";
import { email, requiredLine, timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { groupsQuery } from "@/lib/reporting/groups/schema";
import { reportColumn } from "@/lib/reporting/table/columns";
import { reportFileQuery } from "@/lib/reporting/table/schema";

export const cadences = ["daily", "weekly", "monthly"] as const;
export type Cadence = (typeof cadences)[number];

/** Sort orders that the report's columns validate. */
const isSorted = (field: string) =>
  field === "name" || field === "created_at" || reportColumn(field)?.sortable === true;

/** The arguments of the report's file, without days: each run has its own. */
const readers = {
  campaigns: (text: string) =>
    reportFileQuery
      .refine((query) => isSorted(query.sort_field) && query.level === "campaign")
      .safeParse(withoutDaysAndPages(text)),
  groups: (text: string) => groupsQuery.safeParse(withoutDaysAndPages(text)),
};
export const readCampaignReport = readers.campaigns;
export const readGroupsReport = readers.groups;

const argumentsOf = (read: (text: string) => { success: boolean }) =>
  z
    .string({ error: t("The report's filters are required.") })
    .max(4_000, t("The report's filters are too long. Use fewer of them."))
    .refine(
      (text) => read(text).success,
      t("The report's filters are not valid. Open the report and schedule it again."),
    );

const mature = z.boolean("Choose whether the report waits for its cohorts.").optional().meta({
  description:
    "True sends the last full day, week or month that has completed the oldest age of the report's columns of cohorts.",
});

const shown = z.discriminatedUnion(
  "kind",
  [
    z.object({ kind: z.literal("campaigns"), query: argumentsOf(readCampaignReport), mature }),
    z.object({ kind: z.literal("groups"), query: argumentsOf(readGroupsReport), mature }),
    z.object({ kind: z.literal("summary") }),
    z.object({
      kind: z.literal("query"),
      query: z.number().int().positive().meta({
        description:
          "The ID of a saved query. `{{from}}` and `{{to}}` in it are the first and last day of each run.",
      }),
    }),
  ],
  { error: t("Choose the campaigns, their groups, the weekly summary or a saved query.") },
);
/** The report as a table of either kind, the weekly summary, or the rows of a saved query. */
export type ShownReport = z.output<typeof shown>;
export type SentReport = Extract<ShownReport, { kind: "campaigns" | "groups" }>;

export const isSentReport = (report: ShownReport): report is SentReport =>
  report.kind === "campaigns" || report.kind === "groups";

const whole = (what: string, min: number, max: number) => {
  const wrong = t("Choose {what}.", { what });
  return z.number(wrong).int(wrong).min(min, wrong).max(max, wrong);
};

const fields = z.object({
  title: requiredLine(t("Title")),
  shown,
  cadence: z.enum(cadences, { error: t("Choose how often.") }),
  weekday: whole("a weekday", 1, 7)
    .default(1)
    .meta({ description: "1 is Monday. Only for `weekly`, which sends the project's last full week." }),
  hour: whole("an hour", 0, 23).meta({ description: "In the project's time zone." }),
  emails: z.array(email).max(50, t("Choose at most 50 people.")).default([]),
  webhook: z.number().int().positive().nullable().default(null).meta({
    description: "The ID of a webhook among the destinations. It receives each run as `report.scheduled`.",
  }),
  on: z.boolean().default(true),
});
type Sent = Pick<z.output<typeof fields>, "emails" | "webhook">;

function complain({ emails, webhook }: Sent, context: z.RefinementCtx): void {
  if (emails.length === 0 && webhook === null)
    context.addIssue({ code: "custom", path: ["emails"], message: t("Choose at least one recipient.") });
}

export const scheduleInput = fields.superRefine((input, context) => {
  complain(input, context);
  if (input.shown.kind === "summary" && input.cadence !== "weekly")
    context.addIssue({
      code: "custom",
      path: ["cadence"],
      message: t("The summary can only be sent weekly."),
    });
});
/** All fields of the form. */
export const scheduleForm = fields
  .omit({ shown: true })
  .extend({ mature: z.boolean() })
  .superRefine(complain);
export type ScheduleInput = z.output<typeof scheduleInput>;

/* ------------------------------------------------------------- answers -- */

/** The state of a schedule's webhook. Only a `live` one sends reports. */
export const webhookStandings = ["live", "paused", "dry_run", "off", "removed"] as const;

const schedule = z.object({
  id: z.number().int(),
  title: z.string(),
  shown: z.discriminatedUnion("kind", [
    z.object({ kind: z.enum(["campaigns", "groups"]), query: z.string(), mature: z.boolean().optional() }),
    z.object({ kind: z.literal("summary") }),
    z.object({ kind: z.literal("query"), query: z.number().int() }),
  ]),
  cadence: z.enum(cadences),
  weekday: z.number().int(),
  hour: z.number().int(),
  /** Only for members who may change the schedule. */
  emails: z.array(z.string()),
  emailed: z.number().int(),
  /** The caller is a recipient. */
  emails_me: z.boolean(),
  webhook: z
    .object({ id: z.number().int(), name: z.string(), standing: z.enum(webhookStandings) })
    .nullable(),
  on: z.boolean(),
  next_at: timestamp.nullable(),
  last_at: timestamp.nullable(),
  /** The result of the last run's emails and webhook event. */
  last: z.object({
    sent: z.number().int(),
    waiting: z.number().int(),
    failed: z.number().int(),
    problem: z.string().nullable(),
  }),
  created_by: z.string(),
});
export type ShownSchedule = z.output<typeof schedule>;

export const scheduleList = z.object({
  /** False if the server has no mail settings: Cairn then sends no email. */
  mail: z.boolean(),
  schedules: z.array(schedule),
});
export const oneSchedule = z.object({ schedule });
