import { ArrowDownRight, ArrowUpRight } from "lucide-react";
import { isValidElement, type ReactNode } from "react";
import { cn } from "@/components/cn";
import { numberFormat } from "@/components/format";
import { Skeleton } from "./skeleton";
import { Tooltip } from "./tooltip";

type StatProps = {
  label: string;
  /** Undefined while loading, null if there is no figure. */
  value: ReactNode | undefined | null;
  /** The meaning of the figure. */
  hint?: string;
  /** The change from the previous period as a ratio: 0.12 is +12 %. Null if there is nothing to compare with. */
  change?: number | null;
  /** For figures that are neither better nor worse if higher, such as spend. */
  neutral?: boolean;
  footnote?: ReactNode;
  className?: string;
  children?: ReactNode;
};

export function Stat({ label, value, hint, change, neutral, footnote, className, children }: StatProps) {
  return (
    <div className={cn("grid content-start gap-1 px-4 py-3.5", className)}>
      <Tooltip content={hint} taps>
        <span
          tabIndex={hint ? 0 : undefined}
          className={cn(
            "w-fit rounded-sm text-muted text-xs",
            // Above the link that covers the whole tile.
            hint &&
              "relative z-1 cursor-help underline decoration-line-strong decoration-dotted underline-offset-4",
          )}
        >
          {label}
        </span>
      </Tooltip>
      <div className="flex flex-wrap items-baseline gap-x-2">
        {value === undefined ? (
          <Skeleton className="my-1.5 h-5 w-20" />
        ) : (
          <span className={cn("num font-semibold tracking-tight", sizeOf(value))}>{value ?? "–"}</span>
        )}
        {change == null ? null : <Change ratio={change} neutral={neutral ?? false} />}
      </div>
      {footnote ? <p className="text-faint text-xs">{footnote}</p> : null}
      {children}
    </div>
  );
}

/** A long amount is shown completely, in smaller digits. */
function sizeOf(value: ReactNode): string {
  const text = isValidElement<{ children?: ReactNode }>(value) ? value.props.children : value;
  const length = typeof text === "string" ? text.length : 0;
  if (length <= 11) return "text-xl";
  return length <= 14 ? "text-base/7" : "wrap-anywhere text-sm/7";
}

type ChangeProps = { ratio: number; neutral: boolean };

function Change({ ratio, neutral }: ChangeProps) {
  const percent = Math.abs(ratio * 100);
  const digits = percent >= 100 ? 0 : 1;
  const shown = numberFormat({
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(percent / 100);
  if (Math.abs(ratio) < 0.0005) return <span className="num text-faint text-xs">0%</span>;
  const Arrow = ratio > 0 ? ArrowUpRight : ArrowDownRight;
  return (
    <span
      className={cn(
        "num inline-flex items-center gap-0.5 font-medium text-xs",
        neutral ? "text-muted" : ratio > 0 ? "text-success" : "text-danger",
      )}
    >
      <Arrow className="size-3" aria-hidden="true" />
      <span className="sr-only">{ratio > 0 ? "up" : "down"}</span>
      {shown}
    </span>
  );
}
