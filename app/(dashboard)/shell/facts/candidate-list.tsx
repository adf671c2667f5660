import type { SimulatorResult } from "@/lib/attribution/simulate/schema";
import { maxAddressCrowd } from "@/lib/attribution/touches/match-score";
import { t } from "@/lib/base/languages/texts";
import { withLowerFirst } from "@/lib/reporting/metrics/traffic";

type Candidate = SimulatorResult["candidates"][number];

/** The reason why a candidate won or lost, with the parts of its score and its fraud findings. */
export function CandidateList({
  text,
  charges: findings,
  ...score
}: Pick<Candidate, "text" | "charges" | "parts" | "crowd">) {
  return (
    <>
      <p className="text-muted text-sm">{text}</p>
      <ScoreParts {...score} />
      {findings.map((charge) => (
        <p key={charge.rule} className="text-danger text-sm">
          {charge.label}: {charge.text}.
        </p>
      ))}
    </>
  );
}

/** Only candidates of probabilistic matches have a score. */
function ScoreParts({ parts, crowd }: Pick<Candidate, "parts" | "crowd">) {
  if (parts.length === 0) return null;
  return (
    <ul aria-label={t("Parts of the score")} className="flex flex-wrap gap-x-3 gap-y-0.5 text-muted text-xs">
      {parts.map(({ part, label, points }) => (
        <li key={part}>
          <span className="num font-medium text-ink">{signed(points)}</span> {withLowerFirst(label)}
        </li>
      ))}
      {crowd ? (
        <li>
          {t("{browsers} and {installs} from this IP in 24 hours", {
            browsers: browsersText(crowd.browsers),
            installs: installsText(crowd.installs),
          })}
        </li>
      ) : null}
    </ul>
  );
}

const signed = (points: number) => (points < 0 ? `−${-points}` : `+${points}`);
const browsersText = (n: number) =>
  n >= maxAddressCrowd
    ? t("{n} or more browsers", { n })
    : t("{n, plural, one {# browser} other {# browsers}}", { n });
const installsText = (n: number) =>
  n >= maxAddressCrowd
    ? t("{n} or more installs", { n })
    : t("{n, plural, one {# install} other {# installs}}", { n });
