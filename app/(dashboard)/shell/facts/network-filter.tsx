import { FilterSelect } from "@/app/(dashboard)/shell/list/filter-select";
import { noNetwork, offeredNetworks } from "@/lib/campaigns/networks";

const choices = offeredNetworks.map(({ code, label }) => ({ value: code, label }));
const withNone = [...choices, { value: noNetwork, label: "No network" }];

/** On which ad network a campaign runs; where `none` may be chosen, also those that are on none. */
export const NetworkFilter = ({
  none = false,
  ...props
}: {
  none?: boolean;
  value: string;
  onValueChange: (value: string) => void;
}) => <FilterSelect label="Network" choices={none ? withNone : choices} {...props} />;
