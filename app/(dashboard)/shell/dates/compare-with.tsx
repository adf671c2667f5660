import { Select } from "@/components/fields/select";
import type { Comparison } from "@/lib/reporting/metrics/compare";

type Compared = Comparison | "none";

const options: readonly { value: Compared; label: string; hint?: string }[] = [
  {
    value: "previous",
    label: "vs previous period",
    hint: "The days right before, or the week or month before",
  },
  { value: "weeks", label: "vs same weekdays", hint: "Whole weeks back" },
  { value: "year", label: "vs last year", hint: "The same dates" },
  { value: "none", label: "No comparison" },
];
/** No longer offered, but existing addresses and saved views contain it. */
const month = { value: "month", label: "vs previous month", hint: "The same dates" } as const;

type CompareWithProps = { value: Compared; onChange: (value: Compared) => void; size?: "sm" | "md" };

/** The choice of the comparison period, with the same labels everywhere. */
export const CompareWith = ({ value, onChange, size = "md" }: CompareWithProps) => (
  <Select
    size={size}
    aria-label="Compare with"
    className="w-auto"
    value={value}
    options={value === "month" ? [...options, month] : options}
    onValueChange={onChange}
  />
);
