import { CandidateList } from "@/app/(dashboard)/shell/facts/candidate-list";
import { EvidenceStrength } from "@/app/(dashboard)/shell/facts/evidence-strength";
import { methodNames } from "@/app/(dashboard)/shell/facts/install-labels";
import { useProject } from "@/app/(dashboard)/shell/session";
import { cn } from "@/components/cn";
import { exactTime } from "@/components/format";
import { Badge } from "@/components/ui/badge";
import type { InstallPage } from "@/lib/activity/lists/installs/schema";
import { t } from "@/lib/base/languages/texts";

/** All candidate clicks and views, ranked by evidence, with their results. */
export function Candidates({ page }: { page: InstallPage }) {
  const { time_zone: timeZone } = useProject();
  if (page.candidates.length === 0) return null;
  return (
    <section aria-labelledby="candidates" className="border-t">
      <h3 id="candidates" className="px-5 pt-4 pb-1 font-medium text-sm">
        {candidatesText(page)}
      </h3>
      <ol className="divide-y">
        {page.candidates.map((each, i) => (
          <li
            key={`${each.click_id} ${each.source} ${each.at}`}
            className={cn(
              "grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3 px-5 py-3.5",
              each.won && "bg-accent-soft/40",
            )}
          >
            <span aria-hidden="true" className="num pt-px text-muted text-sm">
              {i + 1}
            </span>
            <div className="grid min-w-0 gap-1">
              <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <span className="min-w-0 break-words font-medium text-sm">{nameOf(each)}</span>
                {each.won ? <Badge tone="success">{t("Won")}</Badge> : null}
                <Badge tone="outline">{methodNames[each.source] ?? each.source}</Badge>
                {each.network ? <Badge>{each.network}</Badge> : null}
                <span className="max-sm:w-full sm:ms-auto">
                  <EvidenceStrength strength={each.strength} campaign={nameOf(each)} />
                </span>
              </div>
              <CandidateList {...each} />
              <p className="num flex flex-wrap gap-x-3 text-muted text-xs">
                {each.at ? <time dateTime={each.at}>{exactTime(new Date(each.at), timeZone)}</time> : null}
                {each.click_id ? <span className="break-all font-mono">{each.click_id}</span> : null}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

export const candidatesText = ({ candidates: { length } }: InstallPage) =>
  length === 0
    ? t("No candidates")
    : length === 1
      ? t("Only one candidate")
      : t("All {length} candidates considered", { length });

const nameOf = ({ campaign }: InstallPage["candidates"][number]) => campaign.replace(/^“|”$/g, "");
