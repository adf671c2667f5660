"use client";

import type { BarRow } from "@/components/charts/prepare";
import { cn } from "@/components/cn";
import { IntentLink } from "@/components/intent-link";

export type RankedRow = { label: string; value: number; color?: string; href?: string | undefined };

type RankedProps = {
  label: string;
  rows: readonly BarRow<RankedRow>[];
  /** Stands at the end of a bar. */
  text: (row: BarRow<RankedRow>) => string;
};

/** Figures side by side, the longest first, each with its own words, leading to what it is made of. */
export function Ranked({ label, rows, text }: RankedProps) {
  return (
    <ol aria-label={label} className="grid grid-cols-1 gap-1">
      {rows.map((row) => {
        const inside = (
          <>
            <span className="flex items-baseline justify-between gap-3 text-sm">
              <span className="truncate">{row.label}</span>
              <span className="num shrink-0 text-muted text-xs">{text(row)}</span>
            </span>
            <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-full bg-pressed">
              <span
                className={cn("block h-full rounded-full", row.value > 0 && "min-w-0.5")}
                style={{ width: `${row.width * 100}%`, background: row.color ?? "var(--chart-1)" }}
              />
            </span>
          </>
        );
        const shape = "grid grid-cols-1 gap-1.5 rounded-md py-1.5";
        return (
          <li key={row.label}>
            {row.href === undefined ? (
              <div className={shape}>{inside}</div>
            ) : (
              <IntentLink href={row.href} className={cn(shape, "-mx-2 px-2 hover:bg-hover")}>
                {inside}
              </IntentLink>
            )}
          </li>
        );
      })}
    </ol>
  );
}
