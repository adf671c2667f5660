"use client";

import { Download } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { ChartFrame, Legend } from "@/components/charts/chart-frame";
import { sharesOfLargest, timePoints } from "@/components/charts/prepare";
import { RankedBars } from "@/components/charts/ranked";
import { cn } from "@/components/cn";
import { numberFormat, numberText } from "@/components/format";
import { saveFile } from "@/components/save-file";
import { Pagination } from "@/components/table/pagination";
import { Table, TableCell, TableHead, TableRow } from "@/components/table/table";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { t } from "@/lib/base/languages/texts";
import { type CsvCell, csvLines } from "@/lib/base/text/csv";
import { maxRows, type QueryResult } from "@/lib/data-access/query/schema";
import { chartOf, type ResultChart } from "./chart";

const pageRows = 100;
const colors = [1, 2, 3, 4, 5, 6].map((color) => `var(--chart-${color})`);

const LinesChart = dynamic(
  () => import("@/components/charts/lines-chart").then((module) => module.LinesChart),
  { ssr: false, loading: () => <Skeleton className="h-[260px] w-full rounded-md" /> },
);

/** A number that a spreadsheet keeps exactly stays a number; all others are texts. */
const cellOf = (value: string | null, kind: string): CsvCell =>
  value !== null &&
  kind === "number" &&
  value.replace(/\D/g, "").length <= 15 &&
  Number.isFinite(Number(value))
    ? Number(value)
    : value;

const csvOf = ({ columns, rows }: QueryResult) =>
  csvLines([
    columns.map(({ name }) => name),
    ...rows.map((row) => row.map((value, i) => cellOf(value, columns[i]?.kind ?? "text"))),
  ]);

/** The rows of a query as a table or a chart, with a file of them. */
export function Result({ result, name, busy }: { result: QueryResult; name: string; busy: boolean }) {
  const [shown, setShown] = useState<"table" | "chart">("table");
  const chart = chartOf(result);
  const { rows, milliseconds, is_cut } = result;
  const count = t("{count, plural, one {# row} other {# rows}}", { count: rows.length });
  return (
    <Card className={cn("grid grid-cols-1", busy && "opacity-60")} aria-label={t("Result")} aria-busy={busy}>
      <div className="flex flex-wrap items-center justify-between gap-2 border-b px-4 py-2.5">
        <p className="num text-muted text-sm" aria-live="polite">
          {t("{count} in {milliseconds} ms", { count, milliseconds: numberText(milliseconds) })}
        </p>
        <div className="flex flex-wrap items-center gap-2">
          {chart ? (
            <Segmented
              label={t("Show as")}
              value={shown}
              options={[
                { value: "table", label: t("Table") },
                { value: "chart", label: t("Chart") },
              ]}
              onValueChange={setShown}
            />
          ) : null}
          <Button
            size="sm"
            onClick={() =>
              saveFile(new Blob([csvOf(result)], { type: "text/csv;charset=utf-8" }), `${name}.csv`)
            }
          >
            <Download className="size-3.5" />
            {t("CSV")}
          </Button>
        </div>
      </div>
      {is_cut ? (
        <Alert tone="warning" className="m-4 mb-0">
          {t(
            "The query has more rows. A result has at most {maxRows} rows and 8 MB, and the file has the same rows. Add a condition or sum up, or read all rows through the API for raw data.",
            { maxRows: numberText(maxRows) },
          )}
        </Alert>
      ) : null}
      {chart && shown === "chart" ? <Chart chart={chart} /> : <Rows result={result} />}
    </Card>
  );
}

function Rows({ result: { columns, rows } }: { result: QueryResult }) {
  const [page, setPage] = useState(1);
  const last = Math.max(1, Math.ceil(rows.length / pageRows));
  const at = Math.min(page, last);
  if (rows.length === 0)
    return <p className="px-4 py-8 text-center text-muted text-sm">{t("The query has no rows.")}</p>;
  const start = (at - 1) * pageRows;
  return (
    <>
      <section
        aria-label={t("Rows")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-[36rem] overflow-auto"
      >
        <Table>
          <thead className="sticky top-0 z-1">
            <tr>
              {columns.map(({ name, kind }, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns can have one name
                <TableHead key={i} className={kind === "number" ? "text-end" : ""}>
                  {name}
                </TableHead>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(start, start + pageRows).map((row, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
              <TableRow key={start + place}>
                {row.map((value, i) => (
                  <TableCell
                    // biome-ignore lint/suspicious/noArrayIndexKey: two columns can have one name
                    key={i}
                    className={cn("h-8 py-1", columns[i]?.kind === "number" ? "num text-end" : "max-w-96")}
                  >
                    <Value value={value} isNumber={columns[i]?.kind === "number"} />
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </tbody>
        </Table>
      </section>
      {rows.length > pageRows ? (
        <div className="flex justify-end border-t px-4 py-2">
          <Pagination
            page={at}
            limit={pageRows}
            total={rows.length}
            noun={t("rows")}
            onPageChange={setPage}
          />
        </div>
      ) : null}
    </>
  );
}

function Value({ value, isNumber }: { value: string | null; isNumber: boolean }) {
  if (value === null) return <span className="text-faint">{t("null")}</span>;
  if (isNumber) return value;
  return (
    <span className="block truncate" title={value.length > 40 ? value.slice(0, 2_000) : undefined}>
      {value.slice(0, 500)}
    </span>
  );
}

function Chart({ chart }: { chart: ResultChart }) {
  const rest =
    chart.left > 0 ? (
      <p className="text-muted text-xs">
        {t("{left} more {if_kind, select, yes {lines} other {rows}} are only in the table.", {
          left: numberText(chart.left),
          if_kind: chart.kind === "lines" ? "yes" : "no",
        })}
      </p>
    ) : null;
  if (chart.kind === "bars")
    return (
      <div className="grid gap-3 px-5 py-4">
        <p className="text-muted text-xs">{chart.label}</p>
        <RankedBars
          label={chart.label}
          rows={sharesOfLargest(chart.rows.map((row, i) => ({ ...row, id: String(i) })))}
          text={({ value }) => numberText(value)}
        />
        {rest}
      </div>
    );
  const { x, lines } = chart;
  const day = (text: string) => text.slice(0, 10);
  return (
    <div className="grid gap-2 px-5 py-4">
      <ChartFrame
        label={t("Result over time")}
        table={{
          headers: [t("Day"), ...lines.map(({ label }) => label)],
          rows: x.map((at, i) => [at, ...lines.map(({ values }) => numberOrDash(values[i] ?? null))]),
        }}
        legend={lines.map(({ label }, i) => (
          <Legend key={label} color={colors[i] ?? ""}>
            {label}
          </Legend>
        ))}
      >
        <LinesChart
          label={t("Result over time")}
          x={day}
          fullX={(text) => text}
          y={(value) => numberFormat({ notation: "compact" }).format(value)}
          fullY={numberOrDash}
          lines={lines.map(({ label, values }, i) => ({
            label,
            color: colors[i] ?? "",
            points: timePoints({ x, values }),
          }))}
        />
      </ChartFrame>
      {rest}
    </div>
  );
}

const numberOrDash = (value: number | null) => (value === null ? "–" : numberText(value));
