import { rowState, type ShownState } from "@/app/(dashboard)/shell/runs/states";
import { numberText } from "@/components/format";
import { countryName } from "@/lib/base/text/country-name";
import { platformNames } from "@/lib/base/text/platform-names";
import type { AudienceConditions } from "@/lib/outbound/audiences/conditions/schema";
import type { ShownAudience } from "@/lib/outbound/audiences/schema";

export const audienceState = (shown: ShownAudience): ShownState =>
  shown.ending ? { label: "Removing members", tone: "accent" } : rowState(shown);

export const rhythmLabels: Record<number, string> = { 1: "Every hour", 6: "Every 6 hours", 24: "Every day" };

const counted = (count: number, one: string) => `${numberText(count)} ${one}${count === 1 ? "" : "s"}`;

const some = (values: readonly string[], many: string) =>
  values.length > 3 ? `${numberText(values.length)} ${many}` : values.join(", ");

const daysBetween = (range: AudienceConditions["installed"], what: string): string => {
  const { min_days: min, max_days: max } = range ?? { min_days: null, max_days: null };
  if (min !== null && max !== null) return `${what} ${min} to ${max} days ago`;
  if (min !== null) return `${what} at least ${counted(min, "day")} ago`;
  return max === null ? "" : `${what} within ${counted(max, "day")}`;
};

/** Each condition in a few words; all of them must hold. */
export function conditionTexts(
  conditions: AudienceConditions,
  { networkName, money }: { networkName: (code: string) => string; money: (amount: number) => string },
): string[] {
  const { platform, countries, networks, campaigns, organic, app_version: version, revenue } = conditions;
  const sources = [
    some(networks.map(networkName), "networks"),
    campaigns.length > 0 ? counted(campaigns.length, "campaign") : "",
    organic ? "organic" : "",
  ].filter(Boolean);
  const period = revenue?.within_days ? ` in ${counted(revenue.within_days, "day")}` : "";
  return [
    platform ? (platformNames[platform] ?? "") : "",
    some(
      countries.map((code) => countryName(code)),
      "countries",
    ),
    sources.length > 0 ? `from ${sources.join(" or ")}` : "",
    daysBetween(conditions.installed, "installed"),
    daysBetween(conditions.last_open, "last opened"),
    version?.from ? `version ${version.from} or later` : "",
    version?.to ? `version ${version.to} or earlier` : "",
    typeof revenue?.min === "number" ? `paid at least ${money(revenue.min)}${period}` : "",
    typeof revenue?.max === "number" ? `paid at most ${money(revenue.max)}${period}` : "",
    ...conditions.events.map(({ name, did, at_least: count, within_days: days }) => {
      const times = count === 1 ? "" : ` ${did ? "at least" : "fewer than"} ${numberText(count)} times`;
      const verb = did ? "did" : count === 1 ? "did not do" : "did";
      return `${verb} ${name}${times} in ${counted(days, "day")}`;
    }),
  ].filter(Boolean);
}
