import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { csvTable } from "@/lib/base/text/csv";
import { shownRow } from "@/lib/platform/lists/schema";
import { findImports } from "@/lib/spend/list/queries";
import {
  type ImportFilter,
  type ImportQuery,
  importColumns,
  importFields,
  type importList,
} from "@/lib/spend/list/schema";

export async function listImports(
  project: Project,
  { before, limit, ...filter }: ImportQuery,
): Promise<z.output<typeof importList>> {
  const rows = await findImports(project.id, filter, before ?? null, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    imports: page.map((row) => shownRow(importFields, row)),
    next: rows.length > limit && last ? String(last.id) : null,
  };
}

const maxExported = 10_000;

export async function importsCsv(project: Project, filter: ImportFilter): Promise<string> {
  return csvTable(importColumns(project), await findImports(project.id, filter, null, maxExported));
}
