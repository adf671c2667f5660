/** Attribution rules during editing: only the project's custom settings, without the defaults. */
import type { FraudLevel } from "@/lib/attribution/fraud/rules";
import type { IosMode } from "@/lib/attribution/rule-sets/settings";

export type WindowLengths = Record<string, number>;
export type FraudDraft = Record<string, { level?: FraudLevel } & Record<string, number | string | undefined>>;
export type RulesDraft = {
  click_days?: number | undefined;
  network_click_days?: WindowLengths | undefined;
  campaign_click_days?: WindowLengths | undefined;
  probabilistic?: boolean | undefined;
  probabilistic_hours?: number | undefined;
  probabilistic_floor?: number | undefined;
  probabilistic_ios?: IosMode | undefined;
  probabilistic_parameters?: string[] | undefined;
  view_through?: boolean | undefined;
  view_through_hours?: number | undefined;
  network_view_hours?: WindowLengths | undefined;
  inactivity_days?: number | undefined;
  reengagement_hours?: number | undefined;
  apple_ads?: boolean | undefined;
  google_claims?: boolean | undefined;
  reinstall_days?: number | undefined;
  reinstall_keeps_campaign?: boolean | undefined;
  fraud?: FraudDraft | undefined;
};

export type RulesEdit = {
  draft: RulesDraft;
  change: (patch: RulesDraft) => void;
  /** Keyed by the path of the rejected setting. */
  errors: Record<string, string>;
  disabled: boolean;
};

/** Removes empty parts and sorts the rest, so that two equal drafts have the same text. */
export function normalizedDraft(draft: RulesDraft): RulesDraft {
  return JSON.parse(JSON.stringify(tidy(draft) ?? {})) as RulesDraft;
}

function tidy(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value)
    .map(([key, inner]) => [key, tidy(inner)] as const)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

type Leaf = string | number | boolean;

/** All values, keyed by path. */
export function draftByPath(draft: RulesDraft): Record<string, Leaf> {
  const found: Record<string, Leaf> = {};
  const flatten = (value: unknown, path: string[]) => {
    if (typeof value === "object" && value !== null)
      for (const [key, inner] of Object.entries(value)) flatten(inner, [...path, key]);
    else found[path.join("\n")] = value as Leaf;
  };
  flatten(normalizedDraft(draft), []);
  return found;
}

export function draftFromPaths(values: Record<string, unknown>): RulesDraft {
  const draft: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    const keys = path.split("\n");
    const last = keys.pop() as string;
    let at = draft;
    for (const key of keys) {
      at[key] ??= {};
      at = at[key] as Record<string, unknown>;
    }
    at[last] = value;
  }
  return normalizedDraft(draft as RulesDraft);
}

/** The differences between two drafts, keyed by path; undefined if the second draft has no value. */
export function draftChanges(base: RulesDraft, draft: RulesDraft): Record<string, Leaf | undefined> {
  const [was, is] = [draftByPath(base), draftByPath(draft)];
  const paths = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return Object.fromEntries(paths.filter((path) => was[path] !== is[path]).map((path) => [path, is[path]]));
}

export const isSameDraft = (a: RulesDraft, b: RulesDraft) =>
  JSON.stringify(normalizedDraft(a)) === JSON.stringify(normalizedDraft(b));
