import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { numberText } from "@/components/format";
import type { BadgeTone } from "@/components/ui/badge";
import type { AlertKind, Backtest, Scope, ShownAlert, ShownRule } from "@/lib/alerts/rules/schema";
import { t } from "@/lib/base/languages/texts";

export const kindNames: Record<AlertKind, { label: string; hint: string }> = {
  change: { label: t("Unusual change"), hint: t("A figure leaves its usual range for the weekday") },
  limit: { label: t("Limit"), hint: t("A cost per install, a ROAS or an amount is crossed") },
  fraud: { label: t("Suspicious installs"), hint: t("Too many of a source's installs are flagged") },
  budget: {
    label: t("Budget pace"),
    hint: t("A campaign or network spends faster or slower than its budget"),
  },
  quiet: { label: t("Gone quiet"), hint: t("Clicks, installs, events or payments stop coming") },
  spend_sync: { label: t("Spend sync"), hint: t("An ad account can't be synced") },
  push: { label: t("Uninstall probes"), hint: t("Firebase or Apple can't be checked for uninstalls") },
  delivery: { label: t("Deliveries"), hint: t("A destination is paused, fails or falls behind") },
  domain: { label: t("Link domains"), hint: t("DNS, certificate or app link files break") },
  macros: {
    label: t("Unreplaced macros"),
    hint: t("Clicks arrive with macros that the ad platform didn't replace"),
  },
};

export const scopeNames: Record<Scope, string> = {
  project: t("The whole project"),
  each_network: t("Each network by itself"),
  network: t("One network"),
  each_campaign: t("Each active campaign by itself"),
  campaign: t("One campaign"),
};

export const ruleStateBadges: Record<ShownRule["state"], { label: string; tone: BadgeTone }> = {
  off: { label: t("Off"), tone: "neutral" },
  new: { label: t("Not checked yet"), tone: "outline" },
  ok: { label: "OK", tone: "success" },
  firing: { label: t("Firing"), tone: "danger" },
  problem: { label: t("Can't be checked"), tone: "warning" },
};

export const alertEndNames: Record<NonNullable<ShownAlert["ended"]>, string> = {
  inside: t("Resolved"),
  silent: t("Too little data"),
  gone: t("No longer watched"),
  changed: t("Rule changed"),
};

export const timesCountText = (count: number) =>
  count === 1 ? "once" : count === 2 ? "twice" : t("{count} times", { count: numberText(count) });

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
