import { Trash2 } from "lucide-react";
import { asking, at } from "@/app/(dashboard)/api";
import { ClearFilters } from "@/app/(dashboard)/clear-filters";
import { useGet } from "@/app/(dashboard)/data";
import { DayRange } from "@/app/(dashboard)/day-range";
import { FilterSelect } from "@/app/(dashboard)/filter-select";
import { CampaignFilter } from "@/app/(dashboard)/p/[project]/campaign-filter";
import { choicesOf, platformNames } from "@/app/(dashboard)/p/[project]/installs/labels";
import { NetworkFilter } from "@/app/(dashboard)/p/[project]/network-filter";
import { PartFilters } from "@/app/(dashboard)/p/[project]/part-filters";
import { useProject } from "@/app/(dashboard)/session";
import { Button } from "@/components/ui/button";
import { type Address, type Filters, isFiltered, noFilters } from "./address";

const platformChoices = choicesOf(platformNames, ["IOS", "ANDROID"]);

type SpendFiltersProps = {
  address: Address;
  onChange: (patch: Partial<Filters>) => void;
  /** Deletes what the filters leave. */
  onDelete?: () => void;
};

export function SpendFilters({ address, onChange, onDelete }: SpendFiltersProps) {
  const { id, time_zone: timeZone } = useProject();
  const { data } = useGet(asking(at("/projects/:project/spend/imports", { project: id }), { limit: 100 }), {
    staleTime: 60_000,
  });
  return (
    <>
      <CampaignFilter
        organic={false}
        value={address.campaign}
        onValueChange={(campaign) => onChange({ campaign })}
      />
      <NetworkFilter value={address.network} onValueChange={(network) => onChange({ network })} />
      <FilterSelect
        label="Source"
        value={address.import}
        choices={(data?.imports ?? []).map((each) => ({
          value: String(each.id),
          label: each.kind === "HAND" ? `${each.name}, ${each.from}` : each.name,
        }))}
        onValueChange={(value) => onChange({ import: value })}
      />
      <FilterSelect
        label="Platform"
        value={address.platform}
        choices={platformChoices}
        onValueChange={(platform) => onChange({ platform })}
      />
      <PartFilters address={address} onChange={onChange} />
      {address.currency ? (
        <FilterSelect
          label="Currency"
          value={address.currency}
          choices={[]}
          onValueChange={(currency) => onChange({ currency })}
        />
      ) : null}
      <DayRange from={address.from} to={address.to} timeZone={timeZone} onChange={onChange} />
      <ClearFilters shown={isFiltered(address)} onClear={() => onChange(noFilters)} />
      {onDelete ? (
        <Button variant="danger-ghost" size="sm" onClick={onDelete}>
          <Trash2 className="size-3.5" />
          Delete these
        </Button>
      ) : null}
    </>
  );
}
