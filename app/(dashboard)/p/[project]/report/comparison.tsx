import { comparedText } from "@/app/(dashboard)/figure-format";
import { Select } from "@/components/ui/select";
import type { ReportComparison } from "@/lib/reporting/compare";
import type { RowChanges } from "./use-changes";

const none = "none";
const options: readonly { value: ReportComparison | typeof none; label: string; hint?: string }[] = [
  { value: none, label: "Nothing" },
  { value: "weeks", label: "Previous period", hint: "The same weekdays" },
  { value: "month", label: "Previous month", hint: "The same days of the month" },
  { value: "year", label: "Last year", hint: "The same days of the year" },
];

type CompareWithProps = { value: ReportComparison | ""; onChange: (value: ReportComparison | "") => void };

export const CompareWith = ({ value, onChange }: CompareWithProps) => (
  <div className="flex items-center gap-2 text-muted text-xs">
    <span aria-hidden="true">Compare with</span>
    <Select
      size="sm"
      aria-label="Compare with"
      className="w-auto"
      value={value || none}
      options={options}
      onValueChange={(next) => onChange(next === none ? "" : next)}
    />
  </div>
);

/** Which days are set against which, below the table. */
export function ComparisonNote({ changes }: { changes: RowChanges | undefined }) {
  if (changes?.compared === undefined) return null;
  return (
    <p className="border-t px-4 py-2.5 text-muted text-xs">
      {changes.compared === null
        ? "There are no figures of the earlier days to compare with."
        : `Changes compare ${comparedText(changes.compared)}, without today.`}
    </p>
  );
}
