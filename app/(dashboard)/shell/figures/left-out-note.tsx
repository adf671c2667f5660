import type { FigureFormat } from "@/app/(dashboard)/shell/figure-format";
import { cn } from "@/components/cn";

type LeftOutNoteProps = { amount: number | undefined; format: FigureFormat; className?: string };

/** Shows how much spend a filter by platform, country or publisher leaves out. */
export function LeftOutNote({ amount, format, className }: LeftOutNoteProps) {
  if (!amount) return null;
  return (
    <p className={cn("text-muted text-xs", className)}>
      {format.full("money", amount)} of spend isn't included, because it isn't broken down by this platform,
      country or publisher.
    </p>
  );
}
