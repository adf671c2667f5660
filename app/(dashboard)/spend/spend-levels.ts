import type { ListedSpend } from "@/lib/spend/list/schema";

/** The levels of spend below a campaign. */
export const spendLevels = [
  ["ad_set", "Ad set"],
  ["creative", "Creative"],
  ["keyword", "Keyword"],
] as const;

/** What of the campaign a row is about. */
export function partText(row: ListedSpend): string {
  const parts = spendLevels.flatMap(([level]) => {
    const part = row[level];
    return part ? [part.name ?? part.id] : [];
  });
  return parts.length > 0 ? parts.join(" › ") : "Whole campaign";
}
