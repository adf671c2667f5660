"use client";

import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { figureFormat } from "@/app/(dashboard)/figure-format";
import { drillDown, type Part } from "@/app/(dashboard)/p/[project]/drill-down";
import { useProject } from "@/app/(dashboard)/session";
import { cn } from "@/components/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import { Tooltip } from "@/components/ui/tooltip";
import { meaningIn, type ReportColumn } from "@/lib/reporting/columns";
import type { View } from "@/lib/reporting/metrics";
import type { TableData } from "@/lib/reporting/table-schema";
import { paidMeaning, type Traffic } from "@/lib/reporting/traffic";
import { CampaignRows, Cells } from "./report-rows";
import { countedBy } from "./table-address";

type ReportTableProps = {
  data: TableData | undefined;
  busy: boolean;
  columns: readonly ReportColumn[];
  sort: string;
  onSort: (sort: string) => void;
  open: readonly string[];
  onOpen: (keys: readonly string[]) => void;
  platform: string;
  view: View;
  traffic: Traffic;
};

const pinned = "sticky left-0 z-10 min-w-44 max-sm:max-w-44 sm:min-w-72";

export function ReportTable(props: ReportTableProps) {
  const { data, busy, columns, sort, onSort, open, onOpen, platform, view, traffic } = props;
  const { id: project } = useProject();
  const behind = (column: ReportColumn, campaign: string | undefined, part?: Part) => {
    const counted = countedBy(column, view);
    if (!counted) return undefined;
    return drillDown(counted, { project, campaign, from: data?.from, to: data?.to, platform, part });
  };
  const format = figureFormat(data?.currency ?? "USD");
  const openKeys = new Set(open);
  const toggle = (key: string) =>
    onOpen(
      openKeys.has(key) ? open.filter((each) => each !== key && !each.startsWith(`${key}/`)) : [...open, key],
    );
  const counted = data?.pagination.total ?? 0;
  return (
    <section
      aria-label="Report"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-busy={busy || !data}
      className="relative overflow-auto overscroll-x-contain outline-offset-[-2px] md:max-h-[calc(100dvh-14rem)]"
    >
      <Table className="min-w-max">
        <thead className="sticky top-0 z-20">
          <tr>
            <Head id="name" label="Campaign" ascendingFirst sort={sort} onSort={onSort} className={pinned} />
            {columns.map((column) => (
              <Head
                key={column.id}
                id={column.id}
                label={column.label}
                hint={meaningIn(view, column)}
                sort={column.sortable ? sort : undefined}
                onSort={onSort}
                className="text-right"
              />
            ))}
          </tr>
        </thead>
        <tbody className={cn(busy && data && "opacity-60 transition-opacity delay-150")}>
          {data ? (
            <>
              {traffic === "all" && data.all ? (
                <SumRow name="All (blended)" hint={`${paidMeaning} What sets spend against it is blended.`}>
                  <Cells
                    figures={data.all}
                    columns={columns}
                    format={format}
                    behind={(column) => behind(column, undefined)}
                  />
                </SumRow>
              ) : null}
              <SumRow
                name={`Paid, ${counted.toLocaleString()} ${counted === 1 ? "campaign" : "campaigns"}`}
                hint={data.organic ? paidMeaning : "All campaigns that match, on every page."}
              >
                <Cells
                  figures={data.total}
                  columns={columns}
                  format={format}
                  behind={data.organic ? (column) => behind(column, "inorganic") : undefined}
                />
              </SumRow>
              {traffic === "all" && data.organic ? (
                <SumRow name="Organic" hint="What no campaign brought.">
                  <Cells
                    figures={data.organic}
                    columns={columns}
                    format={format}
                    behind={(column) => behind(column, "organic")}
                  />
                </SumRow>
              ) : null}
              {data.deleted ? (
                <SumRow
                  name="Deleted campaigns"
                  hint="What campaigns brought that were deleted: a part of what is paid."
                >
                  <Cells figures={data.deleted} columns={columns} format={format} />
                </SumRow>
              ) : null}
              {data.campaigns.map((row) => (
                <CampaignRows
                  key={row.key}
                  row={row}
                  columns={columns}
                  format={format}
                  open={openKeys}
                  onToggle={toggle}
                  nameClass={pinned}
                  behind={behind}
                />
              ))}
            </>
          ) : (
            Array.from({ length: 8 }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
              <TableRow key={row}>
                <TableCell className={pinned}>
                  <Skeleton className="w-36" />
                </TableCell>
                {columns.map((column) => (
                  <TableCell key={column.id}>
                    <Skeleton className="ml-auto w-12" />
                  </TableCell>
                ))}
              </TableRow>
            ))
          )}
        </tbody>
      </Table>
    </section>
  );
}

function SumRow({ name, hint, children }: { name: string; hint: string; children: ReactNode }) {
  return (
    <TableRow className="[&>td]:bg-sunken">
      <TableCell className={cn(pinned, "font-medium")}>
        <Tooltip content={hint}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the meaning has to be reachable by keyboard */}
          <span tabIndex={0} className="rounded-sm">
            {name}
          </span>
        </Tooltip>
      </TableCell>
      {children}
    </TableRow>
  );
}

type HeadProps = {
  id: string;
  label: string;
  hint?: string;
  ascendingFirst?: boolean;
  /** The order the table is in; undefined for what it cannot be put in the order of. */
  sort: string | undefined;
  onSort: (sort: string) => void;
  className: string;
};

function Head({ id, label, hint, ascendingFirst, sort, onSort, className }: HeadProps) {
  const direction = sort === id ? "ascending" : sort === `-${id}` ? "descending" : undefined;
  const Arrow = direction === "ascending" ? ArrowUp : direction === "descending" ? ArrowDown : ChevronsUpDown;
  const [first, second] = ascendingFirst ? [id, `-${id}`] : [`-${id}`, id];
  const title = (
    <span className={cn(hint && "underline decoration-line-strong decoration-dotted underline-offset-4")}>
      {label}
    </span>
  );
  return (
    <TableHead aria-sort={sort === undefined ? undefined : (direction ?? "none")} className={className}>
      <Tooltip content={hint}>
        {sort === undefined ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the meaning has to be reachable by keyboard
          <span tabIndex={0} className="inline-flex rounded-sm">
            {title}
          </span>
        ) : (
          <button
            type="button"
            onClick={() => onSort(sort === first ? second : first)}
            className={cn(
              "group/head inline-flex items-center gap-1 rounded-sm hover:text-ink",
              direction && "text-ink",
              className === "text-right" && "flex-row-reverse",
            )}
          >
            {title}
            <Arrow
              aria-hidden="true"
              className={cn(
                "size-3",
                !direction && "opacity-0 group-hover/head:opacity-60 group-focus-visible/head:opacity-60",
              )}
            />
          </button>
        )}
      </Tooltip>
    </TableHead>
  );
}
