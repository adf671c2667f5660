import { at, child, withQuery } from "@/app/(dashboard)/shell/api";
import type { SqlChoice } from "@/app/(dashboard)/shell/figures/show-sql";
import {
  breakdownsOfTable,
  isGrouped,
  type ReportPartProps,
  reportColumns,
  reportSqlQuery,
} from "@/app/(dashboard)/shell/figures/table-address";
import { inSentence, t } from "@/lib/base/languages/texts";
import { breakdownNames } from "@/lib/reporting/cohorts/breakdowns";
import { dimensions } from "@/lib/reporting/groups/dimensions";
import type { AdLevel } from "@/lib/reporting/shown-sql/schema";

const adLevels: readonly { by: AdLevel; label: string }[] = [
  { by: "ad_set", label: t("Ad sets") },
  { by: "creative", label: t("Creatives") },
  { by: "keyword", label: t("Keywords") },
];

/** The rows of the report whose SQL can be shown: the table's, those below them, the total, the days, and budgets. */
export function sqlChoices({
  project,
  path,
  address,
  window,
}: Pick<ReportPartProps, "path" | "address" | "window"> & { project: number }): [SqlChoice, ...SqlChoice[]] {
  const choice = (by: string, label: string): SqlChoice => ({
    label,
    request: withQuery(child(path, "/sql"), reportSqlQuery(address, window, by)),
  });
  const names = breakdownsOfTable(address);
  const shown = names.map((name) => inSentence(dimensions[name].label)).join(" and ");
  return [
    choice(names.join(), t("Rows by {shown}", { shown })),
    choice("total", t("Total")),
    ...(isGrouped(address) ? [] : adLevels.map(({ by, label }) => choice(by, label))),
    ...(names.join() === "day" ? [] : [choice("day", t("Days"))]),
    ...(reportColumns(address).some(({ group }) => group === "budgets")
      ? [{ label: t("Budgets"), request: at("/projects/:project/budgets/sql", { project }) }]
      : []),
    ...(reportColumns(address).some(({ projected }) => projected)
      ? [factorsOf(project, address, names)]
      : []),
  ];
}

/** The factors by which the projected columns multiply revenue. */
function factorsOf(
  project: number,
  address: ReportPartProps["address"],
  names: readonly string[],
): SqlChoice {
  const [name] = names;
  return {
    label: t("Factors of projections"),
    request: withQuery(at("/projects/:project/cohorts/sql", { project }), {
      ...{ metric: "ltv", rows: "factors", granularity: "week", traffic: address.traffic },
      by: names.length === 1 && breakdownNames.some((one) => one === name) ? name : undefined,
      search: address.search || undefined,
      network: address.network || undefined,
      platform: address.platform || undefined,
      country: address.country || undefined,
      publisher: address.publisher || undefined,
      active: address.status === "all" ? undefined : String(address.status === "active"),
    }),
  };
}
