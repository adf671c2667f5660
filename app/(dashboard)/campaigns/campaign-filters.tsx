"use client";

import { useCallback } from "react";
import { at, child } from "@/app/(dashboard)/shell/api";
import { useGet } from "@/app/(dashboard)/shell/data";
import { AffiliateFilter } from "@/app/(dashboard)/shell/facts/affiliate-filter";
import { NetworkFilter } from "@/app/(dashboard)/shell/facts/network-filter";
import { ClearFilters } from "@/app/(dashboard)/shell/list/clear-filters";
import { FilterSelect } from "@/app/(dashboard)/shell/list/filter-select";
import { PhoneFilters, PhoneSort } from "@/app/(dashboard)/shell/list/phone-filters";
import { useProject } from "@/app/(dashboard)/shell/session";
import { SearchBox } from "@/components/fields/search-box";
import { Segmented } from "@/components/ui/segmented";
import { t } from "@/lib/base/languages/texts";
import { campaignPurposes, purposeLabels } from "@/lib/campaigns/purposes";
import { type CampaignState, campaignStates } from "@/lib/campaigns/table/names";
import {
  type CampaignTableAddress,
  type CampaignTableFilters,
  hasCampaignFilters,
  noCampaignFilters,
} from "./table-address";

const statuses = [
  { value: "all" as const, label: t("All") },
  ...(Object.entries(campaignStates) as [CampaignState, string][]).map(([value, label]) => ({
    value,
    label,
  })),
];

type CampaignFiltersProps = {
  address: CampaignTableAddress;
  onChange: (patch: Partial<CampaignTableFilters>) => void;
  onSort: (sort: string) => void;
};

const sortOptions = [
  { value: "-spend", label: t("Spend") },
  { value: "-installs", label: t("Installs") },
  { value: "-clicks", label: t("Clicks") },
  { value: "cost_per_install", label: "CPI" },
  { value: "-revenue", label: t("Revenue") },
  { value: "-roas", label: "ROAS" },
  { value: "name", label: t("Name") },
  { value: "-created_at", label: t("Newest") },
];

/** The number of filters in use, without the search, which has its own field. */
const setFilters = (address: CampaignTableAddress) =>
  (["status", "network", "domain", "affiliate", "tag", "purpose"] as const).filter(
    (name) => address[name] !== noCampaignFilters[name],
  ).length;

export function CampaignFilters({ address, onChange, onSort }: CampaignFiltersProps) {
  const path = at("/projects/:project", { project: useProject().id });
  const domains = useGet(child(path, "/domains"));
  const tags = useGet(child(path, "/campaigns/tags"));
  const search = useCallback((text: string) => onChange({ search: text }), [onChange]);

  return (
    <>
      <SearchBox
        value={address.search}
        onValueChange={search}
        label={t("Search campaigns")}
        className="h-8 w-full sm:w-56"
      />
      <PhoneFilters count={setFilters(address)} onClear={() => onChange(noCampaignFilters)}>
        <Segmented
          label={t("Status")}
          options={statuses}
          value={address.status}
          onValueChange={(status) => onChange({ status })}
        />
        <NetworkFilter none value={address.network} onValueChange={(network) => onChange({ network })} />
        <FilterSelect
          label={t("Domain")}
          value={address.domain}
          choices={(domains.data?.domains ?? [])
            .filter(({ verified }) => verified)
            .map(({ host }) => ({ value: host, label: host }))}
          onValueChange={(domain) => onChange({ domain })}
        />
        <AffiliateFilter value={address.affiliate} onValueChange={(affiliate) => onChange({ affiliate })} />
        {address.tag !== "" || (tags.data && tags.data.tags.length > 0) ? (
          <FilterSelect
            label={t("Tag")}
            value={address.tag}
            choices={(tags.data?.tags ?? []).map(({ tag }) => ({ value: tag, label: tag }))}
            onValueChange={(tag) => onChange({ tag })}
          />
        ) : null}
        <FilterSelect
          label={t("Purpose")}
          value={address.purpose}
          choices={campaignPurposes.map((value) => ({ value, label: purposeLabels[value] }))}
          onValueChange={(purpose) => onChange({ purpose: purpose as typeof address.purpose })}
        />
      </PhoneFilters>
      <PhoneSort value={address.sort} options={sortOptions} onChange={onSort} />
      <ClearFilters shown={hasCampaignFilters(address)} onClear={() => onChange(noCampaignFilters)} />
    </>
  );
}
