import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { numberText } from "@/components/format";
import type { BadgeTone } from "@/components/ui/badge";
import type { AlertKind, Backtest, Scope, ShownAlert, ShownRule } from "@/lib/alerts/rules/schema";

export const kindNames: Record<AlertKind, { label: string; hint: string }> = {
  change: { label: "Unusual change", hint: "A figure leaves its usual range for the weekday" },
  limit: { label: "Limit", hint: "A cost per install, a ROAS or an amount is crossed" },
  fraud: { label: "Suspicious installs", hint: "Too many of a source's installs are flagged" },
  budget: { label: "Budget pace", hint: "A campaign or network spends faster or slower than its budget" },
  quiet: { label: "Gone quiet", hint: "Clicks, installs, events or payments stop coming" },
  spend_sync: { label: "Spend sync", hint: "An ad account can't be synced" },
  push: { label: "Uninstall probes", hint: "Firebase or Apple can't be checked for uninstalls" },
  delivery: { label: "Deliveries", hint: "A destination is paused, fails or falls behind" },
  domain: { label: "Link domains", hint: "DNS, certificate or app link files break" },
  macros: {
    label: "Unreplaced macros",
    hint: "Clicks arrive with macros that the ad platform didn't replace",
  },
};

export const scopeNames: Record<Scope, string> = {
  project: "The whole project",
  each_network: "Each network by itself",
  network: "One network",
  each_campaign: "Each active campaign by itself",
  campaign: "One campaign",
};

export const ruleStateBadges: Record<ShownRule["state"], { label: string; tone: BadgeTone }> = {
  off: { label: "Off", tone: "neutral" },
  new: { label: "Not checked yet", tone: "outline" },
  ok: { label: "OK", tone: "success" },
  firing: { label: "Firing", tone: "danger" },
  problem: { label: "Can't be checked", tone: "warning" },
};

export const alertEndNames: Record<NonNullable<ShownAlert["ended"]>, string> = {
  inside: "Resolved",
  silent: "Too little data",
  gone: "No longer watched",
  changed: "Rule changed",
};

export const timesCountText = (count: number) =>
  count === 1 ? "once" : count === 2 ? "twice" : `${numberText(count)} times`;

/** The format of a backtest's figures; pauses are in hours. */
export function backtestUnitFormat({ unit, currency }: Pick<Backtest, "unit" | "currency">) {
  const format = figureFormat(currency);
  if (unit !== "hours") return { full: format.full, short: format.short, unit };
  const hours = (value: number | null) => (value === null ? "–" : `${numberText(value)} h`);
  return {
    full: (_: string, value: number | null) => hours(value),
    short: (_: string, value: number) => hours(value),
    unit: "count" as const,
  };
}
