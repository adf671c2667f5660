import { cn } from "@/components/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { TableCell, TableRow } from "./table";
import { type Column, hiddenOnPhones, type TableState } from "./table-state";

const skeletonWidths = ["w-28", "w-16", "w-20", "w-14", "w-24"] as const;

/** Placeholders of rows. */
export function SkeletonRows<Row>({
  state,
  columns,
  selectable,
  count,
}: {
  state: TableState;
  columns: Column<Row>[];
  selectable: boolean;
  count: number;
}) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
    <TableRow key={row}>
      {selectable ? (
        <TableCell className="w-10 min-w-10 pe-0">
          <Skeleton className="size-4" />
        </TableCell>
      ) : null}
      {columns.map((column, index) => (
        <TableCell key={column.id} className={hiddenOnPhones(column, state)}>
          <Skeleton
            className={cn(
              index === 0 ? "w-24" : skeletonWidths[(row + index) % skeletonWidths.length],
              column.align === "end" && "ms-auto w-12",
            )}
          />
        </TableCell>
      ))}
    </TableRow>
  ));
}
