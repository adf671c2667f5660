"use client";

import { Progress as Primitive } from "radix-ui";
import { cn } from "@/components/cn";

/** `value` is from 0 to 1; null means in progress with an unknown end. */
export function Progress({ value, label }: { value: number | null; label: string }) {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <Primitive.Root
      value={percent}
      aria-label={label}
      className="h-1.5 w-full overflow-hidden rounded-full bg-pressed"
    >
      <Primitive.Indicator
        className={cn(
          "h-full rounded-full bg-accent transition-[width] duration-300",
          percent === null && "w-1/3 animate-shimmer",
        )}
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </Primitive.Root>
  );
}
