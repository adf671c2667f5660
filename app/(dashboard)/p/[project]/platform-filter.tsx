import { FilterSelect } from "@/app/(dashboard)/filter-select";
import { choicesOf, platformNames } from "@/app/(dashboard)/p/[project]/installs/labels";
import { platforms } from "@/lib/reporting/lists/installs/schema";

const choices = choicesOf(platformNames, platforms);

/** Of which platform an app is. */
export const PlatformFilter = (props: { value: string; onValueChange: (value: string) => void }) => (
  <FilterSelect label="Platform" choices={choices} {...props} />
);
