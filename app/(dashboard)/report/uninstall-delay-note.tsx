import { addDays } from "@/lib/base/days";
import { t } from "@/lib/base/languages/texts";
import type { ReportColumn } from "@/lib/reporting/table/columns";

/** The longest delay of the push services, in days. */
const lateDays = 11;

type LateNoteProps = {
  columns: readonly ReportColumn[];
  window: { to: string | null } | null;
  today: string;
};

/** A note that uninstalls of the last days are incomplete, if the report shows such days. */
export function UninstallDelayNote({ columns, window, today }: LateNoteProps) {
  const shown = columns.some(({ id }) => id === "uninstalls" || id === "uninstall_rate");
  const to = window?.to ?? null;
  if (!shown || (to !== null && to < addDays(today, -lateDays))) return null;
  return (
    <p className="border-t px-4 py-2.5 text-muted text-xs">
      {t(
        "Uninstalls of the last days are incomplete: Android reports after 1–2 days, iOS after 9–11, and each counts after three days.",
      )}
    </p>
  );
}
