/** Labels on the screens about Apple's postbacks. */
import { numberText } from "@/components/format";
import type { BadgeTone } from "@/components/ui/badge";
import { appleWindows, type ConversionRule } from "@/lib/apple/conversion-values/rules";
import { type SignatureVerdict, verdictNames } from "@/lib/apple/postbacks/postback";
import { t } from "@/lib/base/languages/texts";

export const countedByAppleText = t("Counted by Apple, delayed and rounded; not joined to any install here.");

export const postbackWindowName = (sequence: number): string =>
  appleWindows[sequence]?.label ?? t("Window {sequence}", { sequence: sequence + 1 });

type Standing = { label: string; tone: BadgeTone };

type Judged = { verdict: SignatureVerdict; is_test: boolean; is_first: boolean; did_win: boolean };

export function postbackStatus({ verdict, is_test, is_first, did_win }: Judged): Standing {
  if (verdict !== "verified") return { label: verdictNames[verdict], tone: "danger" };
  if (is_test) return { label: t("Test"), tone: "warning" };
  if (!is_first) return { label: t("Another copy"), tone: "neutral" };
  return did_win ? { label: t("Verified"), tone: "success" } : { label: t("Not won"), tone: "neutral" };
}

/** The condition of a rule. */
export function conversionRuleText(
  { when }: Pick<ConversionRule, "when">,
  money: (major: number) => string,
): string {
  if (when.kind === "install") return t("Installed");
  if (when.kind === "revenue") return t("Revenue of {at_least} or more", { at_least: money(when.at_least) });
  return when.times === 1 ? when.name : t("{name}, {times} times", { name: when.name, times: when.times });
}

/** What the closed grid contains. */
export function fineValuesText(values: readonly number[]): string {
  const used = values.flatMap((count, value) => (count > 0 ? [{ count, value }] : []));
  if (used.length === 0) return t("No first-window postback had one.");
  const postbacks = used.reduce((sum, { count }) => sum + count, 0);
  const top = used.reduce((best, each) => (each.count > best.count ? each : best));
  return t(
    "{postbacks} first-window {postbacks2, plural, one {postback} other {postbacks}} with {used} of 64 values, most often {value}.",
    { postbacks: numberText(postbacks), postbacks2: postbacks, used: used.length, value: top.value },
  );
}
