import type { ComponentProps } from "react";
import { cn } from "@/components/cn";

/** A placeholder for loading content; give it the size of the content. */
export function Skeleton({ className, ...props }: ComponentProps<"span">) {
  return (
    <span
      aria-hidden="true"
      className={cn("block h-4 animate-shimmer rounded-sm bg-pressed", className)}
      {...props}
    />
  );
}
