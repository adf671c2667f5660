import type { ReactNode } from "react";
import { type UrlCodec, urlInteger, urlList, urlText } from "@/components/use-url-state";
import { t } from "@/lib/base/languages/texts";

export type Column<Row> = {
  id: string;
  header: string;
  /** The meaning of the column's figures; shown on the header. */
  hint?: string;
  cell: (row: Row) => ReactNode;
  /** Figures are aligned to the end, so that their digits line up. */
  align?: "start" | "end";
  /** The direction after the first press on the header; leave out if the column cannot be sorted. */
  sort?: "asc" | "desc";
  /** The header is for screen readers only: for buttons at the end of a row. */
  quiet?: boolean;
  /** Always shown. */
  fixed?: boolean;
  /** Hidden until chosen. */
  hidden?: boolean;
  /** Hidden on narrow screens unless chosen. */
  wide?: boolean;
  className?: string;
};

/** The last column, with the buttons or the menu of a row. */
export const actionsColumn = <Row>(
  cell: Column<Row>["cell"],
  more: Pick<Column<Row>, "fixed"> = {},
): Column<Row> => ({ id: "actions", header: t("Actions"), quiet: true, align: "end", cell, ...more });

export type TableState = {
  /** A column's ID, with `-` before it for descending order. Empty for the source's order. */
  sort: string;
  page: number;
  limit: number;
  /** The IDs of the visible columns, in order. Empty for the default. */
  columns: readonly string[];
};

export const pageSizes = [25, 50, 100, 200] as const;

/** Earlier IDs of columns, which bookmarks may contain. */
const renamedColumns: Record<string, string> = { told: "original" };

const columnIds: UrlCodec<readonly string[]> = {
  ...urlList(),
  read: (text) =>
    urlList()
      .read(text)
      ?.map((id) => renamedColumns[id] ?? id),
};

/** The codecs of a table for `useUrlState`; combine them with the screen's filters. */
export function tableCodecs(
  sort = "",
  limit: number = pageSizes[0],
): { [Key in keyof TableState]: UrlCodec<TableState[Key]> } {
  return {
    sort: urlText(sort),
    page: urlInteger(1),
    limit: { ...urlInteger(limit), read: (text) => pageSizes.find((size) => String(size) === text) },
    columns: columnIds,
  };
}

export function shownColumns<Row>(columns: readonly Column<Row>[], chosen: readonly string[]): Column<Row>[] {
  const defaultValue = columns.filter((column) => !column.hidden);
  if (chosen.length === 0) return defaultValue;
  const byId = new Map(columns.map((column) => [column.id, column]));
  const fixed = columns.filter((column) => column.fixed && !chosen.includes(column.id));
  const picked = chosen.flatMap((id) => byId.get(id) ?? []);
  if (picked.length === 0) return defaultValue;
  const first = fixed.filter((column) => !column.quiet);
  return [...first, ...picked, ...fixed.filter((column) => column.quiet)];
}

export function nextSort<Row>(column: Column<Row>, sort: string): string {
  const ascending = column.id;
  const descending = `-${column.id}`;
  const [first, second] = column.sort === "desc" ? [descending, ascending] : [ascending, descending];
  return sort === first ? second : first;
}

/** Wide columns are hidden on phones unless chosen. */
export const hiddenOnPhones = <Row>(column: Column<Row>, { columns }: TableState) =>
  column.wide && columns.length === 0 ? "max-sm:hidden" : undefined;

export type Selection = {
  selected: ReadonlySet<string>;
  onChange: (selected: Set<string>) => void;
  /** Extends a selected page to all matching rows, up to `most`. */
  everything?: { isOn: boolean; onChange: (isOn: boolean) => void; most: number };
};
