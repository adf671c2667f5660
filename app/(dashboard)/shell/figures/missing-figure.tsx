import { Tooltip } from "@/components/ui/tooltip";

/** A dash with the reason for a missing figure. */
export function MissingFigure({ reason, text }: { reason: string; text: string }) {
  return (
    <Tooltip content={reason}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason has to be reachable by keyboard */}
      <span tabIndex={0} className="cursor-help rounded-sm text-faint">
        {text}
        <span className="sr-only">{reason}</span>
      </span>
    </Tooltip>
  );
}
