import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { type Cell, csvLines } from "@/lib/base/csv";
import { currencyDigits } from "@/lib/base/money";
import { findImports, type ImportRow } from "@/lib/facts/spend/list/queries";
import type { ImportFilter, ImportQuery, importList } from "@/lib/facts/spend/list/schema";

export async function importsPage(
  project: Project,
  { before, limit, ...filter }: ImportQuery,
): Promise<z.output<typeof importList>> {
  const rows = await findImports(project.id, filter, before ?? null, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    imports: page.map((row) => ({
      ...row,
      made_at: row.made_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    })),
    next: rows.length > limit && last ? String(last.id) : null,
  };
}

const mostExported = 10_000;

export async function importsCsv(project: Project, filter: ImportFilter): Promise<string> {
  const scale = 10 ** currencyDigits(project.currency);
  const heads = [
    ...["ID", "Kind", "Name", "Made by", "Made at", "Last changed", "State", "First day", "Last day"],
    ...["Campaigns", "Rows", `Spend (${project.currency})`],
  ];
  const cells = (row: ImportRow): Cell[] => [
    ...[row.id, row.kind, row.name, row.made_by, row.made_at, row.updated_at, row.state, row.from, row.to],
    ...[row.campaigns, row.rows, row.amount_minor / scale],
  ];
  const rows = await findImports(project.id, filter, null, mostExported);
  return csvLines([heads, ...rows.map(cells)]);
}
