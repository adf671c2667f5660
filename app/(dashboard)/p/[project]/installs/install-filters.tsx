"use client";

import { X } from "lucide-react";
import { useCallback } from "react";
import { SearchBox } from "@/components/search-box";
import { Button } from "@/components/ui/button";
import { kinds, platforms, reasons, states } from "@/lib/installs/explore/schema";
import { networks } from "@/lib/networks";
import { countryName } from "../../../country-name";
import { DayRange } from "../../../day-range";
import { FilterSelect } from "../../../filter-select";
import { useProject } from "../../../session";
import { CampaignFilter } from "../campaign-filter";
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

/** What other pages lead here by. */
const chosen = [
  { name: "country", words: "country", text: countryName },
  { name: "ad_set", words: "ad set", text: (id: string) => `Ad set ${id}` },
  { name: "creative", words: "creative", text: (id: string) => `Creative ${id}` },
  { name: "keyword", words: "keyword", text: (id: string) => `Keyword ${id}` },
] as const;

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
      {chosen.map(({ name, words, text }) =>
        address[name] ? (
          <Button
            key={name}
            size="sm"
            aria-label={`Of any ${words}, not only ${text(address[name])}`}
            onClick={() => onChange({ [name]: "" })}
          >
            <span className="max-w-40 truncate">{text(address[name])}</span>
            <X className="size-3.5" />
          </Button>
        ) : null,
      )}
      <DayRange from={address.from} to={address.to} timeZone={timeZone} onChange={onChange} />
      {isFiltered(address) ? (
        <Button variant="ghost" size="sm" onClick={() => onChange(noFilters)}>
          <X className="size-3.5" />
          Clear
        </Button>
      ) : null}
    </>
  );
}
