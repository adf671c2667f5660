"use client";

import { useCallback } from "react";
import { at } from "@/app/(dashboard)/api";
import { ClearFilters } from "@/app/(dashboard)/clear-filters";
import { useGet } from "@/app/(dashboard)/data";
import { DayRange } from "@/app/(dashboard)/day-range";
import { FilterSelect } from "@/app/(dashboard)/filter-select";
import { CampaignFilter } from "@/app/(dashboard)/p/[project]/campaign-filter";
import { CountedFilter } from "@/app/(dashboard)/p/[project]/counted-filter";
import { PartFilters } from "@/app/(dashboard)/p/[project]/part-filters";
import { PlatformFilter } from "@/app/(dashboard)/p/[project]/platform-filter";
import { useProject } from "@/app/(dashboard)/session";
import { SearchBox } from "@/components/search-box";
import { type Address, type Filters, isFiltered, noFilters } from "./address";

export function EventFilters({
  address,
  onChange,
}: {
  address: Address;
  onChange: (patch: Partial<Filters>) => void;
}) {
  const { id, time_zone: timeZone } = useProject();
  const { data } = useGet(at("/projects/:project/events/names", { project: id }), { staleTime: 60_000 });
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
