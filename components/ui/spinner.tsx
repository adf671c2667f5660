import { cn } from "@/components/cn";

export function Spinner({ className }: { className?: string }) {
  return (
    <span className={cn("inline-grid size-4 place-items-center", className)}>
      <svg viewBox="0 0 16 16" className="size-full animate-spin" fill="none" aria-hidden="true">
        <circle cx="8" cy="8" r="6.25" stroke="currentColor" strokeOpacity="0.2" strokeWidth="1.75" />
        <path
          d="M14.25 8A6.25 6.25 0 0 0 8 1.75"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
        />
      </svg>
    </span>
  );
}
