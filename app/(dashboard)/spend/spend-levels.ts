import { countryName } from "@/lib/base/text/country-name";
import { platformNames } from "@/lib/base/text/platform-names";
import type { ListedSpend } from "@/lib/spend/list/schema";

/** The levels of spend below a campaign. */
export const spendLevels = [
  ["ad_set", "Ad set"],
  ["creative", "Creative"],
  ["keyword", "Keyword"],
] as const;

/** The part of the campaign that a row covers. */
export function spendPartText(row: ListedSpend): string {
  const parts = spendLevels.flatMap(([level]) => {
    const part = row[level];
    return part ? [part.name ?? part.id] : [];
  });
  const of = [
    row.platform && (platformNames[row.platform] ?? row.platform),
    row.country && countryName(row.country),
  ];
  return [parts.length > 0 ? parts.join(" › ") : "Whole campaign", ...of].filter(Boolean).join(", ");
}
