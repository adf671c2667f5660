import { sql } from "@/db";
import type { AccountId, ProjectId } from "@/lib/base/ids";

export type SheetReferences = {
  domains: Map<string, number>;
  /** By the name's value in the `channel` filter. */
  affiliates: Map<string, number>;
  takenIds: Set<string>;
};

/** Finds the existing hosts, affiliates and campaigns in the rows of a sheet. */
export async function findSheetReferences(
  account: AccountId,
  project: ProjectId,
  input: { hosts: string[]; affiliates: string[]; displayIds: string[] },
): Promise<SheetReferences> {
  const [row] = await sql<
    { domains: [string, number][]; affiliates: [string, number][]; taken_ids: string[] }[]
  >`
    select
      (select coalesce(json_agg(json_build_array(host, id)), '[]') from domains
        where project_id = ${project} and host = any(${input.hosts}::text[])) as domains,
      (select coalesce(json_agg(json_build_array(lower(replace(name, ' ', '_')), id)), '[]') from affiliates
        where project_id = ${project}
          and lower(replace(name, ' ', '_')) = any(${input.affiliates}::text[])) as affiliates,
      (select coalesce(json_agg(display_id), '[]') from display_ids
        where account_id = ${account} and display_id = any(${input.displayIds}::text[])) as taken_ids`;
  return {
    domains: new Map(row?.domains),
    affiliates: new Map(row?.affiliates),
    takenIds: new Set(row?.taken_ids),
  };
}
