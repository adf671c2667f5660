/** The input and the answers of the forms of a project. Runs in the browser too. */
import { z } from "zod";
import { limitGroups } from "@/lib/accounts/access/limits";
import { roles } from "@/lib/accounts/access/roles";
import { colorForm } from "@/lib/base/colors";
import { weekStarts } from "@/lib/base/days";
import {
  noChangesText,
  requireChange,
  requiredLine,
  timestamp,
  versionSeen,
  webAddress,
} from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { isCurrency } from "@/lib/base/money";
import { isTimeZone } from "@/lib/base/time";
import { normalizeHost } from "@/lib/base/web/hosts";
import { endedLinks } from "@/lib/projects/ended-links";

const id = z.number().int();

const platform = z.enum(["IOS", "ANDROID"], { error: t("Platforms are IOS and ANDROID.") });
const platforms = z
  .array(platform, { error: t("Platforms must be a list.") })
  .min(1, t("Choose at least one platform."))
  .max(10, t("Platforms are IOS and ANDROID."))
  .transform((list) => [...new Set(list)].sort().reverse());

const timeZone = z
  .string({ error: t("Time zone must be text.") })
  .refine(isTimeZone, t("Enter a time zone, such as Europe/Berlin."));

const currency = z
  .string({ error: t("Currency must be text.") })
  .trim()
  .toUpperCase()
  .refine(isCurrency, t("Enter a currency code, such as EUR."));

export const domainInputHost = requiredLine(t("Domain"), 300).transform((text, context) => {
  const normal = normalizeHost(text);
  if (normal !== null) return normal;
  context.addIssue({ code: "custom", message: t("Enter a domain, such as links.example.com.") });
  return z.NEVER;
});

const weekStartsOn = z
  .enum(weekStarts, { error: "Weeks start on Monday, Saturday or Sunday." })
  .meta({ description: "The first day of weeks in reports, comparisons and scheduled reports." });

export const projectInput = z.object({
  name: requiredLine(t("Name")),
  platforms: platforms.default(["IOS", "ANDROID"]),
  time_zone: timeZone.default("UTC"),
  currency: currency.default("USD"),
  week_starts_on: weekStartsOn.default("monday"),
  website: webAddress(t("Website")).optional(),
  /** Replaces the local name that the project would otherwise get. */
  domain: domainInputHost.optional(),
  /** The name of a first server key, which the answer then contains. */
  server_key_name: requiredLine(t("Name")).optional(),
});
export type ProjectInput = z.output<typeof projectInput>;

export const projectChanges = z
  .object({
    name: requiredLine(t("Name")).optional(),
    platforms: platforms.optional(),
    time_zone: timeZone.optional(),
    currency: currency.optional(),
    week_starts_on: weekStartsOn.optional(),
    website: webAddress(t("Website")).optional(),
    ended_links: endedLinks.optional(),
    /** An iPhone's link page offers to copy the link on the way to the store, for the app to paste. */
    link_clipboard: z.boolean({ error: "link_clipboard must be true or false." }).optional(),
    /** The impressions of a user and an hour are added up in one row. */
    ad_revenue_hourly: z.boolean({ error: "ad_revenue_hourly must be true or false." }).optional(),
    /** The colour of its link pages; null is the default one. */
    link_color: z
      .string({ error: t("The colour must be text.") })
      .trim()
      .toLowerCase()
      .regex(colorForm, t("Enter # and six hex digits, such as #1f5f4c."))
      .nullable()
      .optional(),
    seen: versionSeen,
    amounts: z.enum(["convert", "keep"], { error: "amounts must be convert or keep." }).optional().meta({
      description:
        "When the currency changes: `convert` converts amounts at the exchange rates of their days; `keep` keeps their numbers, if they were in the new currency all along.",
    }),
  })
  .refine(({ amounts: _, seen: __, ...changes }) => requireChange(changes), noChangesText);
export type ProjectChanges = z.output<typeof projectChanges>;

const overlapHours = z
  .number({ error: t("The overlap must be a number of hours.") })
  .int("The overlap must be whole hours.")
  .min(0, t("The overlap must be 0 to 720 hours."))
  .max(720, t("The overlap must be 0 to 720 hours."));

export const overlapInput = z.object({ overlap_hours: overlapHours.default(24) });

const perSecond = z
  .number({ error: "A limit is a number of calls per second, or off." })
  .int("A limit is a whole number of calls per second.")
  .min(1, t("A limit is at least 1 call per second."))
  .max(100_000, t("A limit is at most 100000 calls per second."));

/** Null means the instance's limit. */
const limitChange = z.union([perSecond, z.literal("off"), z.null()], {
  error: "A limit is a number of calls per second, off, or null for the default.",
});

export const limitsInput = z
  .object(
    Object.fromEntries(limitGroups.map((group) => [group, limitChange.optional()])) as Record<
      (typeof limitGroups)[number],
      z.ZodOptional<typeof limitChange>
    >,
  )
  .refine(requireChange, noChangesText);
export type LimitsInput = z.output<typeof limitsInput>;

export const billingInput = z.object({
  suspended: z.boolean({ error: t("Suspended must be true or false.") }),
  payment_link: webAddress(t("Payment link")).optional(),
});

export const archiveInput = z.object({
  archived: z.boolean({ error: t("Archived must be true or false.") }),
});

/** The days of activity of a complete sample project. */
export const sampleDays = 30;

export const sampleInput = z.object({ time_zone: timeZone });
export const addedSample = z.object({ id, name: z.string() });
export const removedSample = z.object({ name: z.string() });

/** The instance ID in the command of the first steps, by which its install is recognised. */
export const commandInstance = "my-first-install";

/* ------------------------------------------------------------- answers -- */

export const shownProject = z.object({
  id,
  account_id: id,
  name: z.string(),
  slug: z.string(),
  platforms: z.array(z.string()),
  time_zone: z.string(),
  currency: z.string(),
  week_starts_on: z.enum(weekStarts),
  website: z.string().nullable(),
  ended_links: z.string(),
  link_color: z.string().nullable(),
  link_clipboard: z.boolean(),
  ad_revenue_hourly: z.boolean(),
  suspended: z.boolean(),
  payment_link: z.string().nullable(),
  created_at: timestamp,
  update_at: timestamp,
  /**
   * A change of time zone or currency that is in progress. SWITCHING: figures are the old ones. FOLLOWING: figures are
   * the new ones, while retention and counts of different users are still recalculated; `done` of `total` installs and
   * users are finished. FAILED: the project was not changed, for the reason in `problem`.
   */
  recalculation: z
    .object({
      state: z.enum(["SWITCHING", "FOLLOWING", "FAILED"]),
      from_time_zone: z.string(),
      time_zone: z.string(),
      from_currency: z.string(),
      currency: z.string(),
      created_by: z.string(),
      created_at: timestamp,
      problem: z.string().nullable(),
      done: z.number().int(),
      total: z.number().int(),
    })
    .nullable(),
  /** Once there are figures, a change of zone or currency recalculates all of them in the background. */
  has_figures: z.boolean(),
  has_installs: z.boolean(),
  /** The first decided install, without those of test devices and of the first steps' command. */
  first_install: z
    .object({
      id: z.string(),
      installed_at: timestamp,
      platform: z.string().nullable(),
      /** Null for an organic install. */
      campaign: z.string().nullable(),
    })
    .nullable(),
  /** The days of generated activity so far, and of a complete sample project; null for a real project. */
  sample: z.object({ days: z.number().int(), of: z.number().int() }).nullable(),
  /** The token for the app. */
  token: z.string(),
  /** All valid tokens, the newest first. A null expiry means that the token is valid until it is rotated. */
  tokens: z.array(z.object({ token: z.string(), created_at: timestamp, expires_at: timestamp.nullable() })),
  domain: z.string(),
  link_base: z.string(),
});

export const memberProject = shownProject.extend({ role: z.enum(roles) });
export type MemberProject = z.output<typeof memberProject>;

/** The key is shown only this once. */
export const newProject = z.object({ project: shownProject, server_key: z.string().nullable() });

export const newAppToken = z.object({ token: z.string(), old_tokens_expire_at: timestamp });

const limit = z.object({ count: z.number(), window_seconds: z.number() }).nullable();

export const shownLimits = z.object({
  limits: z.array(
    z.object({
      group: z.enum(limitGroups),
      meaning: z.string(),
      /** The project's own setting: calls per second, `off`, or null for the instance's. */
      setting: z.union([z.number(), z.literal("off")]).nullable(),
      /** The limit without that setting. Null means no limit. */
      usual: limit,
      /** The limit that applies. */
      effective: limit,
      /**
       * The highest limit that members may set; only the operator may set a higher one. Null: members may set any
       * limit, or none.
       */
      most: z.number().nullable(),
    }),
  ),
});
export type LimitRow = z.output<typeof shownLimits>["limits"][number];

export const archiveState = z.object({ archived: z.boolean() });

export const billingState = z.object({ suspended: z.boolean(), payment_link: z.string().nullable() });
