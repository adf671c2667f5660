import { FilterSelect } from "@/app/(dashboard)/shell/list/filter-select";
import { t } from "@/lib/base/languages/texts";
import { noNetworkValue } from "@/lib/campaigns/networks";
import { useNetworkChoices } from "./network-choices";

/** Filters by the campaign's ad network; `none` adds a choice for campaigns without one. */
export function NetworkFilter({
  none = false,
  ...props
}: {
  none?: boolean;
  value: string;
  onValueChange: (value: string) => void;
}) {
  const choices = useNetworkChoices();
  const withNone = none ? [...choices, { value: noNetworkValue, label: t("No network") }] : choices;
  return <FilterSelect label={t("Network")} choices={withNone} {...props} />;
}
