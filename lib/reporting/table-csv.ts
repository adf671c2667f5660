import type { Project } from "@/lib/access/project";
import { type Cell, csvLines } from "@/lib/csv";
import { currencyDigits } from "@/lib/money";
import { networkOfCode } from "@/lib/networks";
import { columnNamed, type ReportColumn, usualColumns } from "@/lib/reporting/columns";
import { reportTable } from "@/lib/reporting/table";
import type { TableFigures, TableQuery } from "@/lib/reporting/table-schema";

const mostExported = 100_000;

/** The table as it is shown: its columns in their order, the rows that are open, all pages after one another. */
export async function reportCsv(project: Project, query: TableQuery, now: Date): Promise<string> {
  const ids = query.columns.length > 0 ? query.columns : usualColumns[query.view];
  const columns = ids.flatMap((id) => columnNamed(id) ?? []);
  const all = { ...query, page: 1, limit: mostExported };
  const { campaigns, total, organic } = await reportTable(project, all, now);

  const scale = currencyDigits(project.currency);
  const figures = (row: TableFigures) => columns.map((column) => cell(column, row, scale));
  const open = new Set(query.open);
  const lines: Cell[][] = [
    [
      "Level",
      "Campaign",
      "Display ID",
      "Network",
      "Ad set",
      "Creative or keyword",
      ...columns.map((column) => head(column, project.currency)),
    ],
    ["Total", null, null, null, null, null, ...figures(total)],
  ];
  if (organic) lines.push(["Organic", null, null, null, null, null, ...figures(organic)]);
  for (const campaign of campaigns) {
    const network =
      campaign.network === null ? null : (networkOfCode(campaign.network)?.label ?? campaign.network);
    const of = [campaign.name, campaign.display_id, network];
    lines.push(["Campaign", ...of, null, null, ...figures(campaign)]);
    if (!open.has(campaign.key)) continue;
    for (const adSet of campaign.children) {
      lines.push(["Ad set", ...of, adSet.name, null, ...figures(adSet)]);
      if (!open.has(adSet.key)) continue;
      for (const leaf of adSet.children) {
        const level = leaf.level === "creative" ? "Creative" : "Keyword";
        lines.push([level, ...of, adSet.name, leaf.name, ...figures(leaf)]);
      }
    }
  }
  return csvLines(lines);
}

const head = ({ label, unit }: ReportColumn, currency: string) =>
  unit === "money" ? `${label} (${currency})` : unit === "percent" ? `${label} (%)` : label;

/** A number as it is shown, without its signs; a spreadsheet reads it as one. */
function cell({ unit, of }: ReportColumn, row: TableFigures, digits: number): Cell {
  const value = of(row);
  if (value === null) return null;
  if (unit === "count") return value;
  if (unit === "money") return Number((value / 10 ** digits).toFixed(digits));
  return Number(value.toFixed(2));
}
