import { comparedWindowsText } from "@/app/(dashboard)/shell/figure-format";
import { t } from "@/lib/base/languages/texts";
import type { OverviewData } from "@/lib/reporting/overview/schema";

type ComparedNoteProps = { data: Pick<OverviewData, "compared" | "from" | "to" | "today"> };

/** The comparison period of the figures, and a note if the range includes today. */
export function ComparedNote({ data: { compared, from, to, today } }: ComparedNoteProps) {
  const runs = from <= today && today <= to;
  const note =
    compared === null ? "" : t("Changes compare {compared}.", { compared: comparedWindowsText(compared) });
  const ofToday = runs ? t("Today isn't over: it's in the totals but not in the changes.") : "";
  return <p className="px-1 text-muted text-xs">{`${note} ${ofToday}`.trim()}</p>;
}
