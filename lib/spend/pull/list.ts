import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { Refusal } from "@/lib/base/refusal";
import { connectable } from "@/lib/spend/pull/fields";
import type { PullRow } from "@/lib/spend/pull/queries";
import { findPulls } from "@/lib/spend/pull/queries";
import type { onePull, PullState, pullList } from "@/lib/spend/pull/schema";

const networks = Object.keys(connectable);

export async function listPulls(project: Project, now: Date): Promise<z.output<typeof pullList>> {
  return { accounts: (await findPulls(project.id, networks)).map((row) => present(row, now)) };
}

export async function knownPull(project: Project, id: number): Promise<PullRow> {
  const [row] = await findPulls(project.id, networks, id);
  if (!row) throw new Refusal("not_found", "Not found.");
  return row;
}

export const shownPull = async (
  project: Project,
  id: number,
  now: Date,
): Promise<z.output<typeof onePull>> => ({
  account: present(await knownPull(project, id), now),
});

function present(row: PullRow, now: Date): PullState {
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return {
    id: row.id,
    network: row.network,
    name: row.name,
    external_id: row.external_id,
    currency: row.currency,
    status: row.status,
    state: stateOf(row, now),
    started_at: iso(row.started_at),
    ended_at: iso(row.ended_at),
    succeeded_at: iso(row.succeeded_at),
    next_at: row.status === "ACTIVE" ? iso(row.next_at) : null,
    from: row.from_day,
    to: row.to_day,
    rows: row.rows,
    done: row.done,
    total: row.total,
    problem: row.problem,
    unknown: row.remarks,
    import: row.import,
  };
}

function stateOf(row: PullRow, now: Date): PullState["state"] {
  if (!row.has_credentials) return "off";
  if (row.claimed_until !== null && row.claimed_until > now) return "pulling";
  if (row.status !== "ACTIVE") return "paused";
  // The pull is waiting for its next turn of the scheduler.
  if (row.ended_at === null && row.done > 0) return "pulling";
  if (row.problem !== null) return "failed";
  return row.succeeded_at === null ? "waiting" : "good";
}
