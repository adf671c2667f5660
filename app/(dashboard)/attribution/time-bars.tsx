import { percentText } from "@/app/(dashboard)/shell/figure-format";
import { cn } from "@/components/cn";
import { numberText } from "@/components/format";
import { Tooltip } from "@/components/ui/tooltip";
import { clickTimes, type SourcesData } from "@/lib/attribution/sources/schema";
import { t } from "@/lib/base/languages/texts";

type Timed = SourcesData["total"];

const shareOf = ({ installs, times }: Timed, i: number) => (installs === 0 ? 0 : times[i]! / installs);

/** The distribution of a row, with that of the whole as lines. */
export function TimeBars({ row, total }: { row: Timed; total: Timed | undefined }) {
  const shares = clickTimes.map((_, i) => shareOf(row, i));
  const whole = total && clickTimes.map((_, i) => shareOf(total, i));
  const max = Math.max(...shares, ...(whole ?? []), 0.01);
  const height = (share: number) => `${Math.round((100 * share) / max)}%`;
  return (
    <ul className="flex h-9 items-end gap-1" aria-label={t("Shares by time from click to install")}>
      {clickTimes.map(({ label }, i) => (
        <li key={label} className="relative flex h-full w-4 items-end border-line border-b">
          <Tooltip
            content={t("{label}: {time} of {installs} installs ({share}){whole}", {
              label,
              time: numberText(row.times[i]!),
              installs: numberText(row.installs),
              share: percentText(shares[i]!),
              whole: whole ? t("; all sources {whole}", { whole: percentText(whole[i]!) }) : "",
            })}
          >
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the figure has to be reachable by keyboard */}
            <span tabIndex={0} className="flex h-full w-full items-end rounded-sm">
              <span className="sr-only">
                {label}: {percentText(shares[i]!)}
              </span>
              <span
                aria-hidden="true"
                className={cn("w-full rounded-t-[2px]", i === 0 ? "bg-danger" : "bg-chart-1")}
                style={{ height: height(shares[i]!) }}
              />
            </span>
          </Tooltip>
          {whole?.[i] ? (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-x-0 border-ink border-t-2 opacity-60"
              style={{ bottom: height(whole[i]!) }}
            />
          ) : null}
        </li>
      ))}
    </ul>
  );
}
