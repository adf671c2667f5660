"use client";

import { Check, Minus } from "lucide-react";
import { Checkbox as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "@/components/cn";

export function Checkbox({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      className={cn(
        "control group grid size-4 shrink-0 place-items-center rounded-[5px]! text-on-accent disabled:opacity-60",
        "data-[state=checked]:border-accent! data-[state=checked]:bg-accent! data-[state=indeterminate]:border-accent! data-[state=indeterminate]:bg-accent!",
        className,
      )}
      {...props}
    >
      <Primitive.Indicator className="grid place-items-center">
        <Minus
          className="hidden size-3 group-data-[state=indeterminate]:block"
          strokeWidth={3}
          aria-hidden="true"
        />
        <Check
          className="size-3 group-data-[state=indeterminate]:hidden"
          strokeWidth={3}
          aria-hidden="true"
        />
      </Primitive.Indicator>
    </Primitive.Root>
  );
}
