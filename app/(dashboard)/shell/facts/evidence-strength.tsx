import { Progress } from "@/components/ui/progress";
import { t } from "@/lib/base/languages/texts";

/** How strongly a candidate points to the install, so that the list reads as a ranking. */
export function EvidenceStrength({ strength, campaign }: { strength: number; campaign: string }) {
  return (
    <div
      className="flex w-full items-center gap-3 sm:w-44"
      title={t("How strongly this points to the install, whether or not it may count")}
    >
      <Progress value={strength / 100} label={t("Evidence for {campaign}", { campaign })} />
      <span className="num w-7 text-end text-muted text-xs">{strength}</span>
    </div>
  );
}
