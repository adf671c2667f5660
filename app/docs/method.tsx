import { cn } from "@/components/cn";

const tones: Record<string, string> = {
  GET: "bg-pressed text-ink",
  POST: "bg-accent-soft text-accent-strong",
  DELETE: "bg-danger-soft text-danger",
};
const changing = "bg-warning-soft text-warning";

export function Method({ name, className }: { name: string; className?: string }) {
  return (
    <span
      className={cn(
        "inline-flex h-5 items-center rounded-sm px-1.5 font-medium font-mono text-2xs",
        tones[name] ?? changing,
        className,
      )}
    >
      {name}
    </span>
  );
}
