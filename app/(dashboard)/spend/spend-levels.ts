import { at, withQuery } from "@/app/(dashboard)/shell/api";
import type { DayWindow } from "@/app/(dashboard)/shell/dates/window";
import type { SqlChoice } from "@/app/(dashboard)/shell/figures/show-sql";
import type { FilterValues } from "@/app/(dashboard)/shell/list/list-screen";
import { t } from "@/lib/base/languages/texts";
import { countryName } from "@/lib/base/text/country-name";
import { platformNames } from "@/lib/base/text/platform-names";
import type { ListedSpend } from "@/lib/spend/list/schema";

/** The levels of spend below a campaign. */
export const spendLevels = [
  ["ad_set", t("Ad set")],
  ["creative", t("Creative")],
  ["keyword", t("Keyword")],
] as const;

/** The figures of the screen by campaign whose SQL can be shown: those of the report, for paid traffic. */
export function spendSqlChoices(project: number, { from, to }: DayWindow): [SqlChoice, ...SqlChoice[]] {
  const path = at("/projects/:project/report/sql", { project });
  const choice = (
    by: string,
    label: string,
    columns = "spend,installs,cost_per_install,roas",
  ): SqlChoice => ({
    label,
    request: withQuery(path, { from, to, by, columns, traffic: "paid" }),
  });
  return [
    choice("campaign", t("Campaigns")),
    choice("total", t("Total")),
    ...spendLevels.map(([level, label]) => choice(level, `${label}s`)),
    choice("day,network", t("Days by network"), "spend"),
  ];
}

/** The stored rows of the other views whose SQL can be shown, with the filters of the screen. */
export function storedSpendSqlChoices(
  project: number,
  view: "day" | "source" | "row",
  filters: Partial<FilterValues<"/projects/:project/spend">>,
): [SqlChoice, ...SqlChoice[]] {
  const path = at("/projects/:project/spend/sql", { project });
  const labels = { day: t("Days"), source: "Files and syncs", row: t("Rows"), total: t("Total") } as const;
  const choice = (by: keyof typeof labels): SqlChoice => ({
    label: labels[by],
    request: withQuery(path, { ...filters, by }),
  });
  return [choice(view), choice("total")];
}

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
  return [parts.length > 0 ? parts.join(" › ") : t("Whole campaign"), ...of].filter(Boolean).join(", ");
}
