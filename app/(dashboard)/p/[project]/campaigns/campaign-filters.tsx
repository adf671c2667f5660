"use client";

import { useCallback } from "react";
import { SearchBox } from "@/components/search-box";
import { Segmented } from "@/components/ui/segmented";
import { ClearFilters } from "../../../clear-filters";
import type { Domains } from "../../../contract";
import { useGet } from "../../../data";
import { FilterSelect } from "../../../filter-select";
import { useProject } from "../../../session";
import { AffiliateFilter } from "../affiliate-filter";
import { NetworkFilter } from "../network-filter";
import { type Address, type Filters, isFiltered, noFilters } from "./table-address";

const statuses = [
  { value: "all", label: "All" },
  { value: "active", label: "Active" },
  { value: "inactive", label: "Inactive" },
] as const;

type CampaignFiltersProps = { address: Address; onChange: (patch: Partial<Filters>) => void };

export function CampaignFilters({ address, onChange }: CampaignFiltersProps) {
  const path = `/projects/${useProject().id}`;
  const domains = useGet<Domains>(`${path}/domains`);
  const search = useCallback((text: string) => onChange({ search: text }), [onChange]);

  return (
    <>
      <SearchBox
        value={address.search}
        onValueChange={search}
        label="Search campaigns"
        className="h-8 w-full sm:w-56"
      />
      <Segmented
        label="Status"
        options={statuses}
        value={address.status}
        onValueChange={(status) => onChange({ status })}
      />
      <NetworkFilter value={address.network} onValueChange={(network) => onChange({ network })} />
      <FilterSelect
        label="Domain"
        value={address.domain}
        choices={(domains.data?.domains ?? [])
          .filter(({ verified }) => verified)
          .map(({ host }) => ({ value: host, label: host }))}
        onValueChange={(domain) => onChange({ domain })}
      />
      <AffiliateFilter value={address.affiliate} onValueChange={(affiliate) => onChange({ affiliate })} />
      <ClearFilters shown={isFiltered(address)} onClear={() => onChange(noFilters)} />
    </>
  );
}
