"use client";

import { useCallback } from "react";
import { ClearFilters } from "@/app/(dashboard)/clear-filters";
import { DayRange } from "@/app/(dashboard)/day-range";
import { CampaignFilter } from "@/app/(dashboard)/p/[project]/campaign-filter";
import { CountedFilter } from "@/app/(dashboard)/p/[project]/counted-filter";
import { PartFilters } from "@/app/(dashboard)/p/[project]/part-filters";
import { PlatformFilter } from "@/app/(dashboard)/p/[project]/platform-filter";
import { useProject } from "@/app/(dashboard)/session";
import { SearchBox } from "@/components/search-box";
import { type Address, type Filters, isFiltered, noFilters } from "./address";

export function SignUpFilters({
  address,
  onChange,
}: {
  address: Address;
  onChange: (patch: Partial<Filters>) => void;
}) {
  const { time_zone: timeZone } = useProject();
  const user = useCallback((text: string) => onChange({ user: text }), [onChange]);
  return (
    <>
      <SearchBox value={address.user} onValueChange={user} label="User id" className="h-8 w-full sm:w-48" />
      <CampaignFilter value={address.campaign} onValueChange={(campaign) => onChange({ campaign })} />
      <PlatformFilter value={address.platform} onValueChange={(platform) => onChange({ platform })} />
      <CountedFilter value={address.counted} onValueChange={(counted) => onChange({ counted })} />
      <PartFilters address={address} onChange={onChange} />
      <DayRange from={address.from} to={address.to} timeZone={timeZone} onChange={onChange} />
      <ClearFilters shown={isFiltered(address)} onClear={() => onChange(noFilters)} />
    </>
  );
}
