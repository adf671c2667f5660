import { Select } from "@/components/fields/select";
import { t } from "@/lib/base/languages/texts";
import type { Comparison } from "@/lib/reporting/metrics/compare";

type Compared = Comparison | "none";

const options: readonly { value: Compared; label: string; hint?: string }[] = [
  {
    value: "previous",
    label: t("vs previous period"),
    hint: t("The days right before, or the week or month before"),
  },
  { value: "weeks", label: t("vs same weekdays"), hint: t("Whole weeks back") },
  { value: "year", label: t("vs last year"), hint: t("The same dates") },
  { value: "none", label: t("No comparison") },
];
/** No longer offered, but existing addresses and saved views contain it. */
const month = { value: "month", label: t("vs previous month"), hint: t("The same dates") } as const;

type CompareWithProps = { value: Compared; onChange: (value: Compared) => void; size?: "sm" | "md" };

/** The choice of the comparison period, with the same labels everywhere. */
export const CompareWith = ({ value, onChange, size = "md" }: CompareWithProps) => (
  <Select
    size={size}
    aria-label={t("Compare with")}
    className="w-auto"
    value={value}
    options={value === "month" ? [...options, month] : options}
    onValueChange={onChange}
  />
);
