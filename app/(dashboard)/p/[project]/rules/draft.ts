/** Rules as they are being changed: what a project sets otherwise than usual, and nothing else. */
import type { Level } from "@/lib/attribution/fraud/rules";
import type { IosMode } from "@/lib/attribution/rules";

export type Days = Record<string, number>;
export type FraudDraft = Record<string, { level?: Level } & Record<string, number | string | undefined>>;
export type Draft = {
  click_days?: number | undefined;
  network_click_days?: Days | undefined;
  campaign_click_days?: Days | undefined;
  probabilistic?: boolean | undefined;
  probabilistic_hours?: number | undefined;
  probabilistic_floor?: number | undefined;
  probabilistic_ios?: IosMode | undefined;
  probabilistic_parameters?: string[] | undefined;
  view_through?: boolean | undefined;
  view_through_hours?: number | undefined;
  inactivity_days?: number | undefined;
  reengagement_hours?: number | undefined;
  apple_ads?: boolean | undefined;
  reinstall_days?: number | undefined;
  reinstall_keeps_campaign?: boolean | undefined;
  fraud?: FraudDraft | undefined;
};

export type Edit = {
  draft: Draft;
  change: (patch: Draft) => void;
  /** By the path of what the server refused. */
  errors: Record<string, string>;
  disabled: boolean;
};

/** Without what is empty, in a fixed order: two drafts that mean the same are the same text. */
export function cleaned(draft: Draft): Draft {
  return JSON.parse(JSON.stringify(tidy(draft) ?? {})) as Draft;
}

function tidy(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value)
    .map(([key, inner]) => [key, tidy(inner)] as const)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

export const same = (a: Draft, b: Draft) => JSON.stringify(cleaned(a)) === JSON.stringify(cleaned(b));
