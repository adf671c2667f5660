import { type DiscrepancyTotals, discrepancyParts, signedNumber } from "./figures";

/** The causes of a difference, in proportion. */
export function CauseBar({ figures }: { figures: DiscrepancyTotals }) {
  const parts = discrepancyParts(figures);
  const whole = parts.reduce((sum, { value }) => sum + Math.abs(value), 0);
  if (whole === 0) return <span className="text-muted text-xs">No difference</span>;
  return (
    <span
      role="img"
      aria-label={parts.map(({ label, value }) => `${label} ${signedNumber(value)}`).join(", ")}
      className="flex h-2 w-40 gap-px overflow-hidden rounded-full bg-pressed"
    >
      {parts.map(({ id, label, value, color }) => (
        <span
          key={id}
          title={`${label} ${signedNumber(value)}`}
          className="block h-full min-w-0.5"
          style={{ width: `${(100 * Math.abs(value)) / whole}%`, background: color }}
        />
      ))}
    </span>
  );
}
