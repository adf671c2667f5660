"use client";

import { Download, SearchX, Smartphone } from "lucide-react";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { IntentLink } from "@/components/intent-link";
import { PageHeader } from "@/components/page-header";
import { Button } from "@/components/ui/button";
import { useUrlState } from "@/components/use-url-state";
import type { InstallList } from "../../../contract";
import { useGet } from "../../../data";
import { useProject } from "../../../session";
import { WalkBar } from "../../../walk-bar";
import { codecs, type Filters, filterQuery, isFiltered, noFilters, pageQuery } from "./address";
import { ExplainBox } from "./explain-box";
import { installColumns } from "./install-columns";
import { InstallFilters } from "./install-filters";

export function Installs() {
  const { id, time_zone: timeZone } = useProject();
  const path = `/projects/${id}/installs`;
  const base = `/p/${id}/installs`;
  const router = useRouter();
  const [address, setAddress] = useUrlState(codecs);
  const { data, error, refetch, isPlaceholderData } = useGet<InstallList>(`${path}?${pageQuery(address)}`, {
    keep: true,
  });
  const filter = useCallback((patch: Partial<Filters>) => setAddress({ ...patch, before: "" }), [setAddress]);
  const filtered = isFiltered(address);
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-1 gap-6">
      <PageHeader
        title="Installs"
        description="Each with the campaign it came from, and why that one and no other."
        actions={
          <Button asChild>
            <a href={`/api/dashboard${path}/export.csv?${filterQuery(address)}`} download>
              <Download />
              Export CSV
            </a>
          </Button>
        }
      />
      <ExplainBox find={address.find} />
      <div className="grid grid-cols-1 gap-3">
        <DataTable
          label="Installs"
          columns={installColumns(base, timeZone)}
          rows={data?.installs}
          rowId={(row) => row.id}
          onRowOpen={(row) => router.push(`${base}/${row.id}`)}
          state={{ sort: "", page: 1, limit: 50, columns: address.columns }}
          onStateChange={({ columns }) => columns && setAddress({ columns })}
          busy={isPlaceholderData}
          error={error}
          onRetry={() => void refetch()}
          toolbar={<InstallFilters address={address} onChange={filter} />}
          empty={
            filtered ? (
              <EmptyState
                icon={SearchX}
                title="No install matches"
                actions={<Button onClick={() => filter(noFilters)}>Clear filters</Button>}
              >
                Ids are searched for whole. There may be installs that other filters leave.
              </EmptyState>
            ) : (
              <EmptyState
                icon={Smartphone}
                title="No install yet"
                actions={
                  <Button asChild variant="primary">
                    <IntentLink href={`/p/${id}/integrate`}>Integrate the app</IntentLink>
                  </Button>
                }
              >
                The first call of init from a phone is one. It appears here at once.
              </EmptyState>
            )
          }
        />
        <WalkBar
          count={data?.installs.length ?? 0}
          noun="installs"
          isFirst={address.before === ""}
          next={data?.next ?? null}
          onNewest={() => setAddress({ before: "" }, { push: true })}
          onOlder={(before) => setAddress({ before }, { push: true })}
        />
      </div>
    </div>
  );
}
