import type { ComponentProps } from "react";
import { cn } from "@/components/cn";

export function Kbd({ className, ...props }: ComponentProps<"kbd">) {
  return (
    <kbd
      className={cn(
        "inline-grid h-4.5 min-w-4.5 place-items-center rounded-sm border bg-raised px-1 font-medium font-sans text-2xs text-muted",
        className,
      )}
      {...props}
    />
  );
}
