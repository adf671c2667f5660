"use client";

import { useCallback } from "react";
import { listedCountries } from "@/app/(dashboard)/shell/country-options";
import { AffiliateFilter } from "@/app/(dashboard)/shell/facts/affiliate-filter";
import { NetworkFilter } from "@/app/(dashboard)/shell/facts/network-filter";
import {
  hasReportFilters,
  noReportFilters,
  type ReportTableFilters,
} from "@/app/(dashboard)/shell/figures/table-address";
import { ClearFilters } from "@/app/(dashboard)/shell/list/clear-filters";
import { FilterSelect } from "@/app/(dashboard)/shell/list/filter-select";
import { PhoneFilters } from "@/app/(dashboard)/shell/list/phone-filters";
import { Combobox } from "@/components/fields/combobox";
import { SearchBox } from "@/components/fields/search-box";
import { Select } from "@/components/fields/select";
import { t } from "@/lib/base/languages/texts";
import { unknownCountry } from "@/lib/ledger/country";
import { countryLabel } from "@/lib/reporting/metrics/value-labels";

const any = "any";
const options = [
  { value: any, label: t("Any country") },
  { value: unknownCountry, label: countryLabel(unknownCountry) },
  ...listedCountries,
];

type CountryFilterProps = { value: string; onValueChange: (value: string) => void };

/** Filters by the country of a click or an install. */
const CountryFilter = ({ value, onValueChange }: CountryFilterProps) => (
  <Combobox
    aria-label={t("Country")}
    className="h-7 w-auto max-w-44 text-xs max-sm:text-xs"
    searchPlaceholder={t("Search countries")}
    value={value || any}
    options={options}
    onValueChange={(next) => onValueChange(next === any ? "" : next)}
  />
);

const platformChoices = [
  { value: "ios", label: "iOS" },
  { value: "android", label: t("Android") },
];
const statusOptions = [
  { value: "all", label: t("Any status") },
  { value: "active", label: t("Not paused") },
  { value: "inactive", label: t("Paused") },
] as const;

type ReportFiltersProps = {
  address: ReportTableFilters;
  onChange: (patch: Partial<ReportTableFilters>) => void;
};

/** The number of filters in use, without the search, which has its own field. */
const setFilters = (address: ReportTableFilters) =>
  (["network", "affiliate", "platform", "country", "publisher", "status"] as const).filter(
    (name) => address[name] !== noReportFilters[name],
  ).length;

export function ReportFilters({ address, onChange }: ReportFiltersProps) {
  const search = useCallback((text: string) => onChange({ search: text }), [onChange]);
  const byPublisher = useCallback((publisher: string) => onChange({ publisher }), [onChange]);
  return (
    <>
      <SearchBox
        value={address.search}
        onValueChange={search}
        label={t("Search campaigns")}
        className="h-8 w-full sm:w-48"
      />
      <PhoneFilters count={setFilters(address)} onClear={() => onChange(noReportFilters)}>
        <NetworkFilter value={address.network} onValueChange={(network) => onChange({ network })} />
        <AffiliateFilter value={address.affiliate} onValueChange={(affiliate) => onChange({ affiliate })} />
        <FilterSelect
          label={t("Platform")}
          value={address.platform}
          choices={platformChoices}
          onValueChange={(platform) => onChange({ platform: platform as ReportTableFilters["platform"] })}
        />
        <CountryFilter value={address.country} onValueChange={(country) => onChange({ country })} />
        <SearchBox
          value={address.publisher}
          onValueChange={byPublisher}
          label={t("Publisher ID")}
          className="h-7 w-full sm:w-36"
        />
        <Select
          size="sm"
          aria-label={t("Status")}
          className="w-auto"
          value={address.status}
          options={statusOptions}
          onValueChange={(status) => onChange({ status })}
        />
      </PhoneFilters>
      <ClearFilters shown={hasReportFilters(address)} onClear={() => onChange(noReportFilters)} />
    </>
  );
}
