import { createHash } from "node:crypto";
import type { FraudSettings } from "@/lib/attribution/fraud/rules";
import { fraudSettingsOf } from "@/lib/attribution/fraud/settings";
import { attributionSettings, type IosMode } from "@/lib/attribution/rule-sets/settings";
import { networkOfCode, networks } from "@/lib/campaigns/networks";

/** Raised if the engine itself decides differently on the same facts. */
const engineVersion = 3;

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
