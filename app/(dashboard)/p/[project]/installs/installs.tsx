"use client";

import { Smartphone } from "lucide-react";
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
import { ExplainBox } from "./explain-box";
import { installColumns } from "./install-columns";
import { InstallFilters } from "./install-filters";

export function Installs() {
  const { id, time_zone: timeZone } = useProject();
  const path = at("/projects/:project/installs", { project: id });
  const base = `/p/${id}/installs`;
  const router = useRouter();
  const [address, setAddress] = useUrlState(codecs);
  const asked = useGet(asking(path, pageQuery(address)), {
    keep: true,
  });
  const filter = useCallback((patch: Partial<Filters>) => setAddress({ ...patch, before: "" }), [setAddress]);
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title="Installs"
        description="Each with the campaign it came from, and why that one and no other."
        actions={<ExportCsv file={asking(within(path, "/export.csv"), filterQuery(address))} />}
      />
      <ExplainBox find={address.find} />
      <div className="grid grid-cols-1 gap-3">
        <KeysetTable
          one="install"
          many="installs"
          columns={installColumns(base, timeZone)}
          rows={asked.data?.installs}
          asked={asked}
          place={address}
          onPlaceChange={setAddress}
          onRowOpen={(row) => router.push(`${base}/${row.id}`)}
          toolbar={<InstallFilters address={address} onChange={filter} />}
          isFiltered={isFiltered(address)}
          onClear={() => filter(noFilters)}
          byId={address.search !== ""}
          icon={Smartphone}
          first="The first call of init from a phone is one."
        />
      </div>
    </div>
  );
}
