"use client";

import { Switch as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "@/components/cn";

export function Switch({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      className={cn(
        "inline-flex h-4.5 w-7.5 shrink-0 items-center rounded-full bg-line-strong p-0.5 transition-colors",
        "hover:not-disabled:bg-faint disabled:cursor-not-allowed disabled:opacity-50",
        "data-[state=checked]:bg-accent data-[state=checked]:hover:not-disabled:bg-accent-strong",
        className,
      )}
      {...props}
    >
      <Primitive.Thumb className="block size-3.5 rounded-full bg-white shadow-xs transition-transform duration-150 data-[state=checked]:translate-x-3 dark:data-[state=checked]:bg-on-accent" />
    </Primitive.Root>
  );
}
