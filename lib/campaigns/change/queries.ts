import { sql } from "@/db";
import type { Actor } from "@/lib/audit/actor";
import { auditRow } from "@/lib/audit/queries";
import { type EditedRow, editedColumns, usersOfCampaign } from "@/lib/campaigns/queries";
import type { AccountId, ProjectId } from "@/lib/ids";

type Of = { accountId: AccountId; projectId: ProjectId };

/** Edits that come at once follow each other, and each makes `updated_at` later. */
export async function updateNameAndState(
  { accountId: account, projectId: project }: Of,
  displayId: string,
  change: { name: string | null; active: boolean | null },
  by: Actor,
  now: Date,
): Promise<EditedRow | null> {
  const { name, active } = change;
  const [row] = await sql<EditedRow[]>`
    with changed as (
      update campaigns set name = coalesce(${name}::text, name), active = coalesce(${active}::boolean, active),
        updated_at = greatest(${now}::timestamptz, updated_at + interval '1 millisecond')
      where project_id = ${project} and display_id = ${displayId} and deleted_at is null
      returning project_id, id, display_id, name, created_at, updated_at, network, network_campaign_id, web_to_app,
        active, is_default
    ),
    logged as (${auditRow(
      by,
      {
        account,
        project,
        action: "campaign.edit",
        target: sql`changed.display_id`,
        detail: { name, active },
      },
      sql`from changed`,
    )})
    select ${editedColumns()}, ${usersOfCampaign()} as attributed_users from changed c`;
  return row ?? null;
}

/**
 * The campaigns are gone for every look-up and their ids are free for others; what was counted for them stays in the
 * ledger under their numbers, which nobody else gets. Answers how many there were.
 */
export async function removeCampaigns(
  { accountId: account, projectId: project }: Of,
  which: { displayId: string } | { ids: number[] },
  by: Actor,
  now: Date,
): Promise<number> {
  const rows = await sql`
    with gone as (
      update campaigns set deleted_at = ${now}, active = false,
        updated_at = greatest(${now}::timestamptz, updated_at + interval '1 millisecond')
      where project_id = ${project} and deleted_at is null
        and ${"ids" in which ? sql`id = any(${which.ids}::bigint[])` : sql`display_id = ${which.displayId}`}
      returning project_id, display_id, name
    ),
    freed as (
      delete from display_ids r using gone
      where r.account_id = ${account} and r.project_id = gone.project_id and r.display_id = gone.display_id
    ),
    logged as (${auditRow(
      by,
      {
        account,
        project,
        action: "campaign.delete",
        target: sql`gone.display_id`,
        detail: sql`jsonb_build_object('name', gone.name)`,
      },
      sql`from gone`,
    )})
    select 1 from gone`;
  return rows.length;
}
