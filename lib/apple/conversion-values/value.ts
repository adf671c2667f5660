import type { Project } from "@/lib/accounts/access/project";
import { findInstallFacts, type InstallFacts } from "@/lib/apple/conversion-values/queries";
import {
  type ConversionRule,
  type PostbackWindow,
  valueToReport,
  type WindowFacts,
} from "@/lib/apple/conversion-values/rules";
import { conversionRules } from "@/lib/apple/conversion-values/schema";
import { describeError, log } from "@/lib/base/log";
import { currencyDigits } from "@/lib/base/money";
import { platformOfData } from "@/lib/facts/app-calls/device";

/** Settings are cached as one object per project, so their rules are parsed once. */
const read = new WeakMap<object, ConversionRule[]>();

export function conversionRulesInForce({ settings }: Pick<Project, "settings">): {
  version: number;
  rules: ConversionRule[];
} {
  const stored = settings.conversions as { version?: number; rules?: unknown } | undefined;
  if (!stored) return { version: 0, rules: [] };
  let rules = read.get(stored);
  if (!rules) {
    const parsed = conversionRules.safeParse(stored.rules);
    rules = parsed.success ? parsed.data : [];
    read.set(stored, rules);
  }
  return { version: stored.version ?? 0, rules };
}

export const eventNamesOfRules = (rules: readonly ConversionRule[]) => [
  ...new Set(rules.flatMap(({ when }) => (when.kind === "event" ? [when.name] : []))),
];

/** By window, with money in major units, as in the rules. */
export function factsByWindow(
  { events, revenue }: { events: InstallFacts["events"] | null; revenue: InstallFacts["revenue"] | null },
  currency: string,
): Partial<Record<PostbackWindow, WindowFacts>> {
  const found: Partial<Record<PostbackWindow, { events: Map<string, number>; revenue: number }>> = {};
  const of = (window: PostbackWindow) => {
    found[window] ??= { events: new Map(), revenue: 0 };
    return found[window];
  };
  for (const { window, name, count } of events ?? []) of(window).events.set(name, count);
  for (const { window, minor } of revenue ?? []) of(window).revenue = minor / 10 ** currencyDigits(currency);
  return found;
}

type Sent = {
  platform?: string | undefined;
  install_instance_id?: string | undefined;
  user_id?: string | undefined;
  time_since_app_install?: number | undefined;
};

export type ConversionValueAnswer = {
  fine_conversion_value?: number;
  coarse_conversion_value?: "low" | "medium" | "high";
  lock_postback?: boolean;
};

/**
 * The conversion value in a response. The call is already stored, so a missing value is no reason for a retry.
 */
export async function conversionValue(
  project: Project,
  sent: Sent,
  context: { userAgent: string | null; now: Date },
): Promise<ConversionValueAnswer> {
  const { rules } = conversionRulesInForce(project);
  if (rules.length === 0) return {};
  const platform = platformOfData(sent.platform, {}, context.userAgent);
  if (platform === "ANDROID") return {};
  const seconds = sent.time_since_app_install;
  const of = {
    instance: sent.install_instance_id ?? null,
    user: sent.user_id ?? null,
    startedAt: seconds === undefined ? null : new Date(context.now.getTime() - seconds * 1_000),
  };
  try {
    const facts = await findInstallFacts(project.id, of, eventNamesOfRules(rules));
    if (!facts || (facts.platform === null ? platform : facts.platform) !== "IOS") return {};
    const age = context.now.getTime() - facts.started_at.getTime();
    const value = valueToReport(rules, age, factsByWindow(facts, project.currency));
    if (!value) return {};
    return {
      fine_conversion_value: value.fine,
      coarse_conversion_value: value.coarse,
      lock_postback: value.lock,
    };
  } catch (error) {
    log().warn(describeError(error), "a conversion value could not be returned");
    return {};
  }
}
