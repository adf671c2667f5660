import type { FigureFormat } from "@/app/(dashboard)/shell/figure-format";
import { cn } from "@/components/cn";
import { t } from "@/lib/base/languages/texts";

type LeftOutNoteProps = { amount: number | undefined; format: FigureFormat; className?: string };

/** Shows how much spend a filter by platform, country or publisher leaves out. */
export function LeftOutNote({ amount, format, className }: LeftOutNoteProps) {
  if (!amount) return null;
  return (
    <p className={cn("text-muted text-xs", className)}>
      {t(
        "{amount} of spend isn't included, because it isn't broken down by this platform, country or publisher.",
        { amount: format.full("money", amount) },
      )}
    </p>
  );
}
