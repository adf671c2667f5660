import { sql } from "@/db";
import { isBelowRowLimit } from "@/db/row-limit";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited, auditRow } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";
import type { DnsFindings } from "@/lib/projects/domains/dns";
import type { DomainRow, ProvedBy } from "@/lib/projects/domains/queries";

/** Condition on a domain `d`: no project has proved it, so it goes to the first one that does. */
const unproved = () => sql`(d.verified_at is null or d.proved_by = 'before')`;

const claimed = (project: ProjectId, host: ReturnType<typeof sql>) => sql`
  exists (select from domains d where d.host = ${host} and (d.project_id = ${project} or not ${unproved()}))`;

const maxClaims = 50;

/** Null if the project has the host already, another one proved it, or the project has too many claims. */
export async function insertDomainClaim(
  account: AccountId,
  project: ProjectId,
  claim: { host: string; verification: string; wantsPrimary: boolean },
  by: Actor,
): Promise<DomainRow | null> {
  const [row] = await audited<DomainRow>(
    by,
    { account, project, action: "domain.add", target: claim.host },
    sql`
           insert into domain_claims (id, project_id, host, verification, wants_primary)
           select nextval(pg_get_serial_sequence('domains', 'id')), ${project}, ${claim.host}, ${claim.verification},
             ${claim.wantsPrimary}
           where not ${claimed(project, sql`${claim.host}`)}
             and ${isBelowRowLimit("domain_claims", project, maxClaims)}
           on conflict (project_id, host) do nothing
           returning id, host, false as is_primary, verification, null::timestamptz as verified_at,
             null::text as proved_by,
             wants_primary, checked_at, check_result, created_at`,
  );
  return row ?? null;
}

export async function findDomainClaim(project: ProjectId, host: string): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    select id from domain_claims where project_id = ${project} and host = ${host}`;
  return row?.id ?? null;
}

/** Stores the result of a check of a claim that is still unproved. */
export async function storeClaimCheck(
  project: ProjectId,
  check: { id: number; findings: DnsFindings; now: Date },
): Promise<DomainRow | null> {
  const [row] = await sql<DomainRow[]>`
    update domain_claims set
      checked_at = ${check.now}, check_result = ${JSON.stringify(check.findings)}::text::jsonb
    where project_id = ${project} and id = ${check.id}
    returning id, host, false as is_primary, verification, null::timestamptz as verified_at, null::text as proved_by,
      wants_primary, checked_at, check_result, created_at`;
  return row ?? null;
}

/**
 * Turns a claim into a domain that is served. A project that held the host without a proof keeps a claim to it. Links
 * of its campaigns move to its other domains. Null for an unknown claim, or if another project proved the host.
 */
export async function proveDomainClaim(
  project: ProjectId,
  proof: { id: number; by: ProvedBy; findings: DnsFindings | null; now: Date },
  by: Actor,
): Promise<DomainRow | null> {
  const { id, findings, now } = proof;
  const [row] = await sql<DomainRow[]>`
    with claim as (
           select c.*, p.account_id from domain_claims c join projects p on p.id = c.project_id
           where c.project_id = ${project} and c.id = ${id} and not ${claimed(project, sql`c.host`)}
           for update of c),
         removed_claim as (
           delete from domain_claims c using claim where c.project_id = ${project} and c.id = claim.id returning c.id),
         lost as (
           delete from domains d using claim, projects p where d.host = claim.host and p.id = d.project_id
           returning d.*, p.account_id),
         reclaimed as (
           insert into domain_claims (id, project_id, host, verification, wants_primary, created_at)
           select id, project_id, host, verification, is_primary, created_at from lost
           on conflict (project_id, host) do nothing),
         promoted as (
           update domains d set is_primary = true from lost
           where lost.is_primary and d.project_id = lost.project_id and d.id = (
             select min(o.id) from domains o where o.project_id = lost.project_id and o.id <> lost.id)),
         cleared as (
           update domains d set is_primary = false from claim
           where claim.wants_primary and d.project_id = ${project} and d.is_primary
           returning d.id),
         made as (
           insert into domains (id, project_id, host, is_primary, verification, verified_at, proved_by, checked_at,
             check_result,
             created_at) overriding system value
           select id, ${project}, host, wants_primary, verification, ${now}::timestamptz, ${proof.by},
             ${findings ? now : null}::timestamptz,
             ${findings && JSON.stringify(findings)}::text::jsonb, created_at
           from claim
           where (select count(*) from removed_claim) + (select count(*) from lost) + (select count(*) from cleared) >= 0
           returning id, host, is_primary, verification, verified_at, proved_by, false as wants_primary, checked_at,
             check_result, created_at),
         logged as (${auditRow(
           by,
           {
             account: sql`claim.account_id`,
             project,
             action: "domain.verify",
             target: sql`claim.host`,
             detail: { by: proof.by },
           },
           sql`from claim`,
         )}),
         logged_lost as (${auditRow(
           by,
           {
             account: sql`lost.account_id`,
             project: sql`lost.project_id`,
             action: "domain.lost",
             target: sql`lost.host`,
           },
           sql`from lost`,
         )})
    select * from made`;
  return row ?? null;
}

export type DueClaim = { project_id: ProjectId; account_id: AccountId; id: number };

/** Claims are checked often at first, then more and more rarely, and after a month only on request. */
export function findDueClaims(now: Date, max: number) {
  const age = sql`(${now}::timestamptz - c.created_at)`;
  return sql<DueClaim[]>`
    select c.project_id, p.account_id, c.id from domain_claims c join projects p on p.id = c.project_id
    where p.deleted_at is null and p.frozen_at is null and ${age} < interval '30 days'
      and (c.checked_at is null or ${now}::timestamptz - c.checked_at > case
        when ${age} < interval '1 hour' then interval '1 minute'
        when ${age} < interval '1 day' then interval '10 minutes' else interval '1 hour' end)
    order by c.checked_at nulls first, c.id limit ${max}`;
}
