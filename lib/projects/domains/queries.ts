import { sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited, auditRow } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import type { DnsFindings } from "@/lib/projects/domains/dns";

export type ProvedBy = "dns" | "operator" | "local" | "before";

export type DomainRow = {
  id: number;
  host: string;
  is_primary: boolean;
  verification: string;
  verified_at: Date | null;
  proved_by: ProvedBy | null;
  wants_primary: boolean;
  checked_at: Date | null;
  check_result: DnsFindings | null;
  created_at: Date;
};

const columns = () =>
  sql`id, host, is_primary, verification, verified_at, proved_by, false as wants_primary, checked_at,
  check_result, created_at`;

/** A claim with the columns of a domain. */
const claimed = () =>
  sql`id, host, false as is_primary, verification, null::timestamptz as verified_at, null::text as proved_by,
  wants_primary, checked_at,
      check_result, created_at`;

/** Domains that are served, then the claims. */
export function findDomains(project: ProjectId) {
  return sql<DomainRow[]>`
    select * from (
      select ${columns()} from domains where project_id = ${project}
      union all
      select ${claimed()} from domain_claims where project_id = ${project}) d
    order by is_primary desc, verified_at is null, host`;
}

export async function findDomain(project: ProjectId, id: number): Promise<DomainRow | null> {
  const [row] = await sql<DomainRow[]>`
    select ${columns()} from domains where project_id = ${project} and id = ${id}
    union all
    select ${claimed()} from domain_claims where project_id = ${project} and id = ${id}`;
  return row ?? null;
}

/** Null when another project has the host; of two inserts at once one succeeds. */
export async function insertLocalDomain(
  account: AccountId,
  project: ProjectId,
  domain: { host: string; verification: string; now: Date },
  by: Actor,
): Promise<DomainRow | null> {
  const [row] = await audited<DomainRow>(
    by,
    { account, project, action: "domain.add", target: domain.host },
    sql`
           insert into domains (project_id, host, verification, verified_at, proved_by)
           values (${project}, ${domain.host}, ${domain.verification}, ${domain.now}::timestamptz, 'local')
           on conflict (host) do nothing
           returning ${columns()}`,
  );
  return row ?? null;
}

/**
 * The previous primary domain is cleared first, because the index allows a project only one at any moment. Of two
 * changes at once the second may fail on that and must then be repeated.
 */
export async function makePrimary(
  account: AccountId,
  project: ProjectId,
  id: number,
  by: Actor,
): Promise<DomainRow | null> {
  const [row] = await sql<DomainRow[]>`
    with requested as (select ${columns()} from domains where project_id = ${project} and id = ${id} for update),
         cleared as (
           update domains d set is_primary = false from requested
           where d.project_id = ${project} and d.is_primary and d.id <> requested.id
           returning d.id),
         changed as (
           update domains d set is_primary = true from requested
           where d.project_id = ${project} and d.id = requested.id and not d.is_primary
             and (select count(*) from cleared) >= 0
           returning d.host),
         logged as (${auditRow(
           by,
           { account, project, action: "domain.make-primary", target: sql`changed.host` },
           sql`from changed`,
         )})
    select * from requested`;
  return row ? { ...row, is_primary: true } : null;
}

type Check = { id: number; findings: DnsFindings; now: Date };

/** Stores the result of a check of a domain that is served. It stays served, because DNS may fail for a moment. */
export async function saveCheck(
  account: AccountId,
  project: ProjectId,
  check: Check,
  by: Actor,
): Promise<DomainRow | null> {
  const { id, findings, now } = check;
  const proof = findings.by === "local" ? "local" : "dns";
  const [row] = await audited<DomainRow>(
    by,
    {
      account,
      project,
      action: "domain.check",
      target: sql`changed.host`,
      detail: { verified: findings.verified },
    },
    sql`
           update domains set
             checked_at = ${now}, check_result = ${JSON.stringify(findings)}::text::jsonb,
             verified_at = case when ${findings.verified} then coalesce(verified_at, ${now}) else verified_at end,
             proved_by = case when ${findings.verified} and proved_by is distinct from 'operator' then ${proof}
               else proved_by end
           where project_id = ${project} and id = ${id}
           returning ${columns()}`,
  );
  return row ?? null;
}

export type DomainRemoval = { is_primary: boolean; in_use: boolean; removed: boolean };

export async function deleteDomain(
  account: AccountId,
  project: ProjectId,
  id: number,
  by: Actor,
): Promise<DomainRemoval | null> {
  const used = sql`
    exists (select from campaigns c where c.project_id = ${project} and c.domain_id = ${id} and c.deleted_at is null)`;
  const [row] = await sql<DomainRemoval[]>`
    with requested as (
           select is_primary, ${used} as in_use from domains where project_id = ${project} and id = ${id}
           union all
           select false, false from domain_claims where project_id = ${project} and id = ${id}),
         released as (
           delete from domains where project_id = ${project} and id = ${id} and not is_primary and not ${used}
           returning host),
         dropped as (delete from domain_claims where project_id = ${project} and id = ${id} returning host),
         removed as (select host from released union all select host from dropped),
         logged as (${auditRow(
           by,
           { account, project, action: "domain.remove", target: sql`removed.host` },
           sql`from removed`,
         )})
    select is_primary, in_use, exists (select from removed) as removed from requested`;
  return row ?? null;
}
