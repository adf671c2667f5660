import { cn } from "@/components/cn";

/** The first letter of a kind of destination, instead of a logo. */
export const KindTile = ({ label, className }: { label: string; className?: string }) => (
  <span
    aria-hidden="true"
    className={cn(
      "grid size-8 shrink-0 place-items-center rounded-md border bg-sunken font-semibold text-muted text-sm",
      className,
    )}
  >
    {label.charAt(0).toUpperCase()}
  </span>
);
