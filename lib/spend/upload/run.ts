import { now } from "@/db/clock";
import { backgroundProject } from "@/lib/accounts/access/callers";
import type { Project } from "@/lib/accounts/access/project";
import { describeError, log } from "@/lib/base/log";
import { Refusal } from "@/lib/base/refusal";
import { dayIn } from "@/lib/base/time";
import { withLease } from "@/lib/platform/jobs/lease";
import { FairRound } from "@/lib/platform/jobs/round";
import { wakeJob } from "@/lib/platform/jobs/wake";
import { storeClaims } from "@/lib/spend/claims/queries";
import type { SpendTotals } from "@/lib/spend/queries";
import { type AdName, storeSpendWithNames } from "@/lib/spend/store";
import {
  deleteOldDrafts,
  endStoring,
  findProjectsWithUploads,
  findStoring,
  findUpload,
  saveStoredCount,
  type UploadRow,
} from "@/lib/spend/upload/queries";
import { readFile } from "@/lib/spend/upload/read-file";
import type { UploadSettings } from "@/lib/spend/upload/schema";

const leaseMs = 60_000;
const draftMs = 24 * 3_600_000;
const atOnce = 2_000;
const round = new FairRound();

/** Earlier uploads have no choices for doubtful lines, so all of their lines are stored. */
const acceptAll = { future: "take", empty: "take", repeated: "take" } as const;

type Clock = () => Date;

/** Continues to store files, each in one process at a time; deletes abandoned drafts. */
export async function storeUploads(budgetMs: number, now: Clock): Promise<number> {
  const end = performance.now() + budgetMs;
  const isOver = () => performance.now() > end;
  let ran = 0;
  await round.go(await findProjectsWithUploads(), isOver, async (id) => {
    ran += await storeProjectUploads(id, isOver, now);
  });
  return ran;
}

async function storeProjectUploads(id: number, until: () => boolean, now: Clock): Promise<number> {
  const project = await backgroundProject(id);
  if (!project) return 0;
  await deleteOldDrafts(project.id, new Date(now().getTime() - draftMs));
  let ran = 0;
  for (const upload of await findStoring(project.id)) {
    if (until()) break;
    const result = await withLease(`spend file ${project.id} ${upload.id}`, leaseMs, async (extend) => {
      const row = await findUpload(project.id, upload.id);
      if (row?.state === "STORING" && row.content !== null)
        await storeOne(project, row, row.content, { until, now, extend });
      return {};
    });
    if (result) ran++;
  }
  return ran;
}

type Run = { until: () => boolean; now: Clock; extend: () => Promise<void> };

async function storeOne(
  project: Project,
  row: UploadRow,
  content: string,
  { until, now, extend }: Run,
): Promise<void> {
  const settings = { doubts: acceptAll, ...(row.settings as UploadSettings) };
  const teller = {
    kind: "FILE",
    sourceKey: null,
    name: row.name,
    createdBy: row.created_by,
    importId: row.id,
  } as const;
  try {
    // The same rows in the same order as in the earlier turns, so that stored rows can be skipped.
    const today = dayIn(project.timeZone, row.created_at);
    const { summed } = await readFile(project, content, settings, today);
    const names = namesByCampaign(summed.names.values());
    let { stored } = row;
    while (stored < summed.rows.length) {
      const rows = nextRows(summed.rows, stored);
      const campaigns = new Set(rows.map((each) => each.campaign_id));
      const dayKeys = new Set(rows.map(dayKeyOf));
      const prepared = {
        rows,
        replaces: settings.replaces,
        names: [...campaigns].flatMap((id) => names.get(id) ?? []),
      };
      await storeSpendWithNames(project, teller, prepared, now());
      const claims = summed.claims.filter((claim) => dayKeys.has(dayKeyOf(claim)));
      if (claims.length > 0) await storeClaims(project.id, claims, { name: row.name, account: null }, now());
      stored += rows.length;
      await saveStoredCount(project.id, row.id, stored, now());
      for (const id of campaigns) names.delete(id);
      if (until() && stored < summed.rows.length) return;
      await extend();
    }
    await endStoring(project.id, row.id, null, now());
  } catch (error) {
    if (error instanceof Refusal && error.status === 409) return;
    if (!(error instanceof Refusal)) log().error(describeError(error), "a file of spend could not be stored");
    const problem =
      error instanceof Refusal
        ? error.message
        : "Cairn couldn't finish this. The reason is in the server's log.";
    await endStoring(project.id, row.id, problem, now());
  }
}

const dayKeyOf = ({ day, campaign_id }: { day: string; campaign_id: number }) => `${day} ${campaign_id}`;

/** Some thousand rows, plus the rest of the last campaign's day, because a day is replaced as a whole. */
function nextRows(rows: readonly SpendTotals[], from: number): SpendTotals[] {
  let to = Math.min(from + atOnce, rows.length);
  const last = rows[to - 1];
  while (to < rows.length && rows[to]!.day === last?.day && rows[to]!.campaign_id === last.campaign_id) to++;
  return rows.slice(from, to);
}

function namesByCampaign(names: Iterable<AdName>): Map<number, AdName[]> {
  const out = new Map<number, AdName[]>();
  for (const name of names) {
    const list = out.get(name.campaign_id) ?? [];
    list.push(name);
    out.set(name.campaign_id, list);
  }
  return out;
}

export const wakeUploads = (projectId: number) =>
  wakeJob({
    what: "a file of spend",
    budgetMs: 60_000,
    run: (until) => storeProjectUploads(projectId, until, now),
  });
