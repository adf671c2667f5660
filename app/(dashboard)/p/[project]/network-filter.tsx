import { FilterSelect } from "@/app/(dashboard)/filter-select";
import { networks } from "@/lib/campaigns/networks";

const choices = networks.map(({ code, label }) => ({ value: code, label }));

/** On which ad network a campaign runs. */
export const NetworkFilter = (props: { value: string; onValueChange: (value: string) => void }) => (
  <FilterSelect label="Network" choices={choices} {...props} />
);
