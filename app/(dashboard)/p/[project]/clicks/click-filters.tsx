"use client";

import { ClearFilters } from "@/app/(dashboard)/clear-filters";
import { DayRange } from "@/app/(dashboard)/day-range";
import { FilterSelect } from "@/app/(dashboard)/filter-select";
import { CampaignFilter } from "@/app/(dashboard)/p/[project]/campaign-filter";
import { CountedFilter } from "@/app/(dashboard)/p/[project]/counted-filter";
import { choicesOf, platformNames } from "@/app/(dashboard)/p/[project]/installs/labels";
import { PartFilters } from "@/app/(dashboard)/p/[project]/part-filters";
import { useProject } from "@/app/(dashboard)/session";
import { platforms } from "@/lib/reporting/lists/clicks/schema";
import { type Address, type Filters, isFiltered, noFilters } from "./address";

const selects = [
  {
    name: "kind",
    label: "Kind",
    choices: [
      { value: "click", label: "Clicks" },
      { value: "view", label: "Ad views" },
    ],
  },
  { name: "platform", label: "Platform", choices: choicesOf(platformNames, platforms) },
] as const;

export function ClickFilters({
  address,
  onChange,
}: {
  address: Address;
  onChange: (patch: Partial<Filters>) => void;
}) {
  const { time_zone: timeZone } = useProject();
  return (
    <>
      <CampaignFilter
        organic={false}
        value={address.campaign}
        onValueChange={(campaign) => onChange({ campaign })}
      />
      {selects.map(({ name, label, choices }) => (
        <FilterSelect
          key={name}
          label={label}
          value={address[name]}
          choices={choices}
          onValueChange={(value) => onChange({ [name]: value })}
        />
      ))}
      <CountedFilter value={address.counted} onValueChange={(counted) => onChange({ counted })} />
      <PartFilters address={address} onChange={onChange} />
      <DayRange from={address.from} to={address.to} timeZone={timeZone} onChange={onChange} />
      <ClearFilters shown={isFiltered(address)} onClear={() => onChange(noFilters)} />
    </>
  );
}
