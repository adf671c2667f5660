import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/components/cn";

export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return (
    <input
      type={type}
      className={cn("control block h-8.5 w-full min-w-0 px-2.5 text-sm max-sm:text-lg", className)}
      {...props}
    />
  );
}

/** An input with fixed content before or after it: a unit, a scheme, an icon. */
export function InputGroup({
  before,
  after,
  className,
  ...props
}: ComponentProps<"input"> & { before?: ReactNode; after?: ReactNode }) {
  return (
    <div className={cn("control flex h-8.5 w-full min-w-0 items-center overflow-hidden", className)}>
      {before ? <span className="flex shrink-0 items-center ps-2.5 text-faint text-sm">{before}</span> : null}
      <input
        type="text"
        className="h-full w-full min-w-0 bg-transparent px-2.5 text-sm outline-none! max-sm:text-lg"
        {...props}
      />
      {after ? <span className="flex shrink-0 items-center pe-2 text-faint text-sm">{after}</span> : null}
    </div>
  );
}
