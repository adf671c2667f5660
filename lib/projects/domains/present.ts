import { isLocalHost, linkBase } from "@/lib/base/web/hosts";
import type { DomainRow } from "@/lib/projects/domains/queries";
import { dnsRecordsFor } from "@/lib/projects/domains/rules";

export function presentDomain(row: DomainRow, appUrl: string) {
  const { verification, ...rest } = row;
  return {
    ...rest,
    verified: row.verified_at !== null,
    verified_at: row.verified_at?.toISOString() ?? null,
    checked_at: row.checked_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    link_base: linkBase(row.host, appUrl),
    records: isLocalHost(row.host) ? [] : dnsRecordsFor(row.host, verification, appUrl),
  };
}
