"use client";

import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import { type AdParts, drillDown } from "@/app/(dashboard)/shell/figures/drill-down";
import {
  MetricHeaders,
  pinnedColumn,
  ReportFrame,
  SortableHeader,
  TotalsRow,
} from "@/app/(dashboard)/shell/figures/report-frame";
import { drillDownFigureOf } from "@/app/(dashboard)/shell/figures/table-address";
import { useProject } from "@/app/(dashboard)/shell/session";
import { t } from "@/lib/base/languages/texts";
import type { MetricView } from "@/lib/reporting/metrics/metrics";
import { paidMeaning, type Traffic } from "@/lib/reporting/metrics/traffic";
import type { ReportColumn } from "@/lib/reporting/table/columns";
import type { TableData } from "@/lib/reporting/table/schema";
import { CampaignRows, MetricCells } from "./report-rows";
import { shadesOfRows } from "./shading";
import type { ReportChanges } from "./use-changes";

type ReportTableProps = {
  data: TableData | undefined;
  busy: boolean;
  columns: readonly ReportColumn[];
  sort: string;
  onSort: (sort: string) => void;
  open: readonly string[];
  onOpen: (keys: readonly string[]) => void;
  platform: string;
  country: string;
  view: MetricView;
  traffic: Traffic;
  changes: ReportChanges | undefined;
  shading: boolean;
};

export function ReportTable(props: ReportTableProps) {
  const {
    data,
    busy,
    columns,
    sort,
    onSort,
    open,
    onOpen,
    platform,
    country,
    view,
    traffic,
    changes,
    shading,
  } = props;
  const { id: project } = useProject();
  const behind = (column: ReportColumn, campaign: string | undefined, part?: AdParts) => {
    const counted = drillDownFigureOf(column, view);
    if (!counted) return undefined;
    return drillDown(counted, { project, campaign, from: data?.from, to: data?.to, platform, country, part });
  };
  const format = figureFormat(data?.currency ?? "USD");
  const shade = shading && data ? shadesOfRows(data.campaigns, columns) : undefined;
  const openKeys = new Set(open);
  const toggle = (key: string) =>
    onOpen(
      openKeys.has(key) ? open.filter((each) => each !== key && !each.startsWith(`${key}/`)) : [...open, key],
    );
  const counted = data?.pagination.total ?? 0;
  return (
    <ReportFrame
      width={columns.length + 1}
      loading={!data}
      busy={busy}
      headers={
        <>
          <SortableHeader
            id="name"
            label={t("Campaign")}
            ascendingFirst
            sort={sort}
            onSort={onSort}
            className={pinnedColumn}
          />
          <MetricHeaders columns={columns} view={view} sort={sort} onSort={onSort} />
        </>
      }
    >
      {data ? (
        <>
          {traffic === "all" && data.all ? (
            <TotalsRow
              name="All (blended)"
              hint={t("{paidMeaning} Metrics based on spend are blended.", { paidMeaning })}
            >
              <MetricCells
                figures={data.all}
                columns={columns}
                format={format}
                changes={changes?.total}
                behind={(column) => behind(column, undefined)}
              />
            </TotalsRow>
          ) : null}
          <TotalsRow
            name={t("Paid, {counted2, plural, one {# campaign} other {# campaigns}}", { counted2: counted })}
            hint={data.organic ? paidMeaning : t("All matching campaigns, across all pages.")}
          >
            <MetricCells
              figures={data.total}
              columns={columns}
              format={format}
              changes={changes && (traffic === "paid" || !data.organic ? changes.total : {})}
              behind={data.organic ? (column) => behind(column, "inorganic") : undefined}
            />
          </TotalsRow>
          {traffic === "all" && data.organic ? (
            <TotalsRow name="Organic" hint={t("Users no campaign drove.")}>
              <MetricCells
                figures={data.organic}
                columns={columns}
                format={format}
                changes={changes?.of(["0"])}
                behind={(column) => behind(column, "organic")}
              />
            </TotalsRow>
          ) : null}
          {data.deleted ? (
            <TotalsRow
              name="Deleted campaigns"
              hint={t("Results of campaigns deleted since. Included in paid.")}
            >
              <MetricCells figures={data.deleted} columns={columns} format={format} changes={changes && {}} />
            </TotalsRow>
          ) : null}
          {data.campaigns.map((row) => (
            <CampaignRows
              key={row.key}
              row={row}
              columns={columns}
              format={format}
              open={openKeys}
              onToggle={toggle}
              nameClass={pinnedColumn}
              behind={behind}
              changesOf={changes && ((key) => changes.of([key]))}
              shade={shade}
            />
          ))}
        </>
      ) : null}
    </ReportFrame>
  );
}
