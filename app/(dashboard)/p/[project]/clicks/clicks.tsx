"use client";

import { MousePointerClick } from "lucide-react";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { asking, at, within } from "@/app/(dashboard)/api";
import { useGet } from "@/app/(dashboard)/data";
import { ExportCsv } from "@/app/(dashboard)/export-csv";
import { KeysetTable } from "@/app/(dashboard)/keyset-table";
import { useProject } from "@/app/(dashboard)/session";
import { PageHeader } from "@/components/page-header";
import { useUrlState } from "@/components/use-url-state";
import { codecs, type Filters, filterQuery, isFiltered, noFilters, pageQuery } from "./address";
import { clickColumns } from "./click-columns";
import { ClickFilters } from "./click-filters";
import { FirstClick } from "./first-click";

export function Clicks() {
  const { id, time_zone: timeZone } = useProject();
  const path = at("/projects/:project/clicks", { project: id });
  const base = `/p/${id}`;
  const router = useRouter();
  const [address, setAddress] = useUrlState(codecs);
  const asked = useGet(asking(path, pageQuery(address)), { keep: true });
  const filter = useCallback((patch: Partial<Filters>) => setAddress({ ...patch, before: "" }), [setAddress]);
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title="Clicks"
        description="Every followed link and every ad that was seen, whether it is counted, and the install it led to."
        actions={<ExportCsv file={asking(within(path, "/export.csv"), filterQuery(address))} />}
      />
      <KeysetTable
        one="click"
        many="clicks"
        columns={clickColumns(base, timeZone)}
        rows={asked.data?.clicks}
        asked={asked}
        place={address}
        onPlaceChange={setAddress}
        onRowOpen={(row) => {
          if (row.install_id) router.push(`${base}/installs/${row.install_id}`);
        }}
        toolbar={<ClickFilters address={address} onChange={filter} />}
        isFiltered={isFiltered(address)}
        onClear={() => filter(noFilters)}
        icon={MousePointerClick}
        first="The first time that somebody follows a campaign's link is one."
        start={<FirstClick />}
      />
    </div>
  );
}
