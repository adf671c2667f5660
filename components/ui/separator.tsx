import { cn } from "@/components/cn";

export function Separator({ vertical, className }: { vertical?: boolean; className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={cn("shrink-0 bg-line", vertical ? "h-full w-px" : "h-px w-full", className)}
    />
  );
}
