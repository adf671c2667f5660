"use client";

import { useCallback } from "react";
import { SearchBox } from "@/components/search-box";
import { ClearFilters } from "../../../clear-filters";
import type { EventNames } from "../../../contract";
import { useGet } from "../../../data";
import { DayRange } from "../../../day-range";
import { FilterSelect } from "../../../filter-select";
import { useProject } from "../../../session";
import { CampaignFilter } from "../campaign-filter";
import { CountedFilter } from "../counted-filter";
import { PartFilters } from "../part-filters";
import { PlatformFilter } from "../platform-filter";
import { type Address, type Filters, isFiltered, noFilters } from "./address";

export function EventFilters({
  address,
  onChange,
}: {
  address: Address;
  onChange: (patch: Partial<Filters>) => void;
}) {
  const { id, time_zone: timeZone } = useProject();
  const { data } = useGet<EventNames>(`/projects/${id}/events/names`, { staleTime: 60_000 });
  const user = useCallback((text: string) => onChange({ user: text }), [onChange]);
  const install = useCallback((text: string) => onChange({ install: text }), [onChange]);
  return (
    <>
      <FilterSelect
        label="Event"
        value={address.name}
        choices={(data?.names ?? []).map((name) => ({ value: name, label: name }))}
        onValueChange={(name) => onChange({ name })}
      />
      <CampaignFilter value={address.campaign} onValueChange={(campaign) => onChange({ campaign })} />
      <PlatformFilter value={address.platform} onValueChange={(platform) => onChange({ platform })} />
      <CountedFilter value={address.counted} onValueChange={(counted) => onChange({ counted })} />
      <PartFilters address={address} onChange={onChange} />
      <SearchBox value={address.user} onValueChange={user} label="User id" className="h-8 w-full sm:w-40" />
      <SearchBox
        value={address.install}
        onValueChange={install}
        label="Install or device id"
        className="h-8 w-full sm:w-48"
      />
      <DayRange from={address.from} to={address.to} timeZone={timeZone} onChange={onChange} />
      <ClearFilters shown={isFiltered(address)} onClear={() => onChange(noFilters)} />
    </>
  );
}
