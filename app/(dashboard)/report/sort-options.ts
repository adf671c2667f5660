import {
  breakdownsOfTable,
  type ReportAddress,
  reportColumns,
} from "@/app/(dashboard)/shell/figures/table-address";
import { t } from "@/lib/base/languages/texts";
import { dimensions } from "@/lib/reporting/groups/dimensions";
import { reportColumn } from "@/lib/reporting/table/columns";

/** The orders that the headers of the table offer first, and the current one. */
export function sortOptions(address: Pick<ReportAddress, "by" | "second" | "columns" | "view" | "sort">) {
  const labels = new Map(
    breakdownsOfTable(address).map((name, i) => [i === 0 ? "name" : "second", dimensions[name].label]),
  );
  const options = [
    ...[...labels].map(([value, label]) => ({ value, label })),
    ...reportColumns(address)
      .filter(({ sortable }) => sortable)
      .map(({ id, label }) => ({ value: `-${id}`, label })),
  ];
  const { sort } = address;
  if (options.some(({ value }) => value === sort)) return options;
  const field = sort.replace(/^-/, "");
  const label = labels.get(field) ?? reportColumn(field)?.label ?? t("Newest");
  return [...options, { value: sort, label: `${label}, ${sort === field ? "ascending" : "descending"}` }];
}
