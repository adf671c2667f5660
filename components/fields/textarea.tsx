import type { ComponentProps } from "react";
import { cn } from "@/components/cn";

export function Textarea({ className, rows = 4, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      rows={rows}
      className={cn("control block w-full px-2.5 py-1.5 text-sm leading-relaxed max-sm:text-lg", className)}
      {...props}
    />
  );
}
