/** Parts of the statements that give roles in single projects. */
import { sql } from "@/db";
import type { ProjectRole } from "@/lib/accounts/access/roles";
import type { AccountId } from "@/lib/base/ids";

export type ProjectGrant = { project_id: number; role: ProjectRole };

/** The part `grantRows` has the requested projects that belong to the account; each must be named once. */
export const grantRows = (account: AccountId, grants: ProjectGrant[]) => sql`
  requested as materialized (
    select p.id as project_id, p.name, a.role
    from unnest(${grants.map(({ project_id: id }) => id)}::bigint[], ${grants.map(({ role }) => role)}::text[])
      as a(project_id, role)
    join projects p on p.id = a.project_id and p.account_id = ${account} and p.deleted_at is null)`;

/** No role is given if a project is unknown, because partial access would be a surprise. */
export const areAllProjectsKnown = (grants: ProjectGrant[]) =>
  sql`(select count(*) from requested) = ${grants.length}::int`;

/** For the log: the roles by the names of their projects. */
export const rolesByName = () => sql`(select coalesce(jsonb_object_agg(name, role), '{}') from requested)`;
