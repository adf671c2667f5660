/** Rules about figures and connections, and their alerts. Runs in the browser too. */
import { z } from "zod";
import { observation, observedUnits } from "@/lib/alerts/conditions/observation";
import { type AlertFigure, daysToMature, isAlertFigure } from "@/lib/alerts/conditions/ratio-parts";
import { clearableText, email, timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { networkCodeOf } from "@/lib/campaigns/networks";
import { alertMetrics } from "@/lib/reporting/metrics/metrics";
import { trafficKinds } from "@/lib/reporting/metrics/traffic";

/** In the order of the dashboard. */
export const alertKinds = [
  "change",
  "limit",
  "fraud",
  "budget",
  "quiet",
  "spend_sync",
  "push",
  "delivery",
  "domain",
  "macros",
] as const;
export type AlertKind = (typeof alertKinds)[number];

export const scopes = ["project", "each_network", "network", "each_campaign", "campaign"] as const;
export type Scope = (typeof scopes)[number];

const number = (what: string, min: number, max: number) => {
  const wrong = `${what} must be a number from ${min.toLocaleString("en")} to ${max.toLocaleString("en")}.`;
  return z.number({ error: wrong }).min(min, wrong).max(max, wrong);
};
const whole = (what: string, min: number, max: number) =>
  number(what, min, max).int(`${what} must be a whole number.`);

/**
 * A share of a few events can have any value. A figure that is usually zero would be an alarm for any other value.
 */
export const defaultMinimum = 20;

const ofFigures = {
  scope: z.enum(scopes, { error: t("Choose what to watch.") }).default("project"),
  campaign_id: z.number().int().positive().nullable().default(null),
  network: z.string().nullable().default(null),
  traffic: z.enum(trafficKinds).default("all"),
  /** A count, or units of the currency for money. */
  least: number(t("The minimum"), 0, 1_000_000_000).default(defaultMinimum),
};
const metric = z
  .string({ error: "Choose a metric." })
  .max(600, "Choose a metric.")
  .refine(isAlertFigure, { error: "Choose a metric.", params: { examples: alertMetrics } })
  .meta({
    description:
      "A metric of the report, or the ID of a column: `cohort:d7:roas`, `cohort:d7:cost_per_event:level_up`, `event:level_up:count`. A figure of cohorts is that of the installs that completed the age on the day.",
  });
/** 0 is today, up to now. */
const days = z.union([z.literal(0), z.literal(1), z.literal(7), z.literal(30)], {
  error: t("Choose the days."),
});

const change = z.object({
  kind: z.literal("change"),
  metric,
  ...ofFigures,
  direction: z.enum(["drop", "rise", "both"], { error: t("Choose a direction.") }).default("both"),
  sensitivity: number(t("Sensitivity"), 1, 10).default(3),
});
const limit = z.object({
  kind: z.literal("limit"),
  metric,
  ...ofFigures,
  days: days.default(1),
  side: z.enum(["above", "below"], { error: t("Choose above or below.") }),
  limit: number(t("The limit"), 0, 1_000_000_000),
});
const fraud = z.object({
  kind: z.literal("fraud"),
  ...ofFigures,
  days: days.default(1),
  limit: number(t("The share"), 0, 100),
});
export const quietSources = ["click", "install", "event", "payment"] as const;
const quiet = z.object({
  kind: z.literal("quiet"),
  what: z.enum(quietSources, { error: t("Choose what to expect.") }),
  factor: number(t("The factor"), 2, 50).default(6),
});
const delivery = z.object({
  kind: z.literal("delivery"),
  waiting_hours: whole(t("Hours"), 1, 72).default(6),
  failed: whole(t("The number of failures"), 1, 1_000_000).default(10),
});
const budget = z.object({
  kind: z.literal("budget"),
  /** A percentage of the spend that is expected of the complete days. */
  off: number(t("The percentage"), 1, 1_000).default(10),
  side: z.enum(["over", "under", "both"], { error: t("Choose over, under or both.") }).default("over"),
});
const macros = z.object({ kind: z.literal("macros"), clicks: whole(t("Clicks"), 1, 1_000).default(10) });

const watched = z.discriminatedUnion(
  "kind",
  [
    change,
    limit,
    fraud,
    budget,
    quiet,
    delivery,
    macros,
    z.object({ kind: z.literal("spend_sync") }),
    z.object({ kind: z.literal("push") }),
    z.object({ kind: z.literal("domain") }),
  ],
  { error: t("Choose what to watch for.") },
);

/** The stored condition of a rule. */
export type AlertCondition = z.output<typeof watched>;
export type AlertConditionOf<Kind extends AlertKind> = Extract<AlertCondition, { kind: Kind }>;
export type FigureCondition = AlertConditionOf<"change" | "limit" | "fraud">;
export const figureOfRule = (one: FigureCondition): AlertFigure =>
  one.kind === "fraud" ? "suspicious_share" : one.metric;
export const isFigureCondition = (one: AlertCondition): one is FigureCondition => "scope" in one;

function complain(one: AlertCondition, context: z.RefinementCtx): void {
  const addIssue = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (!isFigureCondition(one)) return;
  if (one.scope === "campaign" && one.campaign_id === null) addIssue("campaign_id", t("Choose a campaign."));
  if (one.scope === "network" && (one.network === null || networkCodeOf(one.network) === null))
    addIssue("network", t("Choose a network."));
  if (one.kind === "limit" && one.days === 0 && daysToMature(one.metric) > 0)
    addIssue("days", t("Cohorts complete an age once a day. Choose whole days."));
  // In the morning, every figure of the day is low.
  if (one.kind === "limit" && one.days === 0 && one.side === "below")
    addIssue("side", t("Today isn't over, so its figures start below any limit. Choose whole days."));
}

/** Validated at each evaluation, because a later version may be stricter. */
export const readAlertCondition = (value: unknown) => watched.safeParse(value);

const watchedInput = watched.superRefine(complain);

const notifications = z.object({
  /** Webhooks whose mapping has `alert.fired`. */
  webhooks: z.boolean().default(true),
  /** Members of the project's team, by email address, because IDs change when a project is migrated. */
  emails: z.array(email).max(50, t("Choose at most 50 people.")).default([]),
  /** Emails the same people when the alert ends; webhooks choose this in their mapping. */
  emails_resolved: z.boolean().default(true),
});
export type Recipients = z.output<typeof notifications>;

export const alertRuleInput = z
  .object({
    name: clearableText("Name", 100)
      .default(null)
      .meta({ description: "If missing, the name describes what the rule watches." }),
    ...notifications.shape,
  })
  .and(watchedInput);
export type AlertRuleInput = z.output<typeof alertRuleInput>;

export const switchInput = z.object({ on: z.boolean({ error: "on must be true or false." }) });

export const muteInput = z.object({
  /** Empty for the whole rule. */
  subject: z.string().max(300).default(""),
  /** A campaign is muted in every rule. */
  everywhere: z.boolean().default(false),
  until: z.iso.datetime({ error: t("Choose when the mute ends.") }).transform((text) => new Date(text)),
});
export type MuteInput = z.output<typeof muteInput>;

/* ------------------------------------------------------------- answers -- */

const alert = z.object({
  id: z.string(),
  rule: z.object({ id: z.number().int(), name: z.string(), kind: z.enum(alertKinds) }),
  subject: z.string(),
  label: z.string(),
  /** A sentence about the start of the alert, with its numbers. */
  text: z.string(),
  /** The sentence with the latest numbers, while the alert fires. */
  latest_text: z.string(),
  seen: observation,
  latest: observation,
  period: z.string(),
  fired_at: timestamp,
  notified_at: timestamp.nullable(),
  resolved_at: timestamp.nullable(),
  ended: z.enum(["inside", "silent", "gone", "changed"]).nullable(),
  muted_until: timestamp.nullable(),
});
export type ShownAlert = z.output<typeof alert>;

const rule = z.object({
  id: z.number().int(),
  name: z.string(),
  kind: z.enum(alertKinds),
  /** The rule's condition, in a sentence. */
  about: z.string(),
  watched,
  webhooks: z.boolean(),
  /** Only for members who may change the rule. */
  emails: z.array(z.string()),
  emailed: z.number().int(),
  emails_resolved: z.boolean(),
  /** The caller receives its emails. */
  emails_me: z.boolean(),
  on: z.boolean(),
  state: z.enum(["off", "new", "ok", "firing", "problem"]),
  firing: z.number().int(),
  last_fired_at: timestamp.nullable(),
  evaluated_at: timestamp.nullable(),
  due_at: timestamp.nullable(),
  problem: z.string().nullable(),
  muted_until: timestamp.nullable(),
  created_by: z.string(),
  updated_at: timestamp,
});
export type ShownRule = z.output<typeof rule>;

export const alertRuleList = z.object({
  rules: z.array(rule),
  /** Firing alerts, the latest first. */
  firing: z.array(alert),
  /** Webhooks that receive alerts, to show a rule's recipients. */
  webhooks: z.array(z.object({ id: z.number().int(), name: z.string(), live: z.boolean() })),
});

/** The possible email recipients of a rule or scheduled report. */
export const recipientChoices = z.object({
  /** False if the server has no mail settings: Cairn then sends no email. */
  mail: z.boolean(),
  team: z.array(z.object({ email: z.string(), name: z.string() })),
  /** The possible webhooks of a scheduled report. */
  webhooks: z.array(z.object({ id: z.number().int(), name: z.string() })),
});

const evaluatedSubject = z.object({ subject: z.string(), label: z.string(), seen: observation });
export type Evaluation = z.output<typeof evaluatedSubject>;

const evaluation = z.object({
  period: z.string(),
  at: timestamp,
  checked: z.number().int(),
  outside: z.number().int(),
  seen: z.array(evaluatedSubject),
});
export type ShownEvaluation = z.output<typeof evaluation>;

const point = z.object({
  day: z.string(),
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  outside: z.boolean(),
});
export type ChartPoint = z.output<typeof point>;

/** A rule's alerts in the past, judged by the functions that evaluate it. */
export const backtest = z.object({
  /** False if the past state is unknown, such as whether a destination was paused. */
  possible: z.boolean(),
  /** Why the backtest failed. */
  problem: z.string().nullable(),
  days: z.number().int(),
  /** The number of days with enough data. */
  tested: z.number().int(),
  /** The number of notifications that would have been sent. */
  times: z.number().int(),
  firings: z.array(
    z.object({
      day: z.string(),
      subject: z.string(),
      label: z.string(),
      text: z.string(),
      notifies: z.boolean(),
    }),
  ),
  unit: z.enum(observedUnits),
  currency: z.string(),
  /** The subject with the most alerts, or else the largest one. */
  chart: z.object({ label: z.string(), points: z.array(point) }).nullable(),
});
export type Backtest = z.output<typeof backtest>;

export const oneAlertRule = z.object({ rule });
export const alertRulePage = z.object({
  rule,
  alerts: z.array(alert),
  evaluations: z.array(evaluation),
  backtest,
});
export type AlertRulePage = z.output<typeof alertRulePage>;
export const firingAnswer = z.object({ firing: z.array(alert) });
