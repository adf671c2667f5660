import { addDays } from "@/lib/base/days";
import { t } from "@/lib/base/languages/texts";

/**
 * The data that a project need not keep forever. Runs in the browser too. All other data (installs, users, payments,
 * opens, and every figure) is kept until a person is erased.
 */
export const retentionKinds = {
  clicks: {
    label: t("Clicks"),
    meaning: t("Every click on a tracking link, and every ad view."),
    // Attribution windows end after thirty days, and a decision may be made again for some time after that.
    least: 45,
  },
  uncounted_clicks: {
    label: t("Clicks that aren't counted"),
    meaning: t("Bots, previews and prefetches, stored to show why they were left out."),
    least: 7,
  },
  events: {
    label: t("Events"),
    meaning: t("Every in-app event. Unique-user counts keep the days on which a user sent one."),
    least: 45,
  },
  ad_revenue: {
    label: t("Ad revenue"),
    meaning: t("Every ad impression with revenue, or every user's sum of an hour. The figures stay."),
    least: 45,
  },
  web: {
    label: t("Web visits"),
    meaning: t(
      "Visitors of your websites and what they did. Web-to-app figures cover the days that are kept.",
    ),
    // As long as a visitor may return with consent, and an install may be attributed to a click.
    least: 45,
  },
  raw: {
    label: t("Device details"),
    meaning: t(
      "Raw device data, user agent and network of installs, and the evidence behind decisions. The decisions stay.",
    ),
    least: 45,
  },
  rejections: {
    label: t("Rejected calls"),
    meaning: t("Rejected calls from your apps, kept for debugging your integration."),
    least: 1,
  },
  deliveries: {
    label: t("Deliveries"),
    meaning: t("Postbacks and webhooks, with their responses."),
    least: 30,
  },
  claims: {
    label: t("Ad network figures"),
    meaning: t(
      "The networks' figures for each campaign and day, with every restatement. Discrepancies cover the days that are kept.",
    ),
    // Networks restate their days for weeks.
    least: 45,
  },
  apple_postbacks: {
    label: t("Apple postbacks"),
    meaning: t(
      "Postbacks of SKAdNetwork and AdAttributionKit, by the day of arrival. Apple's figures cover the days that are kept.",
    ),
    // The last postback of an install arrives up to forty-one days after it, and is retried for nine more days.
    least: 60,
  },
  alerts: {
    label: t("Past alerts"),
    meaning: t("Alerts, with their start and end. Active alerts are kept."),
    least: 30,
  },
  audit: {
    label: t("Audit log"),
    meaning: t("The changes in this project, and who made them."),
    least: 90,
  },
} as const satisfies Record<string, { label: string; meaning: string; least: number }>;

export type RetentionKind = keyof typeof retentionKinds;
export const retentionKindNames = Object.keys(retentionKinds) as RetentionKind[];

/** The maximum is ten years; longer periods are entered as forever. */
export const maxDays = 3650;

/** Null means forever. */
export type RetentionPeriods = Record<RetentionKind, number | null>;
export type RetentionSetting = { project_id: number; kind: string; days: number | null };

/** A project's setting overrides the instance's, which overrides the default, forever. */
export function retentionPeriodsFrom(settings: RetentionSetting[]): RetentionPeriods {
  const periods = Object.fromEntries(retentionKindNames.map((kind) => [kind, null])) as RetentionPeriods;
  for (const { kind, days } of [...settings].sort((a, b) => a.project_id - b.project_id)) {
    if (kind in retentionKinds) periods[kind as RetentionKind] = days;
  }
  return periods;
}

/** The first day that is kept. Days are whole days of the project's zone: today and `days` before it. */
export const retentionCut = (today: string, days: number): string => addDays(today, -days);
