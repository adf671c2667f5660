import { cn } from "@/components/cn";

/** Three stacked stones; the top one is coloured. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={cn("size-5 shrink-0", className)}>
      <path
        fill="currentColor"
        d="M2.2 18.7c0-2.3 3.7-3.7 9.2-3.7 6 0 10.4 1.3 10.4 3.6 0 2-3.8 3.1-9.9 3.1-6.2 0-9.7-1-9.7-3z"
      />
      <path
        fill="currentColor"
        d="M5 11.7c0-2 3-3.3 7.2-3.3 3.9 0 6.8 1.1 6.8 3 0 1.8-2.8 2.7-6.9 2.7-4.3 0-7.1-.7-7.1-2.4z"
      />
      <path
        className="fill-accent"
        d="M8.1 5.2c0-1.9 1.7-3.2 4.1-3.2 2.2 0 3.8 1.2 3.8 3 0 1.6-1.6 2.6-3.9 2.6-2.4 0-4-.8-4-2.4z"
      />
    </svg>
  );
}
