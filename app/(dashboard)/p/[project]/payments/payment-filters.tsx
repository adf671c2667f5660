"use client";

import { useCallback } from "react";
import { ChosenFilter } from "@/app/(dashboard)/chosen-filter";
import { ClearFilters } from "@/app/(dashboard)/clear-filters";
import { DayRange } from "@/app/(dashboard)/day-range";
import { FilterSelect } from "@/app/(dashboard)/filter-select";
import { CampaignFilter } from "@/app/(dashboard)/p/[project]/campaign-filter";
import { CountedFilter } from "@/app/(dashboard)/p/[project]/counted-filter";
import { PartFilters } from "@/app/(dashboard)/p/[project]/part-filters";
import { PlatformFilter } from "@/app/(dashboard)/p/[project]/platform-filter";
import { useProject } from "@/app/(dashboard)/session";
import { SearchBox } from "@/components/search-box";
import { paymentStatuses, paymentTypes } from "@/lib/ledger/payment-types";
import { type Address, type Filters, isFiltered, noFilters } from "./address";
import { stateOf, typeName } from "./labels";

const types = paymentTypes.map((value) => ({ value, label: typeName(value) }));
const statuses = [...paymentStatuses, "REMOVED"].map((value) => ({ value, label: stateOf(value).label }));

export function PaymentFilters({
  address,
  onChange,
}: {
  address: Address;
  onChange: (patch: Partial<Filters>) => void;
}) {
  const { time_zone: timeZone } = useProject();
  const payment = useCallback((text: string) => onChange({ payment: text }), [onChange]);
  const user = useCallback((text: string) => onChange({ user: text }), [onChange]);
  const install = useCallback((text: string) => onChange({ install: text }), [onChange]);
  return (
    <>
      <FilterSelect
        label="Type"
        value={address.type}
        choices={types}
        onValueChange={(type) => onChange({ type })}
      />
      <FilterSelect
        label="Status"
        value={address.status}
        choices={statuses}
        onValueChange={(status) => onChange({ status })}
      />
      <CampaignFilter value={address.campaign} onValueChange={(campaign) => onChange({ campaign })} />
      <PlatformFilter value={address.platform} onValueChange={(platform) => onChange({ platform })} />
      <CountedFilter value={address.counted} onValueChange={(counted) => onChange({ counted })} />
      <PartFilters address={address} onChange={onChange} />
      <ChosenFilter
        of="type"
        text={address.revenue ? "Adds to revenue" : undefined}
        onRemove={() => onChange({ revenue: "" })}
      />
      <ChosenFilter
        of="payment"
        text={address.returned ? "After a return" : undefined}
        onRemove={() => onChange({ returned: "" })}
      />
      <SearchBox
        value={address.payment}
        onValueChange={payment}
        label="Payment id"
        className="h-8 w-full sm:w-40"
      />
      <SearchBox value={address.user} onValueChange={user} label="User id" className="h-8 w-full sm:w-40" />
      <SearchBox
        value={address.install}
        onValueChange={install}
        label="Install or device id"
        className="h-8 w-full sm:w-48"
      />
      <DayRange from={address.from} to={address.to} timeZone={timeZone} onChange={onChange} />
      <ClearFilters shown={isFiltered(address)} onClear={() => onChange(noFilters)} />
    </>
  );
}
