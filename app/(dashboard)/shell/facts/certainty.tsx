import { Progress } from "@/components/ui/progress";
import { t } from "@/lib/base/languages/texts";

type CertaintyProps = {
  /** From 0 to 100; null until the install is decided. */
  confidence: number | null;
  /** The names of the fraud rules that fired. */
  fired: string[];
};

/** The confidence of the match and the fraud findings. A confident match can still be fraud. */
export function ConfidenceAndFraud({ confidence, fired }: CertaintyProps) {
  if (confidence === null) return null;
  return (
    <dl className="mt-2 grid gap-x-8 gap-y-3 sm:grid-cols-2">
      <div className="grid content-start gap-1.5">
        <dt className="text-muted text-xs">{t("Match certainty")}</dt>
        <dd className="grid gap-1.5">
          <span className="num font-medium text-sm">{t("{confidence} of 100", { confidence })}</span>
          <Progress value={confidence / 100} label={t("Match certainty")} />
        </dd>
      </div>
      <div className="grid content-start gap-1.5">
        <dt className="text-muted text-xs">{t("Fraud risk")}</dt>
        <dd className={fired.length > 0 ? "font-medium text-danger text-sm" : "font-medium text-sm"}>
          {fired.length === 0 ? t("No rule fired") : [...new Set(fired)].join(", ")}
        </dd>
      </div>
    </dl>
  );
}
