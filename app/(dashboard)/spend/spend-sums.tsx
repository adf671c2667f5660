"use client";

import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { at, withQuery } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { figureFormat } from "@/app/(dashboard)/shell/figure-format";
import type { FilterValues } from "@/app/(dashboard)/shell/list/list-screen";
import { useProject } from "@/app/(dashboard)/shell/session";
import { EmptyState } from "@/components/empty-state";
import { fullDay, numberText } from "@/components/format";
import { DataTable } from "@/components/table/data-table";
import type { Column } from "@/components/table/table-state";
import { t } from "@/lib/base/languages/texts";
import type { SpendSums } from "@/lib/spend/list/schema";
import { sourceLabels } from "./sources";

type Values = FilterValues<"/projects/:project/spend">;
type By = "day" | "source";
type Sum = SpendSums["sums"][number];

const headers: Record<By, string> = { day: t("Day"), source: "Source" };

type SumsProps = {
  by: By;
  query: Partial<Values>;
  toolbar: ReactNode;
  /** Shows the rows of a sum. */
  onOpen: (filter: Partial<Values>) => void;
};

/** The filtered spend, summed by day or source. */
export function SpendSumsTable({ by, query, toolbar, onOpen }: SumsProps) {
  const { id, currency } = useProject();
  const { data, error, refetch, isPlaceholderData } = useGet(
    withQuery(at("/projects/:project/spend/sums", { project: id }), { ...query, by }),
    { keepPrevious: true },
  );
  const open = (sum: Sum) => sum.key !== null && onOpen(filterOf(by, sum.key));
  return (
    <div className="grid grid-cols-1 gap-3">
      <DataTable
        label={t("Spend by {by}", { by })}
        columns={columns(by, currency, data?.sums ?? [], open)}
        rows={data?.sums}
        rowId={(sum) => sum.key ?? "earlier"}
        busy={isPlaceholderData}
        error={error}
        onRetry={() => void refetch()}
        toolbar={toolbar}
        empty={<EmptyState icon={SearchX} title={t("No spend matches these filters.")} />}
      />
      {data?.cut ? (
        <p className="text-muted text-xs">
          {t("Showing the first {sums}. Use filters to see others.", { sums: data.sums.length })}
        </p>
      ) : null}
    </div>
  );
}

function filterOf(by: By, key: string): Partial<Values> {
  if (by === "day") return { from: key, to: key };
  return { import: key };
}

function columns(by: By, currency: string, sums: readonly Sum[], open: (sum: Sum) => void): Column<Sum>[] {
  const format = figureFormat(currency);
  const max = Math.max(1, ...sums.map((sum) => sum.amount_minor));
  const count = (id: "rows" | "days" | "campaigns", header: string): Column<Sum> => ({
    id,
    header,
    align: "end",
    cell: (sum) => <span className="num">{numberText(sum[id])}</span>,
  });
  return [
    {
      id: "name",
      header: headers[by],
      cell: (sum) => (
        <div className="grid max-w-72 grid-cols-1 justify-items-start leading-snug">
          <button
            type="button"
            disabled={sum.key === null}
            onClick={() => open(sum)}
            className="max-w-full truncate rounded-sm text-start font-medium enabled:hover:underline"
          >
            {by === "day" ? fullDay(sum.name) : sum.name}
          </button>
          {by === "day" ? null : <span className="text-muted text-xs">{aboutText(sum.about)}</span>}
        </div>
      ),
    },
    {
      id: "amount",
      header: t("Spend"),
      align: "end",
      cell: (sum) => (
        <span className="num whitespace-nowrap font-medium">{format.full("money", sum.amount_minor)}</span>
      ),
    },
    {
      id: "bar",
      header: t("Share"),
      quiet: true,
      cell: (sum) => (
        <span aria-hidden="true" className="block h-1.5 w-40 overflow-hidden rounded-full bg-pressed">
          <span
            className="block h-full rounded-full bg-accent"
            style={{ width: `${(100 * sum.amount_minor) / max}%` }}
          />
        </span>
      ),
    },
    count("campaigns", "Campaigns"),
    ...(by === "day" ? [] : [count("days", "Days")]),
    count("rows", "Rows"),
  ];
}

const aboutText = (about: string | null) =>
  about === null ? t("Before imports were tracked") : (sourceLabels[about]?.label ?? about);
