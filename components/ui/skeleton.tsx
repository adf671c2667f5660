import type { ComponentProps } from "react";
import { cn } from "@/components/cn";

/** The ground of something that is on its way; give it the size of what will stand there. */
export function Skeleton({ className, ...props }: ComponentProps<"span">) {
  return (
    <span
      aria-hidden="true"
      className={cn("block h-4 animate-shimmer rounded-sm bg-pressed", className)}
      {...props}
    />
  );
}
