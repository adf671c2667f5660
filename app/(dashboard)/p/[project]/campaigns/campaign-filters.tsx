"use client";

import { X } from "lucide-react";
import { useCallback } from "react";
import { SearchBox } from "@/components/search-box";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { networks } from "@/lib/networks";
import type { Affiliates, Domains } from "../../../contract";
import { useGet } from "../../../data";
import { useProject } from "../../../session";
import { type Address, type Filters, isFiltered, noFilters } from "./table-address";

const statuses = [
  { value: "all", label: "All" },
  { value: "active", label: "Active" },
  { value: "inactive", label: "Inactive" },
] as const;

const any = "any";
const networkOptions = [
  { value: any, label: "Any network" },
  ...networks.map(({ code, label }) => ({ value: code, label })),
];

type CampaignFiltersProps = { address: Address; onChange: (patch: Partial<Filters>) => void };

export function CampaignFilters({ address, onChange }: CampaignFiltersProps) {
  const path = `/projects/${useProject().id}`;
  const domains = useGet<Domains>(`${path}/domains`);
  const affiliates = useGet<Affiliates>(`${path}/affiliates`);
  const partners = (affiliates.data?.affiliates ?? []).map(({ id, name }) => ({
    value: String(id),
    label: name,
  }));
  const search = useCallback((text: string) => onChange({ search: text }), [onChange]);

  const choice = (name: "domain" | "affiliate", label: string, found: { value: string; label: string }[]) => {
    const chosen = address[name];
    const known = chosen === "" || found.some(({ value }) => value === chosen);
    return (
      <Select
        size="sm"
        aria-label={label}
        className="w-auto max-w-44"
        value={chosen || any}
        options={[
          { value: any, label: `Any ${label.toLowerCase()}` },
          ...found,
          // Out of the address, and gone meanwhile: what narrows the list must be seen.
          ...(known ? [] : [{ value: chosen, label: chosen }]),
        ]}
        onValueChange={(value) => onChange({ [name]: value === any ? "" : value })}
      />
    );
  };

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
      <Select
        size="sm"
        aria-label="Network"
        className="w-auto max-w-44"
        value={address.network || any}
        options={networkOptions}
        onValueChange={(value) => onChange({ network: value === any ? "" : value })}
      />
      {choice(
        "domain",
        "Domain",
        (domains.data?.domains ?? []).map(({ host }) => ({ value: host, label: host })),
      )}
      {partners.length > 0 || address.affiliate ? choice("affiliate", "Affiliate", partners) : null}
      {isFiltered(address) ? (
        <Button variant="ghost" size="sm" onClick={() => onChange(noFilters)}>
          <X className="size-3.5" />
          Clear
        </Button>
      ) : null}
    </>
  );
}
