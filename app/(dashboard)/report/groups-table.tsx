"use client";

import type { ResponseOf } from "@/app/(dashboard)/shell/api";
import type { DayWindow } from "@/app/(dashboard)/shell/dates/window";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { drillDown } from "@/app/(dashboard)/shell/figures/drill-down";
import { drillDownOfGroup, groupLabel } from "@/app/(dashboard)/shell/figures/group-labels";
import {
  MetricHeaders,
  pinnedColumn,
  ReportFrame,
  SortableHeader,
  TotalsRow,
} from "@/app/(dashboard)/shell/figures/report-frame";
import {
  breakdownsOfTable,
  drillDownFigureOf,
  filtersCampaigns,
  hasReportFilters,
  type ReportAddress,
} from "@/app/(dashboard)/shell/figures/table-address";
import { useProject } from "@/app/(dashboard)/shell/session";
import { TableCell, TableRow } from "@/components/table/table";
import { t } from "@/lib/base/languages/texts";
import { type Dimension, dimensions } from "@/lib/reporting/groups/dimensions";
import { isPartialPeriod } from "@/lib/reporting/groups/key-days";
import type { GroupRow } from "@/lib/reporting/groups/schema";
import { paidMeaning } from "@/lib/reporting/metrics/traffic";
import { noCohortsOfDays, type ReportColumn } from "@/lib/reporting/table/columns";
import type { TableFigures } from "@/lib/reporting/table/schema";
import { MetricCells } from "./report-rows";
import { shadesOfRows } from "./shading";
import type { ReportChanges } from "./use-changes";

type GroupsTableProps = {
  data: ResponseOf<"/projects/:project/report/groups"> | undefined;
  busy: boolean;
  columns: readonly ReportColumn[];
  address: ReportAddress;
  window: DayWindow;
  /** Today is not over, so its figures still grow. */
  today: string;
  changes: ReportChanges | undefined;
  onSort: (sort: string) => void;
};

export function ReportGroupsTable(props: GroupsTableProps) {
  const { data, busy, columns, address, window, today, changes, onSort } = props;
  const { id: project } = useProject();
  const { sort, view, traffic, platform, country } = address;
  const by = breakdownsOfTable(address);
  const filtered = hasReportFilters(address);
  const format = figureFormat(data?.currency ?? "USD");
  const figuresOf = (row: Omit<GroupRow, "keys" | "labels">): TableFigures => ({
    ...row,
    ...noCohortsOfDays,
  });
  const shade =
    address.shading === "on" && data ? shadesOfRows(data.rows.map(figuresOf), columns) : undefined;
  const bounds = {
    ...window,
    platform,
    country,
    filtered: filtersCampaigns(address),
    campaign: traffic === "paid" ? "inorganic" : undefined,
  };
  const behind = (row: Pick<GroupRow, "keys">, of: readonly Dimension[]) => {
    const groupDimensions = drillDownOfGroup(of, row, bounds);
    return (column: ReportColumn) => {
      const counted = groupDimensions && drillDownFigureOf(column, view);
      return counted ? drillDown(counted, { project, ...groupDimensions }) : undefined;
    };
  };
  const cells = (row: Omit<GroupRow, "labels">, of: readonly Dimension[]) => (
    <MetricCells
      figures={figuresOf(row)}
      columns={columns}
      format={format}
      behind={behind(row, of)}
      shade={row.keys.length > 0 ? shade : undefined}
      changes={changes && (row.keys.length === 0 ? changes.total : changes.of(row.keys))}
    />
  );
  return (
    <ReportFrame
      width={columns.length + by.length}
      loading={!data}
      busy={busy}
      headers={
        <>
          {by.map((dimension, i) => (
            <SortableHeader
              key={dimension}
              id={i === 0 ? "name" : "second"}
              label={dimensions[dimension].label}
              ascendingFirst
              sort={sort}
              onSort={onSort}
              className={i === 0 ? pinnedColumn : ""}
            />
          ))}
          <MetricHeaders columns={columns} view={view} sort={sort} onSort={onSort} />
        </>
      }
    >
      {data?.total && data.total_requested && data.rows.length > 0 ? (
        <TotalsRow
          name={filtered ? t("Total") : traffic === "paid" ? t("Paid") : t("All (blended)")}
          hint={filtered ? t("Everything that matches, across all pages.") : paidMeaning}
        >
          {by.length === 2 ? <TableCell /> : null}
          {cells({ keys: [], metrics: data.total, ...data.total_requested }, [])}
        </TotalsRow>
      ) : null}
      {data?.rows.map((row) => (
        <TableRow key={row.keys.join("\0")}>
          {by.map((dimension, i) => (
            <TableCell key={dimension} className={i === 0 ? pinnedColumn : "whitespace-nowrap"}>
              <GroupName dimension={dimension} row={row} index={i} days={{ ...window, today }} />
            </TableCell>
          ))}
          {cells(row, by)}
        </TableRow>
      ))}
    </ReportFrame>
  );
}

type GroupNameProps = {
  dimension: Dimension;
  row: GroupRow;
  index: number;
  days: DayWindow & { today: string };
};

function GroupName({ dimension, row, index, days }: GroupNameProps) {
  const key = row.keys[index] ?? "";
  const label = groupLabel(dimension, key, row.labels[index] ?? "");
  return (
    <span title={label} className={index === 0 ? "block truncate font-medium sm:max-w-96" : "text-muted"}>
      {label}
      {dimension === "day" && key === days.today ? <span className="text-muted">{t(", so far")}</span> : null}
      {isPartialPeriod(dimension, key, days) ? <span className="text-muted">{t(", partial")}</span> : null}
    </span>
  );
}
