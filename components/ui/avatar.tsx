import { cn } from "@/components/cn";

const tones = [
  "bg-chart-1/25",
  "bg-chart-2/30",
  "bg-chart-3/20",
  "bg-chart-5/30",
  "bg-chart-7/20",
  "bg-chart-8/25",
] as const;

function initials(name: string): string {
  // Signs that are not letters, such as emoji, are not initials.
  const letters = name.split(/[\s@._-]+/).flatMap((word) => /[\p{L}\p{N}]/u.exec(word) ?? []);
  return letters.slice(0, 2).join("").toUpperCase() || "?";
}

function toneOf(name: string): string {
  let sum = 0;
  for (const char of name) sum += char.codePointAt(0) ?? 0;
  return tones[sum % tones.length] as string;
}

/** The initials of a person, or of a thing if square. The full name must be next to it. */
export function Avatar({ name, square, className }: { name: string; square?: boolean; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        "grid size-6 shrink-0 select-none place-items-center font-semibold text-[0.625rem] text-ink leading-none",
        square ? "rounded-md" : "rounded-full",
        toneOf(name),
        className,
      )}
    >
      {initials(name)}
    </span>
  );
}
