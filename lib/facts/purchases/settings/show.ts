import type { Project } from "@/lib/accounts/access/project";
import { type CheckState, checkStates } from "@/lib/facts/payments/store-purchases";
import { countStates } from "@/lib/facts/purchases/check-queries";
import { type ConnectionRow, findConnections } from "@/lib/facts/purchases/connection-queries";
import { noticeReasonText } from "@/lib/facts/purchases/notices/notice";
import { findNotices } from "@/lib/facts/purchases/notices/queries";
import type { PurchaseSettings } from "@/lib/facts/purchases/settings/schema";

const shownNotices = 50;
const countedDays = 30;
/** The maximum number of payments counted for the screen. */
const maxCounted = 100_000;

export async function showPurchases(project: Project, now: Date): Promise<PurchaseSettings> {
  const since = new Date(now.getTime() - countedDays * 86_400_000);
  const [connections, counts, notices] = await Promise.all([
    findConnections(project.id),
    countStates(project.id, since, maxCounted),
    findNotices(project.id, shownNotices),
  ]);
  const count = new Map(counts.map(({ state, payments }) => [state, payments]));
  return {
    connections: connections.map(present),
    states: checkStates.map((state: CheckState) => ({ state, payments: count.get(state) ?? 0 })),
    notices: notices.map(({ source, notice_id, received_at, kind, state, reason }) => ({
      source,
      id: notice_id,
      received_at: received_at.toISOString(),
      kind,
      state,
      reason,
      text: noticeReasonText(reason),
    })),
  };
}

function present(row: ConnectionRow): PurchaseSettings["connections"][number] {
  const { source, mode, app_id, named, has_address, push_token, problem } = row;
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return {
    source,
    mode,
    app_id,
    named: row.has_credentials ? named : null,
    has_address,
    push_token,
    connected_at: row.connected_at.toISOString(),
    state: stateOf(row),
    problem,
    problem_at: iso(row.problem_at),
    answered_at: iso(row.answered_at),
    notified_at: iso(row.notified_at),
  };
}

function stateOf({ has_credentials, problem, is_stopped, answered_at }: ConnectionRow) {
  if (!has_credentials) return null;
  if (problem !== null) return is_stopped ? "refused" : "later";
  return answered_at === null ? "waiting" : "good";
}
