import { FilterSelect } from "@/app/(dashboard)/filter-select";

const choices = [
  { value: "yes", label: "Counted" },
  { value: "no", label: "Not counted" },
];

/** Whether what is listed stands in figures, too. */
export const CountedFilter = (props: { value: string; onValueChange: (value: string) => void }) => (
  <FilterSelect label="Counted" any="Counted or not" choices={choices} {...props} />
);
