import { sparkLines } from "@/components/charts/prepare";
import { cn } from "@/components/cn";

const [width, height] = [100, 24];

/** The shape of a series; its figures are next to it. */
export function Sparkline({
  values,
  growing = false,
  highest,
  className,
}: {
  values: readonly (number | null)[];
  /** The last figure is incomplete. */
  growing?: boolean;
  /** The top of the scale, if several lines share one. */
  highest?: number;
  className?: string;
}) {
  const { whole, soFar } = sparkLines(values, width, height, growing, highest);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 -2 ${width} ${height + 4}`}
      preserveAspectRatio="none"
      className={cn("block h-7 w-full overflow-visible text-chart-1", className)}
    >
      {[...whole, ...(soFar === null ? [] : [soFar])].map((line) => (
        <path
          key={line}
          d={line}
          strokeDasharray={line === soFar ? "1 3" : undefined}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          strokeLinecap="round"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}
