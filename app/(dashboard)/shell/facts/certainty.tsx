import { Progress } from "@/components/ui/progress";

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
        <dt className="text-muted text-xs">Match certainty</dt>
        <dd className="grid gap-1.5">
          <span className="num font-medium text-sm">{confidence} of 100</span>
          <Progress value={confidence / 100} label="Match certainty" />
        </dd>
      </div>
      <div className="grid content-start gap-1.5">
        <dt className="text-muted text-xs">Fraud risk</dt>
        <dd className={fired.length > 0 ? "font-medium text-danger text-sm" : "font-medium text-sm"}>
          {fired.length === 0 ? "No rule fired" : [...new Set(fired)].join(", ")}
        </dd>
      </div>
    </dl>
  );
}
