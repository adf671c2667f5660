import { Progress } from "@/components/ui/progress";

/** How strongly a candidate points to the install, so that the list reads as a ranking. */
export function EvidenceStrength({ strength, campaign }: { strength: number; campaign: string }) {
  return (
    <div
      className="flex w-full items-center gap-3 sm:w-44"
      title="How strongly this points to the install, whether or not it may count"
    >
      <Progress value={strength / 100} label={`Evidence for ${campaign}`} />
      <span className="num w-7 text-right text-muted text-xs">{strength}</span>
    </div>
  );
}
