"use client";

import { useCallback } from "react";
import { SearchBox } from "@/components/search-box";
import { kinds, platforms, reasons, states } from "@/lib/installs/explore/schema";
import { networks } from "@/lib/networks";
import { ChosenFilter } from "../../../chosen-filter";
import { ClearFilters } from "../../../clear-filters";
import { countryName } from "../../../country-name";
import { DayRange } from "../../../day-range";
import { FilterSelect } from "../../../filter-select";
import { useProject } from "../../../session";
import { CampaignFilter } from "../campaign-filter";
import { CountedFilter } from "../counted-filter";
import { PartFilters } from "../part-filters";
import { type Address, type Filters, isFiltered, noFilters } from "./address";
import { choicesOf, platformNames, reasonName, stateNames } from "./words";

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
