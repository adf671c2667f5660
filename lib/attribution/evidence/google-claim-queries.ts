import { sql } from "@/db";
import { columnTable } from "@/db/columns";
import { whereWritable } from "@/db/writable";
import type { ProjectId } from "@/lib/base/ids";

export type GoogleClaimRow = { install_id: string; claim: Record<string, unknown> };

const claimRows = columnTable<GoogleClaimRow>({ install_id: "uuid", claim: "jsonb" });

/**
 * Stores Google's claims, each install's first one, and schedules another decision of decided installs if the rules
 * accept claims. Safe to repeat.
 */
export async function storeGoogleClaims(
  projectId: ProjectId,
  rows: GoogleClaimRow[],
  { decides, at }: { decides: boolean; at: Date },
): Promise<number> {
  const stored = await sql`
    with stored as (
      insert into google_claims (project_id, install_id, claim, received_at)
      select ${projectId}, s.id, x.claim, ${at} from ${claimRows(rows)} x
      join installs s on s.project_id = ${projectId} and s.id = x.install_id and s.erased_at is null
      where ${whereWritable(projectId)}
      order by s.id
      on conflict (project_id, install_id) do nothing
      returning install_id
    ),
    late as (
      insert into late_evidence (project_id, install_id, due_at)
      select ${projectId}, t.install_id, ${at} from stored t
      join installs s on s.project_id = ${projectId} and s.id = t.install_id and s.state = 'DECIDED'
      where ${decides}
      on conflict (project_id, install_id) do update set due_at = excluded.due_at
    )
    select install_id from stored`;
  return stored.length;
}

export const findGoogleClaims = (projectId: ProjectId, installIds: string[]) => sql<
  { install_id: string; claim: unknown }[]
>`
  select install_id, claim from google_claims
  where project_id = ${projectId} and install_id = any(${installIds}::uuid[])`;
