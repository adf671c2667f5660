"use client";

import { ToggleGroup as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "@/components/cn";

/** A few choices, which change the page immediately. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onValueChange,
  className,
}: {
  label: string;
  options: readonly { value: Value; label: ReactNode }[];
  /** Null if none of the options applies. */
  value: Value | null;
  onValueChange: (value: Value) => void;
  className?: string;
}) {
  return (
    <Primitive.Root
      type="single"
      aria-label={label}
      value={value ?? ""}
      // Pressing the chosen option again must not clear the choice.
      onValueChange={(next) => next && onValueChange(next as Value)}
      className={cn("inline-flex h-8 rounded-md border bg-sunken p-0.5", className)}
    >
      {options.map((option) => (
        <Primitive.Item
          key={option.value}
          value={option.value}
          className="inline-flex items-center gap-1.5 rounded-[4px] px-2.5 font-medium text-muted text-xs transition-colors hover:text-ink data-[state=on]:bg-raised data-[state=on]:text-ink data-[state=on]:shadow-xs [&_svg]:size-3.5"
        >
          {option.label}
        </Primitive.Item>
      ))}
    </Primitive.Root>
  );
}
