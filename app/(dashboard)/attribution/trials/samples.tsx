import { ArrowRight } from "lucide-react";
import { attributionReasonName, shortId } from "@/app/(dashboard)/shell/facts/install-labels";
import { useProject } from "@/app/(dashboard)/shell/session";
import { numberText } from "@/components/format";
import { IntentLink } from "@/components/intent-link";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { When } from "@/components/ui/when";
import { ruleName } from "@/lib/attribution/fraud/labels";
import type { ReplayOutcome } from "@/lib/attribution/replay/schema";
import { t } from "@/lib/base/languages/texts";

const changeLabels = {
  moved: t("Changes campaign"),
  rematched: t("Different reason"),
  flags: t("Fraud flag"),
} as const;

/** The first of the changed installs, each with a link to its page. */
export function ReplaySamples({ outcome }: { outcome: ReplayOutcome }) {
  const { id, time_zone: timeZone } = useProject();
  const changing = outcome.moved + outcome.rematched + outcome.reflagged;
  const shown = outcome.samples.length;
  return (
    <Card>
      <CardHeader
        title={t("Install by install")}
        description={
          shown < changing
            ? t("The first {shown} of {changing} changes.", { shown, changing: numberText(changing) })
            : t("All changes.")
        }
      />
      <ul className="max-h-140 divide-y overflow-y-auto border-t" aria-label={t("Changed installs")}>
        {outcome.samples.map((sample) => {
          const flags = (all: string[], isWithheld = false) =>
            all.length === 0
              ? t("not suspicious")
              : [...all.map(ruleName), ...(isWithheld ? ["withheld"] : [])].join(", ");
          return (
            <li
              key={sample.id}
              className="grid gap-x-6 gap-y-1 px-5 py-2.5 text-sm sm:grid-cols-[10rem_minmax(0,1fr)_auto]"
            >
              <span className="grid">
                <IntentLink
                  href={`/p/${id}/installs/${sample.id}`}
                  className="rounded-sm font-mono text-xs underline underline-offset-2"
                >
                  {shortId(sample.id)}
                </IntentLink>
                <When clock at={sample.installed_at} timeZone={timeZone} className="text-muted text-xs" />
              </span>
              <span className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
                {sample.change === "flags" ? (
                  <OldToNew
                    from={flags(sample.flags_before, sample.held_before)}
                    to={flags(sample.flags_after, sample.held_after)}
                  />
                ) : (
                  <>
                    <OldToNew from={sample.from} to={sample.to} />
                    <span className="text-muted">{attributionReasonName(sample.reason)}</span>
                  </>
                )}
              </span>
              <span>
                <Badge tone={sample.change === "moved" ? "accent" : "outline"}>
                  {changeLabels[sample.change]}
                </Badge>
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

export function OldToNew({ from, to }: { from: string; to: string }) {
  return (
    <span className="num inline-flex items-center gap-1.5 whitespace-nowrap">
      <span className="text-muted">{from}</span>
      {from === to ? null : (
        <>
          <ArrowRight className="size-3 shrink-0 text-faint" role="img" aria-label="to" />
          <span className="font-medium">{to}</span>
        </>
      )}
    </span>
  );
}
