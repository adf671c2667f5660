"use client";

import { useCallback } from "react";
import { ChosenFilter } from "@/app/(dashboard)/chosen-filter";
import { ClearFilters } from "@/app/(dashboard)/clear-filters";
import { countryName } from "@/app/(dashboard)/country-name";
import { DayRange } from "@/app/(dashboard)/day-range";
import { FilterSelect } from "@/app/(dashboard)/filter-select";
import { CampaignFilter } from "@/app/(dashboard)/p/[project]/campaign-filter";
import { CountedFilter } from "@/app/(dashboard)/p/[project]/counted-filter";
import { PartFilters } from "@/app/(dashboard)/p/[project]/part-filters";
import { useProject } from "@/app/(dashboard)/session";
import { SearchBox } from "@/components/search-box";
import { networks } from "@/lib/campaigns/networks";
import { kinds, platforms, reasons, states } from "@/lib/reporting/lists/installs/schema";
import { type Address, type Filters, isFiltered, noFilters } from "./address";
import { choicesOf, platformNames, reasonName, stateNames } from "./labels";

const choices = {
  platform: choicesOf(platformNames, platforms),
  kind: choicesOf({ INSTALL: "Install", REINSTALL: "Reinstall" }, kinds),
  reason: reasons.map((value) => ({ value, label: reasonName(value) })),
  state: states.map((value) => ({ value, label: stateNames[value]?.label ?? value })),
  suspicious: [
    { value: "yes", label: "Suspicious" },
    { value: "no", label: "Not suspicious" },
  ],
  network: networks.map(({ code, label }) => ({ value: code, label })),
};

const labels = {
  platform: "Platform",
  network: "Network",
  reason: "Reason",
  kind: "Kind",
  state: "State",
  suspicious: "Suspicion",
} as const;

const touches: Record<string, string> = { CLICK: "After a click", VIEW: "After an ad view" };

export function InstallFilters({
  address,
  onChange,
}: {
  address: Address;
  onChange: (patch: Partial<Filters>) => void;
}) {
  const { time_zone: timeZone } = useProject();
  const search = useCallback((text: string) => onChange({ search: text }), [onChange]);
  return (
    <>
      <SearchBox
        value={address.search}
        onValueChange={search}
        label="Install, device or user id"
        className="h-8 w-full sm:w-60"
      />
      <CampaignFilter value={address.campaign} onValueChange={(campaign) => onChange({ campaign })} />
      {(Object.keys(labels) as (keyof typeof labels)[]).map((name) => (
        <FilterSelect
          key={name}
          label={labels[name]}
          value={address[name]}
          choices={choices[name]}
          onValueChange={(value) => onChange({ [name]: value })}
        />
      ))}
      <CountedFilter value={address.counted} onValueChange={(counted) => onChange({ counted })} />
      <ChosenFilter of="touch" text={touches[address.touch]} onRemove={() => onChange({ touch: "" })} />
      <ChosenFilter
        of="country"
        text={address.country ? countryName(address.country) : undefined}
        onRemove={() => onChange({ country: "" })}
      />
      <PartFilters address={address} onChange={onChange} />
      <DayRange from={address.from} to={address.to} timeZone={timeZone} onChange={onChange} />
      <ClearFilters shown={isFiltered(address)} onClear={() => onChange(noFilters)} />
    </>
  );
}
