"use client";

import { RadioGroup as Primitive } from "radix-ui";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "@/components/cn";

export function RadioGroup({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root className={cn("grid gap-2", className)} {...props} />;
}

/** One choice as a small card, which can be pressed anywhere. */
export function RadioCard({
  label,
  hint,
  className,
  ...props
}: ComponentProps<typeof Primitive.Item> & { label: ReactNode; hint?: ReactNode }) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className={cn(
        "flex cursor-pointer items-start gap-2.5 rounded-md border bg-raised px-3 py-2.5 transition-colors hover:border-line-strong",
        "has-data-[state=checked]:border-accent has-data-[state=checked]:bg-accent-soft",
        "has-disabled:cursor-not-allowed has-disabled:opacity-60",
        className,
      )}
    >
      <Primitive.Item
        id={id}
        className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-line-strong bg-raised data-[state=checked]:border-accent data-[state=checked]:bg-accent"
        {...props}
      >
        <Primitive.Indicator className="size-1.5 rounded-full bg-on-accent" />
      </Primitive.Item>
      <span className="grid gap-0.5">
        <span className="font-medium text-sm">{label}</span>
        {hint ? <span className="text-muted text-xs">{hint}</span> : null}
      </span>
    </label>
  );
}
