import type { ComponentProps } from "react";
import { cn } from "@/components/cn";

/** The basic parts of a table with the usual density, from which `data-table.tsx` is built. */
export function Table({ className, ...props }: ComponentProps<"table">) {
  return <table className={cn("w-full border-separate border-spacing-0 text-sm", className)} {...props} />;
}

export function TableHead({ className, ...props }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={cn(
        "h-8.5 whitespace-nowrap border-b bg-sunken px-3 text-start align-middle font-medium text-muted text-xs first:ps-4 last:pe-4 max-sm:px-2 max-sm:first:ps-3 max-sm:last:pe-3",
        className,
      )}
      {...props}
    />
  );
}

export function TableRow({ className, ...props }: ComponentProps<"tr">) {
  return (
    <tr
      className={cn(
        "group/row [&:last-child>td]:border-b-0 [&>td]:bg-raised hover:[&>td]:bg-[color-mix(in_oklab,var(--sunken)_65%,var(--raised))]",
        "data-[selected=true]:[&>td]:bg-accent-soft",
        className,
      )}
      {...props}
    />
  );
}

export function TableCell({ className, ...props }: ComponentProps<"td">) {
  return (
    <td
      className={cn(
        "h-10 border-b px-3 py-1.5 align-middle first:ps-4 last:pe-4 max-sm:px-2 max-sm:first:ps-3 max-sm:last:pe-3",
        className,
      )}
      {...props}
    />
  );
}
