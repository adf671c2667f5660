"use client";

import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { platforms } from "@/lib/clicks/explore/schema";
import { DayRange } from "../../../day-range";
import { FilterSelect } from "../../../filter-select";
import { useProject } from "../../../session";
import { CampaignFilter } from "../campaign-filter";
import { choicesOf, platformNames } from "../installs/words";
import { type Address, type Filters, isFiltered, noFilters } from "./address";

const selects = [
  {
    name: "counted",
    label: "State",
    choices: [
      { value: "yes", label: "Counted" },
      { value: "no", label: "Not counted" },
    ],
  },
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

/** What the report leads here by. */
const parts = [
  { name: "ad_set", words: "ad set" },
  { name: "creative", words: "creative" },
  { name: "keyword", words: "keyword" },
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
      <CampaignFilter value={address.campaign} onValueChange={(campaign) => onChange({ campaign })} />
      {selects.map(({ name, label, choices }) => (
        <FilterSelect
          key={name}
          label={label}
          value={address[name]}
          choices={choices}
          onValueChange={(value) => onChange({ [name]: value })}
        />
      ))}
      {parts.map(({ name, words }) =>
        address[name] ? (
          <Button
            key={name}
            size="sm"
            aria-label={`Of any ${words}, not only ${address[name]}`}
            onClick={() => onChange({ [name]: "" })}
          >
            <span className="max-w-40 truncate">
              {words[0]!.toUpperCase() + words.slice(1)} {address[name]}
            </span>
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
