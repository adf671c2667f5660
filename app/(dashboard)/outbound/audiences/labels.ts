import { rowState, type ShownState } from "@/app/(dashboard)/shell/runs/states";
import { numberText } from "@/components/format";
import { currentLanguage, t } from "@/lib/base/languages/texts";
import { countryName } from "@/lib/base/text/country-name";
import { platformNames } from "@/lib/base/text/platform-names";
import type { AudienceConditions } from "@/lib/outbound/audiences/conditions/schema";
import type { ShownAudience } from "@/lib/outbound/audiences/schema";

export const audienceState = (shown: ShownAudience): ShownState =>
  shown.ending ? { label: t("Removing members"), tone: "accent" } : rowState(shown);

export const rhythmLabels: Record<number, string> = {
  1: t("Every hour"),
  6: t("Every 6 hours"),
  24: t("Every day"),
};

const daysText = (count: number) => t("{count, plural, one {# day} other {# days}}", { count });

const some = (values: readonly string[], textOf: (count: string) => string) =>
  values.length > 3 ? textOf(numberText(values.length)) : values.join(", ");

const daysBetween = (range: AudienceConditions["installed"], what: string): string => {
  const { min_days: min, max_days: max } = range ?? { min_days: null, max_days: null };
  if (min !== null && max !== null) return t("{what} {min} to {max} days ago", { what, min, max });
  if (min !== null) return t("{what} at least {min} ago", { what, min: daysText(min) });
  return max === null ? "" : t("{what} within {max}", { what, max: daysText(max) });
};

/** Each condition in a few words; all of them must hold. */
export function conditionTexts(
  conditions: AudienceConditions,
  { networkName, money }: { networkName: (code: string) => string; money: (amount: number) => string },
): string[] {
  const { platform, countries, networks, campaigns, organic, app_version: version, revenue } = conditions;
  const sources = [
    some(networks.map(networkName), (count) => t("{count} networks", { count })),
    campaigns.length > 0
      ? t("{count, plural, one {# campaign} other {# campaigns}}", { count: campaigns.length })
      : "",
    organic ? t("organic") : "",
  ].filter(Boolean);
  const period = revenue?.within_days
    ? ` ${t("in {within_days}", { within_days: daysText(revenue.within_days) })}`
    : "";
  return [
    platform ? (platformNames[platform] ?? "") : "",
    some(
      countries.map((code) => countryName(code)),
      (count) => t("{count} countries", { count }),
    ),
    sources.length > 0
      ? t("from {sources}", {
          sources: new Intl.ListFormat(currentLanguage(), { type: "disjunction" }).format(sources),
        })
      : "",
    daysBetween(conditions.installed, t("installed")),
    daysBetween(conditions.last_open, t("last opened")),
    version?.from ? t("version {from} or later", { from: version.from }) : "",
    version?.to ? t("version {to} or earlier", { to: version.to }) : "",
    typeof revenue?.min === "number"
      ? t("paid at least {min}{period}", { min: money(revenue.min), period })
      : "",
    typeof revenue?.max === "number"
      ? t("paid at most {max}{period}", { max: money(revenue.max), period })
      : "",
    ...conditions.events.map(({ name, did, at_least: count, within_days: days }) => {
      const values = { name, count: numberText(count), days: daysText(days) };
      if (count === 1)
        return did ? t("did {name} in {days}", values) : t("did not do {name} in {days}", values);
      return did
        ? t("did {name} at least {count} times in {days}", values)
        : t("did {name} fewer than {count} times in {days}", values);
    }),
  ].filter(Boolean);
}
