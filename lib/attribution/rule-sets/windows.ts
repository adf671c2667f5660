import { createHash } from "node:crypto";
import { z } from "zod";
import { type FraudSettings, fraudChanges, fraudSettingsOf } from "@/lib/attribution/fraud/rules";
import { networkOfCode, networks } from "@/lib/campaigns/networks";

/** Raised if the engine itself decides differently on the same facts. */
const engineVersion = 3;

const between = (min: number, max: number, unit: string) =>
  z
    .number({ error: `Enter a number of ${unit}.` })
    .min(min, `Enter at least ${min} ${unit}.`)
    .max(max, `Enter at most ${max} ${unit}.`);
const wholeDays = (max: number) => between(0, max, "days").int("Enter whole days.");
export const windowDays = between(0, 30, "days");
export const windowHours = between(0, 24, "hours");

/** Conditions of a probabilistic match on iOS, the most lenient first. */
export const iosModes = ["unless_denied", "authorized", "own_links", "off"] as const;
export type IosMode = (typeof iosModes)[number];

/** Settings that a project may change; the rest are the defaults below. */
export const attributionSettings = z
  .object({
    click_days: windowDays,
    network_click_days: z.record(z.string(), windowDays),
    /** By the campaign's ID. */
    campaign_click_days: z.record(z.string().regex(/^[1-9]\d{0,14}$/), windowDays),
    probabilistic: z.boolean(),
    probabilistic_hours: windowHours,
    /** The minimum score of a probabilistic match that counts. */
    probabilistic_floor: between(1, 100, "points").int("Enter whole points."),
    probabilistic_ios: z.enum(iosModes, { error: "Choose an option for iOS." }),
    /** Names of parameters that a probabilistic match may pass to the app; `*` at the end matches any text. */
    probabilistic_parameters: z
      .array(
        z
          .string()
          .trim()
          .regex(
            /^[A-Za-z0-9_.~-]{1,64}\*?$/,
            "Use only letters, digits and . _ ~ -, with an optional * at the end.",
          ),
      )
      .max(50, "Enter at most 50 names."),
    view_through: z.boolean(),
    view_through_hours: windowHours,
    /** 0: the network's views do not count. */
    network_view_hours: z.record(z.string(), windowHours),
    inactivity_days: wholeDays(365),
    reengagement_hours: between(0, 720, "hours"),
    apple_ads: z.boolean(),
    google_claims: z.boolean(),
    reinstall_days: wholeDays(730),
    reinstall_keeps_campaign: z.boolean(),
    fraud: fraudChanges,
  })
  .partial();

export type Rules = {
  /** Identifies the rules and the engine: the same version decides the same facts in the same way. */
  version: string;
  clickMs: number;
  networkClickMs: Record<string, number>;
  campaignClickMs: Record<string, number>;
  probabilistic: {
    on: boolean;
    windowMs: number;
    margin: number;
    floor: number;
    ios: IosMode;
    parameters: string[];
  };
  view: { on: boolean; windowMs: number };
  /** The view-through windows of single networks. Left out if none, so that the version of other rules stays. */
  networkViewMs?: Record<string, number>;
  apple: boolean;
  /** Google's claims of installs decide, like clicks. Left out if off, so that the version of other rules stays. */
  googleClaims?: true;
  /** A return counts after this many days of absence, and the next one after these hours. */
  inactivityDays: number;
  reengagementHours: number;
  reinstallDays: number;
  /** A reinstall without a touch keeps the device's previous campaign. */
  reinstallKeeps: boolean;
  fraud: FraudSettings;
};

const hour = 3_600_000;
const day = 24 * hour;

export function attributionRulesOf(settings: unknown): Rules {
  const parsed = attributionSettings.safeParse(settings ?? {});
  const set = parsed.success ? parsed.data : {};
  const defaultValue = set.click_days ?? 7;
  const networkClickMs: Record<string, number> = {};
  for (const { code, clickDays } of networks) {
    const own = set.network_click_days?.[code] ?? (clickDays === 7 ? defaultValue : clickDays);
    if (own !== defaultValue) networkClickMs[code] = own * day;
  }
  // A project's own networks. Built-in codes that an earlier version did not know are set above.
  const custom = Object.entries(set.network_click_days ?? {}).filter(
    ([code]) => networkOfCode(code) === null,
  );
  for (const [code, own] of custom.sort(([a], [b]) => (a < b ? -1 : 1)))
    if (own !== defaultValue) networkClickMs[code] = own * day;
  const campaignClickMs: Record<string, number> = {};
  for (const [id, own] of Object.entries(set.campaign_click_days ?? {}).sort(
    ([a], [b]) => Number(a) - Number(b),
  ))
    campaignClickMs[id] = own * day;
  const networkViewMs = Object.fromEntries(
    Object.entries(set.network_view_hours ?? {})
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, own]) => [code, own * hour] as const),
  );
  const rules = {
    clickMs: defaultValue * day,
    networkClickMs,
    campaignClickMs,
    probabilistic: {
      on: set.probabilistic ?? true,
      windowMs: (set.probabilistic_hours ?? 6) * hour,
      margin: 15,
      floor: set.probabilistic_floor ?? 50,
      ios: set.probabilistic_ios ?? "own_links",
      parameters: [...new Set(set.probabilistic_parameters ?? ["utm_*"])].sort(),
    },
    view: { on: set.view_through ?? false, windowMs: (set.view_through_hours ?? 24) * hour },
    ...(Object.keys(networkViewMs).length > 0 && { networkViewMs }),
    apple: set.apple_ads ?? true,
    ...(set.google_claims ? { googleClaims: true as const } : {}),
    inactivityDays: set.inactivity_days ?? 0,
    reengagementHours: set.reengagement_hours ?? 24,
    reinstallDays: set.reinstall_days ?? 90,
    reinstallKeeps: set.reinstall_keeps_campaign ?? true,
    fraud: fraudSettingsOf(set.fraud),
  };
  const digest = createHash("sha256").update(JSON.stringify(rules)).digest("hex").slice(0, 10);
  return { version: `${engineVersion}-${digest}`, ...rules };
}

/** The most specific window: the campaign's, else the network's, else the project's. */
export const clickWindow = (
  rules: Rules,
  touch: { campaignId: number | null; network: string | null },
): number =>
  (touch.campaignId === null ? undefined : rules.campaignClickMs[touch.campaignId]) ??
  (touch.network === null ? undefined : rules.networkClickMs[touch.network]) ??
  rules.clickMs;

/** The network's view-through window, else the project's. 0 if views do not count. */
export const viewWindow = ({ view, networkViewMs }: Rules, network: string | null): number =>
  (network === null ? undefined : networkViewMs?.[network]) ?? (view.on ? view.windowMs : 0);

/** Older clicks and views cannot win. */
export const longestWindowMs = (rules: Rules): number =>
  Math.max(
    rules.clickMs,
    ...Object.values(rules.networkClickMs),
    ...Object.values(rules.campaignClickMs),
    ...Object.values(rules.networkViewMs ?? {}),
  );
