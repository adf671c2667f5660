/** The columns, files and names of a former vendor. Pure. */
import type { FileRow } from "@/lib/data-access/files/formats/format";
import type { LayoutRow, Source } from "@/lib/data-access/files/layouts/rows";

export type LayoutColumn = { head: string /** Null without a counterpart here. */; source: Source | null };
export type LayoutTable = { name: string; columns: readonly LayoutColumn[] };

export type LayoutPart = { slug: string; table: string; run: number; part: number; at: Date };

export type VendorLayout = {
  tables: readonly LayoutTable[];
  tablesOf(row: LayoutRow): string[];
  /** Each try has its own number, so no name is used twice. */
  partName(part: LayoutPart): string;
  /** Empty files that are written when the others are complete. */
  markers(at: Date): string[];
};

/** The cells of a row. Unknown and withheld values are empty, as former vendors write them. */
export function layoutCells({ columns }: LayoutTable, row: LayoutRow, personal: boolean): FileRow {
  return Object.fromEntries(
    columns.map(({ head, source }) => {
      const value = source && (personal || !source.personal) ? source.of(row) : null;
      return [head, value === "" || value === undefined ? null : value];
    }),
  );
}
