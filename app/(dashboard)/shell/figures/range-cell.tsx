import type { ReactNode } from "react";
import { noValueDash } from "@/app/(dashboard)/shell/facts/fact-cells";
import type { FigureFormat } from "@/app/(dashboard)/shell/figure-format";
import { Tooltip } from "@/components/ui/tooltip";

export type Range = { low: number; mid: number; high: number };
type Unit = "count" | "money" | "ratio";

export const rangeText = (unit: Unit, { low, high }: Range, format: FigureFormat) =>
  `${format.full(unit, low)} – ${format.full(unit, high)}`;

/** An estimate with its range, unless the range is one value. */
export function RangeCell({
  unit,
  range,
  format,
}: {
  unit: Unit;
  range: Range | null;
  format: FigureFormat;
}) {
  if (!range) return noValueDash;
  return (
    <>
      {format.full(unit, range.mid)}
      {range.low === range.high ? null : (
        <span className="block text-faint text-xs">{rangeText(unit, range, format)}</span>
      )}
    </>
  );
}

/** A dash with its reason. */
export function UnknownCell({ reason }: { reason: string }): ReactNode {
  return (
    <Tooltip content={reason}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason has to be reachable by keyboard */}
      <span tabIndex={0} className="cursor-help rounded-sm text-faint">
        –<span className="sr-only">{reason}</span>
      </span>
    </Tooltip>
  );
}
