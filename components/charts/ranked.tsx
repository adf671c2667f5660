"use client";

import type { BarRow } from "@/components/charts/prepare";
import { cn } from "@/components/cn";
import { IntentLink } from "@/components/intent-link";

export type RankedRow = {
  /** Distinguishes rows with the same label. */
  id?: string;
  label: string;
  value: number;
  color?: string;
  /** The link to the counted rows. */
  href?: string | undefined;
  onChoose?: (() => void) | undefined;
};

type RankedProps = {
  label: string;
  rows: readonly BarRow<RankedRow>[];
  /** The text at the end of a bar. */
  text: (row: BarRow<RankedRow>) => string;
  /** The action of a row, for screen readers. */
  choosing?: (row: RankedRow) => string;
};

/** Figures in order, each as a bar with its text. A row can have an action and a link. */
export function RankedBars({ label, rows, text, choosing }: RankedProps) {
  return (
    <ol aria-label={label} className="grid grid-cols-1 gap-1">
      {rows.map((row) => {
        const value = <span className="num text-muted text-xs">{text(row)}</span>;
        return (
          <li
            key={row.id ?? row.label}
            className={cn(
              "relative -mx-2 grid grid-cols-1 gap-1.5 rounded-md px-2 py-1.5",
              row.onChoose && "hover:bg-hover",
            )}
          >
            <span className="flex items-baseline justify-between gap-3 text-sm">
              {row.onChoose ? (
                <button
                  type="button"
                  aria-label={choosing?.(row)}
                  title={row.label}
                  onClick={row.onChoose}
                  className="min-w-0 truncate rounded-sm text-left after:absolute after:inset-0 after:rounded-md after:content-['']"
                >
                  {row.label}
                </button>
              ) : (
                <span className="truncate">{row.label}</span>
              )}
              {row.href === undefined ? (
                <span className="shrink-0">{value}</span>
              ) : (
                <IntentLink
                  href={row.href}
                  className="relative z-1 shrink-0 rounded-sm decoration-line-strong underline-offset-4 hover:underline"
                >
                  {value}
                </IntentLink>
              )}
            </span>
            <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-full bg-pressed">
              <span
                className={cn("block h-full rounded-full", row.value > 0 && "min-w-0.5")}
                style={{ width: `${row.width * 100}%`, background: row.color ?? "var(--chart-1)" }}
              />
            </span>
          </li>
        );
      })}
    </ol>
  );
}
