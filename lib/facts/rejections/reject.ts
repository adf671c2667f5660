import { createHash } from "node:crypto";
import type { z } from "zod";
import type { Project } from "@/lib/accounts/access/project";
import { growingCache } from "@/lib/base/growing-cache";
import { newId, type ProjectId } from "@/lib/base/ids";
import { describeError, log } from "@/lib/base/log";
import {
  countRejectionReasons,
  findRejections,
  type RejectionRow,
  storeRejections,
} from "@/lib/facts/rejections/queries";
import type { RejectionQuery, rejectionList, rejectionReasons } from "@/lib/facts/rejections/schema";
import { Batcher } from "@/lib/platform/batch";
import { cutPage } from "@/lib/platform/keyset";

/** A client with many invalid calls needs only the first notes, and must not fill the disk. */
const onePerMs = 1_000;
const maxPerSecond = 10;
const longestReason = 300;

const batch = new Batcher<RejectionRow, undefined>({
  name: "rejections",
  run: storeRejections,
  maxWaiting: 1_000,
  inFlight: 1,
});

/** The time of a reason's last note for a project, and the number of notes in its current second. */
const lastNoted = growingCache<string, number>({ max: 20_000 });
const noted = growingCache<ProjectId, { since: number; count: number }>({ max: 20_000 });

function mayNote(project: ProjectId, reason: string, tick: number): boolean {
  const key = `${project} ${reason}`;
  if (tick - (lastNoted.get(key) ?? Number.NEGATIVE_INFINITY) < onePerMs) return false;
  const second = noted.get(project);
  const fresh = !second || tick - second.since >= 1_000;
  if (!fresh && second.count >= maxPerSecond) return false;
  noted.set(project, fresh ? { since: tick, count: 1 } : { since: second.since, count: second.count + 1 });
  lastNoted.set(key, tick);
  return true;
}

type Refused = { endpoint: string; reason: string; body: Uint8Array | null; now: Date; tick: number };

/** Records a rejected call without waiting, because the response is already sent. Only a hash of the body is stored. */
export function recordRejection(projectId: ProjectId, { endpoint, reason, body, now, tick }: Refused): void {
  const note = reason.slice(0, longestReason).toWellFormed().replaceAll("\u0000", "");
  if (!mayNote(projectId, note, tick)) return;
  batch
    .add({
      project_id: projectId,
      id: newId(now),
      at: now,
      endpoint: endpoint.slice(0, 100),
      reason: note,
      body_hash: body && body.byteLength > 0 ? createHash("sha256").update(body).digest("hex") : null,
    })
    .catch((error) => log().warn(describeError(error), "a rejected call could not be stored"));
}

/** Records a call that succeeded but was not stored, so that developers can find it. */
export function recordUnstored(
  projectId: ProjectId,
  endpoint: string,
  reason: string,
  { now, tick }: { now: Date; tick: number },
): void {
  recordRejection(projectId, { endpoint, reason, body: null, now, tick });
}

export async function listRejections(
  project: Project,
  query: RejectionQuery,
): Promise<z.output<typeof rejectionList>> {
  const filter = { endpoint: query.endpoint || null, search: query.search || null };
  const rows = await findRejections(project.id, filter, query.before, query.limit + 1);
  const { page, next } = cutPage(rows, query.limit, ({ at, id }) => ({ at, id }));
  return { rejections: page.map((row) => ({ ...row, at: row.at.toISOString() })), next };
}

const countedDays = 7;
const maxCounted = 10_000;

export async function rejectionReasonsOf(
  project: Project,
  now: Date,
  endpoint: string | null = null,
): Promise<z.output<typeof rejectionReasons>> {
  const since = new Date(now.getTime() - countedDays * 86_400_000);
  const rows = await countRejectionReasons(project.id, { since, endpoint }, maxCounted);
  return {
    days: countedDays,
    reasons: rows.map((row) => ({ ...row, last_at: row.last_at.toISOString() })),
  };
}
