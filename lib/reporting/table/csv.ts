import type { Project } from "@/lib/accounts/access/project";
import { currencyDigits } from "@/lib/base/money";
import { ratioText } from "@/lib/base/ratio";
import { roundTo } from "@/lib/base/rounding";
import { type CsvCell, csvLines } from "@/lib/base/text/csv";
import { networkLabel } from "@/lib/campaigns/networks";
import type { MetricUnit } from "@/lib/reporting/metrics/metrics";
import { defaultColumns, type ReportColumn, reportColumn } from "@/lib/reporting/table/columns";
import type { FileLevel } from "@/lib/reporting/table/levels";
import type { CampaignTableRow, FileQuery, TableFigures } from "@/lib/reporting/table/schema";
import { tableRows } from "@/lib/reporting/table/table";

const maxRows = 100_000;

const levelNames: Record<FileLevel, string> = {
  campaign: "Campaign",
  ad_set: "Ad set",
  creative: "Creative",
  keyword: "Keyword",
};

const adSetHeaders = ["Ad set", "Ad set ID"];
const headersOf: Record<FileLevel, string[]> = {
  campaign: [],
  ad_set: adSetHeaders,
  creative: [...adSetHeaders, "Creative", "Creative ID"],
  keyword: [...adSetHeaders, "Keyword", "Keyword ID"],
};

type Line = { named: CsvCell[]; figures: TableFigures };

/** The rows of a campaign at a level, each with the names of the levels above it. */
function linesOf({ children, ...campaign }: CampaignTableRow, level: FileLevel): Line[] {
  if (level === "campaign") return [{ named: [], figures: campaign }];
  return children.flatMap((adSet): Line[] => {
    const cells = [adSet.name, adSet.id];
    if (level === "ad_set") return [{ named: cells, figures: adSet }];
    return adSet.children
      .filter((leaf) => leaf.level === level)
      .map((leaf) => ({ named: [...cells, leaf.name, leaf.id], figures: leaf }));
  });
}

/**
 * The table with the chosen columns in order: a row for each campaign, ad set, creative or keyword, below the totals.
 */
export async function reportCsv(project: Project, query: FileQuery, now: Date): Promise<string> {
  const { level, view } = query;
  const ids = query.columns.length > 0 ? query.columns : defaultColumns[view];
  const columns = ids.flatMap((id) => reportColumn(id) ?? []);
  const { totals, campaigns } = await tableRows(project, query, now);

  const scale = currencyDigits(project.currency);
  const figures = (row: TableFigures) => columns.map(({ unit, of }) => csvFigure(unit, of(row), scale));
  const headers = ["Level", "Campaign", "Display ID", "Network", ...headersOf[level]];
  const empty = headers.slice(1).map(() => null);
  const sum = (name: string, row: TableFigures | null): CsvCell[][] =>
    row === null ? [] : [[name, ...empty, ...figures(row)]];
  const parts = [
    csvLines([
      [...headers, ...columns.map((column) => csvHead(column, project.currency))],
      ...sum("All (blended)", totals.all),
      ...sum("Paid", totals.total),
      ...sum("Organic", totals.organic),
      ...sum("Deleted campaigns", level === "campaign" ? totals.deleted : null),
    ]),
  ];
  let given = 0;
  for await (const campaign of campaigns) {
    const of = [levelNames[level], campaign.name, campaign.display_id, networkLabel(campaign.network)];
    const lines = linesOf(campaign, level);
    parts.push(csvLines(lines.map(({ named, figures: row }) => [...of, ...named, ...figures(row)])));
    given += lines.length;
    if (given >= maxRows) {
      parts.push(csvLines([[`Cut after ${given} rows: filter the report to get the others.`]]));
      break;
    }
  }
  return parts.join("");
}

export const csvHead = ({ label, unit }: Pick<ReportColumn, "label" | "unit">, currency: string) =>
  unit === "money" ? `${label} (${currency})` : unit === "percent" ? `${label} (%)` : label;

/** The number as displayed, without symbols, so that a spreadsheet can read it. */
export function csvFigure(unit: MetricUnit, value: number | null, digits: number): CsvCell {
  if (value === null) return "–";
  if (unit === "count") return value;
  if (unit === "ratio") return ratioText(value);
  if (unit === "money") return roundTo(value / 10 ** digits, digits);
  return roundTo(value, 2);
}
