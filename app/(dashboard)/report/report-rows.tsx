"use client";

import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import type { FigureFormat } from "@/app/(dashboard)/shell/figure-format";
import type { AdParts } from "@/app/(dashboard)/shell/figures/drill-down";
import { FigureLink } from "@/app/(dashboard)/shell/figures/figure";
import { MissingFigure } from "@/app/(dashboard)/shell/figures/missing-figure";
import { ProjectedText } from "@/app/(dashboard)/shell/figures/projected-figure";
import { useProject } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { numberFormat } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { TableCell, TableRow } from "@/components/table/table";
import { Badge } from "@/components/ui/badge";
import { Tooltip } from "@/components/ui/tooltip";
import { t } from "@/lib/base/languages/texts";
import { networkLabel } from "@/lib/campaigns/networks";
import type { CampaignPurpose } from "@/lib/campaigns/purposes";
import { noAdSetId } from "@/lib/ledger/campaign-groups";
import type { Changes } from "@/lib/reporting/groups/changes-schema";
import { missingNetworkText } from "@/lib/reporting/metrics/network-metrics";
import { isNotSplit, notSplitText } from "@/lib/reporting/metrics/return-metrics";
import {
  hasComparison,
  isNeutralColumn,
  missingCohortText,
  missingProjectionText,
  type ReportColumn,
} from "@/lib/reporting/table/columns";
import type { CampaignTableRow, TableFigures } from "@/lib/reporting/table/schema";
import { type ShadeOfCell, shadeStyle } from "./shading";

type RowsProps = {
  row: CampaignTableRow;
  columns: readonly ReportColumn[];
  format: FigureFormat;
  open: ReadonlySet<string>;
  onToggle: (key: string) => void;
  nameClass: string;
  behind: (column: ReportColumn, campaign: string, part?: AdParts) => string | undefined;
  /** Undefined without a comparison. */
  changesOf: ((key: string) => Changes) | undefined;
  shade: ShadeOfCell | undefined;
};

type RowsBehind = (column: ReportColumn) => string | undefined;

/** A campaign with its expanded ad sets, creatives and keywords. */
export function CampaignRows(props: RowsProps) {
  const { row, columns, format, open, onToggle, nameClass, behind, changesOf, shade } = props;
  const { id: project } = useProject();
  const setting = { purpose: row.purpose, href: `/p/${project}/campaigns/${row.id}?tab=link` };
  const cells = (node: TableFigures & { key: string }, behind: RowsBehind, shaded?: ShadeOfCell) => (
    <MetricCells
      figures={node}
      columns={columns}
      format={format}
      behind={behind}
      setting={setting}
      changes={changesOf?.(node.key)}
      shade={shaded}
    />
  );
  const toggleOf = (node: { key: string; name: string; children: unknown[] }) =>
    node.children.length === 0 ? undefined : { isOpen: open.has(node.key), toggle: () => onToggle(node.key) };
  return (
    <>
      <TableRow>
        <Name depth={0} of={row.name} expand={toggleOf(row)} className={nameClass}>
          <span className="flex min-w-0 items-center gap-2">
            <IntentLink
              href={`/p/${project}/campaigns/${row.id}`}
              title={row.name}
              className="truncate rounded-sm font-medium hover:underline"
            >
              {row.name}
            </IntentLink>
            {row.active ? null : <Badge className="max-sm:hidden print:hidden">{t("Paused")}</Badge>}
            {row.network === null ? null : (
              <Badge tone="outline" className="max-sm:hidden print:hidden">
                {networkLabel(row.network)}
              </Badge>
            )}
          </span>
        </Name>
        {cells(row, (column) => behind(column, row.id), shade)}
      </TableRow>
      {open.has(row.key)
        ? row.children.map((adSet) => [
            <TableRow key={adSet.key}>
              <Name depth={1} of={adSet.name} expand={toggleOf(adSet)} className={nameClass}>
                <span className="truncate" title={adSet.name}>
                  {adSet.name}
                </span>
              </Name>
              {cells(adSet, (column) => behind(column, row.id, { ad_set: adSet.id || noAdSetId }))}
            </TableRow>,
            ...(open.has(adSet.key)
              ? adSet.children.map((leaf) => (
                  <TableRow key={leaf.key}>
                    <Name depth={2} of={leaf.name} expand={undefined} className={nameClass}>
                      <span className="flex min-w-0 items-center gap-2">
                        <span className="truncate text-muted" title={leaf.name}>
                          {leaf.name}
                        </span>
                        {leaf.level === "keyword" ? (
                          <Badge className="max-sm:hidden print:hidden">{t("Keyword")}</Badge>
                        ) : null}
                      </span>
                    </Name>
                    {cells(leaf, (column) =>
                      behind(column, row.id, { ad_set: adSet.id || noAdSetId, [leaf.level]: leaf.id }),
                    )}
                  </TableRow>
                ))
              : []),
          ])
        : null}
    </>
  );
}

const indents = ["", "ms-6", "ms-12"] as const;

function Name({
  depth,
  of,
  expand,
  className,
  children,
}: {
  depth: 0 | 1 | 2;
  of: string;
  expand: { isOpen: boolean; toggle: () => void } | undefined;
  className: string;
  children: ReactNode;
}) {
  return (
    <TableCell className={className}>
      <div className={cn("flex min-w-0 items-center gap-1.5 sm:max-w-96", indents[depth])}>
        {expand ? (
          <button
            type="button"
            aria-expanded={expand.isOpen}
            aria-label={`${expand.isOpen ? t("Close") : t("Open")} ${of}`}
            onClick={expand.toggle}
            className="grid size-6 shrink-0 place-items-center rounded-sm text-faint hover:bg-hover hover:text-ink print:hidden"
          >
            <ChevronRight
              aria-hidden="true"
              className={cn("size-3.5 transition-transform", expand.isOpen && "rotate-90")}
            />
          </button>
        ) : (
          <span aria-hidden="true" className="size-6 shrink-0 print:hidden" />
        )}
        {children}
      </div>
    </TableCell>
  );
}

/** The figures of a row. A figure that is not available yet shows the reason. */
export function MetricCells({
  figures,
  columns,
  format,
  behind,
  setting,
  changes,
  shade,
}: {
  figures: TableFigures;
  columns: readonly ReportColumn[];
  format: FigureFormat;
  behind?: RowsBehind | undefined;
  /** The purpose of the row's campaign, and where to change it. */
  setting?: { purpose: CampaignPurpose; href: string };
  /** Undefined without a comparison. */
  changes?: Changes | undefined;
  shade?: ShadeOfCell | undefined;
}) {
  return columns.map((column) => {
    const value = column.of(figures);
    // Retention is stored in whole percent.
    const write = column.group === "retention" ? format.full : format.even;
    const text = write(column.unit, value);
    return (
      <TableCell
        key={column.id}
        className="num whitespace-nowrap text-end"
        style={shadeStyle(shade?.(column, value))}
      >
        {isNotSplit(column, figures) ? (
          <NotSplit {...notSplitText(figures.metrics, setting?.purpose)} href={setting?.href} />
        ) : value === null && column.age !== undefined ? (
          <NotYet age={column.age} text={text} />
        ) : value === null && column.cohort ? (
          <MissingFigure reason={missingCohortText(column.cohort, figures)} text={text} />
        ) : value === null && column.group === "networks" ? (
          <MissingFigure reason={missingNetworkText} text={text} />
        ) : column.projected ? (
          <ProjectedCellText {...{ column, figures, format, text }} />
        ) : value === null && column.id === "cost_per_install" && figures.metrics.installs === 0 ? (
          <span className="text-faint text-xs">{t("No installs")}</span>
        ) : (
          <FigureLink href={value ? behind?.(column) : undefined}>{text}</FigureLink>
        )}
        {changes && hasComparison(column) ? (
          <ChangeBadge isJudged={!isNeutralColumn(column)} ratio={changes[column.id]} />
        ) : null}
      </TableCell>
    );
  });
}

function ProjectedCellText({
  column,
  figures,
  format,
  text,
}: {
  column: ReportColumn;
  figures: TableFigures;
  format: FigureFormat;
  text: string;
}) {
  const figure = figures.projected?.[column.id];
  if (!figure || figure.value === null)
    return <MissingFigure reason={missingProjectionText(column, figures)} text={text} />;
  return <ProjectedText {...{ figure, format, text }} unit={column.unit} />;
}

/** Instead of clicks and spend that are not only for returning users. */
function NotSplit({ text, reason, href }: { text: string; reason: string; href: string | undefined }) {
  if (!href) return <MissingFigure reason={reason} text={text} />;
  return (
    <Tooltip content={reason}>
      <IntentLink href={href} className="rounded-sm text-faint hover:underline">
        {text}
        <span className="sr-only">{reason}</span>
      </IntentLink>
    </Tooltip>
  );
}

function NotYet({ age, text }: { age: number; text: string }) {
  const days = t("{age, plural, one {# day} other {# days}}", { age });
  const reason =
    age === 0
      ? t("No installs in this period.")
      : t("Not mature yet: none of these installs is {days} old.", { days });
  return <MissingFigure reason={reason} text={text} />;
}

function changeText(ratio: number): string {
  const digits = Math.abs(ratio) >= 1 ? 0 : 1;
  return numberFormat({
    style: "percent",
    signDisplay: "exceptZero",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(ratio);
}

/** The change next to a figure. It has the same width without a change, so that figures are aligned. */
function ChangeBadge({ isJudged: judged, ratio }: { isJudged: boolean; ratio: number | undefined }) {
  const isJudged = judged && ratio !== undefined && Math.abs(ratio) >= 0.0005;
  return (
    <span
      className={cn(
        "ms-1.5 inline-block min-w-13 text-xs",
        isJudged ? (ratio > 0 ? "text-success" : "text-danger") : "text-muted",
      )}
    >
      {ratio === undefined ? "" : changeText(ratio)}
    </span>
  );
}
