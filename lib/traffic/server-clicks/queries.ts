import { sql } from "@/db";
import type { Actor } from "@/lib/accounts/audit/actor";
import { audited } from "@/lib/accounts/audit/queries";
import type { AccountId, ProjectId } from "@/lib/base/ids";

type Owner = { accountId: AccountId; projectId: ProjectId };

export type ServerClickRow = {
  generation: number;
  rotated_at: Date | null;
  previous_until: Date | null;
  calls_per_second: number | null;
};

const columns = () => sql`generation, rotated_at, previous_until, calls_per_second`;

export async function findServerClickRow(
  projectId: ProjectId,
  network: string,
): Promise<ServerClickRow | null> {
  const [row] = await sql<ServerClickRow[]>`
    select ${columns()} from server_click_settings where project_id = ${projectId} and network = ${network}`;
  return row ?? null;
}

/** The next key. The previous one stays valid until a time; one from before it ends now. */
export const rotateServerClickKey = (
  { accountId: account, projectId: project }: Owner,
  { network, until, now }: { network: string; until: Date; now: Date },
  by: Actor,
) =>
  audited(
    by,
    {
      account,
      project,
      action: "network.rotate",
      target: network,
      detail: { previous_until: until.toISOString() },
    },
    sql`
      insert into server_click_settings as s (project_id, network, generation, rotated_at, previous_until)
      values (${project}, ${network}, 2, ${now}, ${until})
      on conflict (project_id, network) do update set generation = s.generation + 1,
        rotated_at = excluded.rotated_at, previous_until = excluded.previous_until
      returning network`,
  );

/** Null for the default. */
export const storeServerClickLimit = (
  { accountId: account, projectId: project }: Owner,
  { network, perSecond }: { network: string; perSecond: number | null },
  by: Actor,
) =>
  audited(
    by,
    {
      account,
      project,
      action: "network.limit",
      target: network,
      detail: { calls_per_second: perSecond },
    },
    sql`
      insert into server_click_settings (project_id, network, generation, calls_per_second)
      values (${project}, ${network}, 1, ${perSecond})
      on conflict (project_id, network) do update set calls_per_second = excluded.calls_per_second
      returning network`,
  );
