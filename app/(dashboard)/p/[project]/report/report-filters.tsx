"use client";

import { X } from "lucide-react";
import { useCallback } from "react";
import { SearchBox } from "@/components/search-box";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { networks } from "@/lib/networks";
import { type Address, type Filters, isFiltered, noFilters } from "./table-address";

const any = "any";

const networkOptions = [
  { value: any, label: "Any network" },
  ...networks.map(({ code, label }) => ({ value: code, label })),
];
const platformOptions = [
  { value: any, label: "Any platform" },
  { value: "ios", label: "iOS" },
  { value: "android", label: "Android" },
];
const statusOptions = [
  { value: "all", label: "Any status" },
  { value: "active", label: "Active" },
  { value: "inactive", label: "Inactive" },
] as const;

type ReportFiltersProps = { address: Address; onChange: (patch: Partial<Filters>) => void };

export function ReportFilters({ address, onChange }: ReportFiltersProps) {
  const search = useCallback((text: string) => onChange({ search: text }), [onChange]);
  return (
    <>
      <SearchBox
        value={address.search}
        onValueChange={search}
        label="Search campaigns"
        className="h-8 w-full sm:w-48"
      />
      <Select
        size="sm"
        aria-label="Network"
        className="w-auto max-w-44"
        value={address.network || any}
        options={networkOptions}
        onValueChange={(value) => onChange({ network: value === any ? "" : value })}
      />
      <Select
        size="sm"
        aria-label="Platform"
        className="w-auto"
        value={address.platform || any}
        options={platformOptions}
        onValueChange={(value) => onChange({ platform: value === any ? "" : (value as "ios") })}
      />
      <Select
        size="sm"
        aria-label="Status"
        className="w-auto"
        value={address.status}
        options={statusOptions}
        onValueChange={(status) => onChange({ status })}
      />
      {isFiltered(address) ? (
        <Button variant="ghost" size="sm" onClick={() => onChange(noFilters)}>
          <X className="size-3.5" />
          Clear
        </Button>
      ) : null}
    </>
  );
}
