import { comparedWindowsText } from "@/app/(dashboard)/shell/figure-format";
import { t } from "@/lib/base/languages/texts";
import type { ReportChanges } from "./use-changes";

/** The compared date ranges, below the table. */
export function ComparisonNote({ changes }: { changes: ReportChanges | undefined }) {
  if (changes?.compared === undefined) return null;
  return (
    <p className="border-t px-4 py-2.5 text-muted text-xs">
      {changes.compared === null
        ? t("There are no figures of the earlier days to compare with.")
        : t("Changes compare {compared}, without today.", {
            compared: comparedWindowsText(changes.compared),
          })}
    </p>
  );
}
