import { IntentLink } from "@/components/intent-link";
import { t } from "@/lib/base/languages/texts";
import { discrepancyCauses, unexplainedCause } from "@/lib/reporting/discrepancies/causes";
import type { DiscrepancyRow } from "@/lib/reporting/discrepancies/schema";
import {
  countText,
  type DiscrepancyPart,
  type DiscrepancyTotals,
  discrepancyParts,
  installsHref,
  signedNumber,
  unexplainedSide,
} from "./figures";

type CauseListProps = {
  figures: DiscrepancyTotals;
  project: number;
  days: { from: string; to: string };
  row?: DiscrepancyRow;
  network?: string;
};

/** Each cause with its meaning, its remedy and its installs. The unexplained rest is last. */
export function CauseList({ figures, project, days, row, network = "" }: CauseListProps) {
  const parts = discrepancyParts(figures);
  const max = Math.max(1, ...parts.map(({ value }) => Math.abs(value)));
  if (parts.length === 0) return <p className="py-2 text-muted text-sm">{t("The figures agree.")}</p>;
  return (
    <ul className="grid grid-cols-1 gap-4">
      {parts.map((part) => (
        <li key={part.id} className="grid grid-cols-1 gap-1.5">
          <span className="flex items-baseline justify-between gap-3 text-sm">
            <span className="font-medium">{part.label}</span>
            {part.id === "unexplained" ? (
              <span className="num">{signedNumber(part.value)}</span>
            ) : (
              <IntentLink
                href={installsHref({ project, ...days, cause: part.id, row, network })}
                aria-label={t("{label}: {signedNumber}, show installs", {
                  label: part.label,
                  signedNumber: signedNumber(part.value),
                })}
                className="num rounded-sm underline decoration-line-strong underline-offset-4"
              >
                {signedNumber(part.value)}
              </IntentLink>
            )}
          </span>
          <SignedBar {...part} max={max} />
          <p className="text-pretty text-muted text-xs">{sentences(part, figures)}</p>
        </li>
      ))}
    </ul>
  );
}

/** To the left of zero in the middle if the network claims fewer installs than Cairn, else to the right. */
function SignedBar({ value, color, max }: DiscrepancyPart & { max: number }) {
  return (
    <span
      aria-hidden="true"
      className="relative grid h-1.5 grid-cols-2 overflow-hidden rounded-full bg-pressed"
    >
      <span
        className={
          value < 0
            ? "h-full min-w-0.5 justify-self-end rounded-s-full"
            : "col-start-2 h-full min-w-0.5 rounded-e-full"
        }
        style={{ width: `${(100 * Math.abs(value)) / max}%`, background: color }}
      />
      <span className="absolute inset-y-0 start-1/2 w-px bg-line-strong" />
    </span>
  );
}

function sentences({ id, value }: DiscrepancyPart, figures: DiscrepancyTotals): string {
  if (id !== "unexplained") return `${discrepancyCauses[id].meaning} ${discrepancyCauses[id].advice}`;
  const { network_clicks, our_clicks } = figures;
  const lost = (network_clicks ?? 0) - our_clicks;
  const clicks =
    value > 0 && network_clicks !== null && lost > 0
      ? ` ${t("It reports {lost} more clicks than reached your links.", { lost: countText(lost) })}`
      : "";
  return `${unexplainedCause[unexplainedSide(figures)]}${clicks}`;
}
