import type { Project } from "@/lib/accounts/access/project";
import { Refusal } from "@/lib/base/refusal";
import type { PushKind } from "@/lib/facts/uninstalls/push-kinds";
import {
  countTokens,
  findPushService,
  findPushServices,
  type PushServiceWithCredentials,
  type ServiceRow,
} from "@/lib/facts/uninstalls/queries";
import type { UninstallSettings } from "@/lib/facts/uninstalls/schema";

/** The maximum number of tokens counted for the screen. */
const maxCounted = 200_000;

export async function showUninstalls(project: Project): Promise<UninstallSettings> {
  const [services, counts] = await Promise.all([
    findPushServices(project.id),
    countTokens(project.id, maxCounted),
  ]);
  return {
    services: services.map(present),
    tokens: counts,
    more: counts.reduce((sum, { tokens }) => sum + tokens, 0) >= maxCounted,
  };
}

export async function requirePushService(
  project: Project,
  kind: PushKind,
): Promise<PushServiceWithCredentials> {
  const row = await findPushService(project.id, kind);
  if (!row) throw new Refusal("not_found", "Not found.");
  return row;
}

function present(row: ServiceRow): UninstallSettings["services"][number] {
  const { kind, named, problem } = row;
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return {
    kind,
    named,
    connected_at: row.connected_at.toISOString(),
    state: stateOf(row),
    problem,
    problem_at: iso(row.problem_at),
    next_at: problem === null ? null : iso(row.next_at),
    answered_at: iso(row.answered_at),
  };
}

function stateOf({ next_at, problem, answered_at }: ServiceRow) {
  if (next_at === null) return "refused";
  if (problem !== null) return "later";
  return answered_at === null ? "waiting" : "good";
}
