import { sql } from "@/db";
import { columnTable } from "@/db/columns";
import { isBelowRowLimit } from "@/db/row-limit";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited } from "@/lib/accounts/audit/queries";
import { blockLimits } from "@/lib/attribution/blocks/schema";
import type { BlockEntry, BlockKind } from "@/lib/attribution/fraud/blocks";
import type { AccountId, ProjectId } from "@/lib/base/ids";

type Owner = { accountId: AccountId; projectId: ProjectId };
export type BlockEntryRow = Omit<BlockEntry, "since"> & { created_at: Date };
export type NewBlockEntry = Omit<BlockEntryRow, "id" | "created_by" | "created_at">;

const columns = () => sql`
  id, kind, value, network, action, max_installs, per_hours, reason, created_by, created_at, starts_at, ends_at`;

export const listBlockEntries = (projectId: ProjectId, kind: BlockKind | null) => sql<BlockEntryRow[]>`
  select ${columns()} from block_entries
  where project_id = ${projectId} and (${kind}::text is null or kind = ${kind})
  order by id desc limit ${blockLimits.entries}`;

const newTable = columnTable<NewBlockEntry>({
  kind: "text",
  value: "text",
  network: "text",
  action: "text",
  max_installs: "int",
  per_hours: "int",
  reason: "text",
  starts_at: "timestamptz",
  ends_at: "timestamptz",
});

/** The entries that are in force for the same source, to find repetitions. */
export const findSameEntries = (projectId: ProjectId, now: Date) => sql<
  { kind: BlockKind; value: string; network: string | null }[]
>`
  select kind, value, network from block_entries
  where project_id = ${projectId} and (ends_at is null or ends_at > ${now})`;

/** Adds entries, all or none: none if the list would be longer than its limits. */
export async function insertBlockEntries(
  { accountId: account, projectId: project }: Owner,
  entries: NewBlockEntry[],
  by: Actor,
  now: Date,
): Promise<BlockEntryRow[]> {
  const addresses = entries.filter(({ kind }) => kind === "address").length;
  return audited<BlockEntryRow>(
    by,
    {
      account,
      project,
      action: "block.add",
      target: sql`changed.value`,
      detail: sql`to_jsonb(changed) - 'id' - 'created_by' - 'created_at'`,
    },
    sql`
      insert into block_entries (project_id, kind, value, network, action, max_installs, per_hours, reason, created_by,
        created_at, starts_at, ends_at)
      select ${project}, x.kind, x.value, x.network, x.action, x.max_installs, x.per_hours, x.reason, ${by.name}, ${now},
        x.starts_at, x.ends_at
      from ${newTable(entries)} x
      where ${isBelowRowLimit("block_entries", project, blockLimits.entries - entries.length + 1)}
        and (select count(*) from block_entries b where b.project_id = ${project} and b.kind = 'address')
          + ${addresses}::int <= ${blockLimits.addresses}::int
      returning ${columns()}`,
  );
}

/** Ends an entry that is in force; earlier installs keep it. */
export async function endBlockEntry(
  { accountId: account, projectId: project }: Owner,
  id: number,
  by: Actor,
  now: Date,
): Promise<BlockEntryRow | null> {
  const [row] = await audited<BlockEntryRow>(
    by,
    { account, project, action: "block.end", target: sql`changed.value` },
    sql`
      update block_entries set ends_at = greatest(${now}::timestamptz, starts_at)
      where project_id = ${project} and id = ${id} and (ends_at is null or ends_at > ${now})
      returning ${columns()}`,
  );
  return row ?? null;
}

export async function deleteBlockEntry(
  { accountId: account, projectId: project }: Owner,
  id: number,
  by: Actor,
): Promise<boolean> {
  const rows = await audited(
    by,
    {
      account,
      project,
      action: "block.remove",
      target: sql`changed.value`,
      detail: sql`to_jsonb(changed) - 'id'`,
    },
    sql`
      delete from block_entries where project_id = ${project} and id = ${id}
      returning id, kind, value, network, action, reason, starts_at, ends_at`,
  );
  return rows.length > 0;
}
