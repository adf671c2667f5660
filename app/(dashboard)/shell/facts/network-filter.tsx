import { FilterSelect } from "@/app/(dashboard)/shell/list/filter-select";
import { noNetwork, offeredNetworks } from "@/lib/campaigns/networks";

const choices = offeredNetworks.map(({ code, label }) => ({ value: code, label }));
const withNone = [...choices, { value: noNetwork, label: "No network" }];

/** Filters by the campaign's ad network; `none` adds a choice for campaigns without one. */
export const NetworkFilter = ({
  none = false,
  ...props
}: {
  none?: boolean;
  value: string;
  onValueChange: (value: string) => void;
}) => <FilterSelect label="Network" choices={none ? withNone : choices} {...props} />;
