import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/components/cn";

const badgeStyle = cva(
  "inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-full px-2 font-medium text-2xs [&_svg]:size-3",
  {
    variants: {
      tone: {
        neutral: "bg-pressed text-muted",
        outline: "border text-muted",
        accent: "bg-accent-soft text-accent-strong",
        success: "bg-success-soft text-success",
        warning: "bg-warning-soft text-warning",
        danger: "bg-danger-soft text-danger",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export type BadgeTone = NonNullable<VariantProps<typeof badgeStyle>["tone"]>;

/** `dot` shows a small dot before the label, for states that can change by themselves. */
export function Badge({
  className,
  tone,
  dot,
  children,
  ...props
}: ComponentProps<"span"> & VariantProps<typeof badgeStyle> & { dot?: boolean }) {
  return (
    <span className={cn(badgeStyle({ tone }), className)} {...props}>
      {dot ? <span aria-hidden="true" className="size-1.5 rounded-full bg-current" /> : null}
      {children}
    </span>
  );
}
