"use client";

import { platforms } from "@/lib/clicks/explore/schema";
import { ClearFilters } from "../../../clear-filters";
import { DayRange } from "../../../day-range";
import { FilterSelect } from "../../../filter-select";
import { useProject } from "../../../session";
import { CampaignFilter } from "../campaign-filter";
import { CountedFilter } from "../counted-filter";
import { choicesOf, platformNames } from "../installs/words";
import { PartFilters } from "../part-filters";
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
