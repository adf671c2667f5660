import type { Project } from "@/lib/accounts/access/project";
import { newestRows } from "@/lib/data-access/files/layouts/first-facts";
import { layoutCells } from "@/lib/data-access/files/layouts/layout";
import type { StoredLayout } from "@/lib/data-access/files/layouts/stored";
import { vendorLayoutOf } from "@/lib/data-access/files/layouts/vendors";
import type { LayoutPreview } from "@/lib/data-access/files/schema";

/** The rows that files of this layout would have for the newest facts, and the columns that stay empty. */
export async function previewLayout(
  project: Project,
  { stored, personal }: { stored: StoredLayout; personal: boolean },
): Promise<LayoutPreview> {
  const layout = vendorLayoutOf(stored);
  const rows = await newestRows(project);
  const columns = layout.tables[0]!.columns;
  const headsOf = (chosen: typeof columns) => chosen.map(({ head }) => head);
  return {
    tables: layout.tables.map((table) => ({
      name: table.name,
      columns: headsOf(table.columns),
      rows: rows
        .filter((row) => layout.tablesOf(row).includes(table.name))
        .map((row) => {
          const cells = layoutCells(table, row, personal);
          return table.columns.map(({ head }) => String(cells[head] ?? ""));
        }),
    })),
    empty: headsOf(columns.filter(({ source }) => source === null)),
    withheld: personal ? [] : headsOf(columns.filter(({ source }) => source?.personal)),
  };
}
