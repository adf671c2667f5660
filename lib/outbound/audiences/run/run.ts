import { backgroundProject } from "@/lib/accounts/access/callers";
import type { Project } from "@/lib/accounts/access/project";
import { type OpenedAudience, openAudience } from "@/lib/outbound/audiences/config";
import { digestOf, evaluateCandidate, isHeldOut } from "@/lib/outbound/audiences/evaluate";
import type { AudienceCandidate } from "@/lib/outbound/audiences/kinds/kind";
import { type AudienceRow, findAudiences } from "@/lib/outbound/audiences/queries";
import {
  countMembers,
  dropEndedAudience,
  endRun,
  insertAudienceRun,
  type RunCounts,
  removeUnseen,
  type SeenMember,
  storeProgress,
  storeSeen,
} from "@/lib/outbound/audiences/run/queries";
import { nextAudienceRun } from "@/lib/outbound/audiences/run/rules";
import { candidatePages } from "@/lib/outbound/audiences/run/scan";
import { maxRequests, sendChanges } from "@/lib/outbound/audiences/run/send";
import { maxAudienceMembers } from "@/lib/outbound/audiences/schema";
import { removeOldRunsOf } from "@/lib/platform/jobs/due-row-queries";
import { ClaimLost, dueRowJob, RunProblem, type RunTools } from "@/lib/platform/jobs/due-rows";

const keptRuns = 1_000;

const noCounts = (): RunCounts => ({
  ...{ checked: 0, matching: 0, sendable: 0, held_out: 0, skipped: {} },
  ...{ added: 0, removed: 0, refused: 0, requests: 0 },
});

const audienceJob = dueRowJob<Project>({
  table: "audiences",
  what: "a run of an audience",
  findProject: backgroundProject,
  async begin(project, { claim, clock, progress }) {
    const [row] = await findAudiences(project.id, claim.id);
    const run = row ? await insertAudienceRun(claim, clock()) : null;
    if (!row || run === null) return null;
    const counts = noCounts();
    const tools = {
      claim,
      run,
      counts,
      clock,
      progress: () => progress(() => storeProgress(claim, run, counts)),
    };
    return {
      failures: row.failures,
      next: (after) => nextAudienceRun(row, after),
      async work() {
        const note = await syncOne(project, row, tools);
        await endRun(claim, run, { counts, at: clock(), state: "done", problem: note });
        await removeOldRunsOf(claim, keptRuns);
        if (row.is_ending && (await countMembers(claim)) === 0) await dropEndedAudience(claim);
      },
      async fail(problem, at) {
        await endRun(claim, run, { counts, at, state: "failed", problem });
        await removeOldRunsOf(claim, keptRuns);
      },
    };
  },
});
export const { runAll: syncAudiences, runProject: syncProjectAudiences, wake: wakeAudiences } = audienceJob;

type Tools = { run: number; counts: RunCounts } & RunTools;

/** Finds the members, then sends the differences. Returns a note for the log. */
async function syncOne(project: Project, row: AudienceRow, tools: Tools): Promise<string | null> {
  const { claim, run, counts, clock, progress } = tools;
  const opened = openAudience(project, row);
  if ("problem" in opened) throw new RunProblem(opened.problem);
  let isFull = false;
  if (!row.is_ending) isFull = await collectMembers(project, row, opened, tools);
  await removeUnseen(claim, run);
  const context = {
    ...opened,
    ...{ claim, run, counts, clock, progress, refusal: null as string | null },
    audience: { id: row.id, title: row.title },
  };
  // Removals first: they are the ones that people may insist on.
  const isComplete =
    (await sendChanges(context, "remove")) &&
    (!row.is_on || row.is_ending || (await sendChanges(context, "add")));
  const notes = [
    context.refusal && `Some members were refused: ${context.refusal}`,
    isFull && `An audience has at most ${maxAudienceMembers} members.`,
    !isComplete && `A run makes at most ${maxRequests} requests. The next run continues.`,
  ].filter(Boolean);
  return notes.length === 0 ? null : notes.join(" ");
}

/** True if the audience is full. */
async function collectMembers(
  project: Project,
  row: AudienceRow,
  { kind }: OpenedAudience,
  { claim, run, counts, clock, progress }: Tools,
): Promise<boolean> {
  const at = clock();
  let room = maxAudienceMembers - (await countMembers(claim));
  let isFull = false;
  for await (const page of candidatePages(project, row.conditions, { now: at, after: null })) {
    counts.checked += page.checked;
    counts.matching += page.matching.length;
    const seen = new Map<string, SeenMember>();
    for (const candidate of page.matching) {
      const member = memberOf(row, kind, candidate, counts);
      if (member) seen.set(member.digest, member);
    }
    isFull ||= seen.size > 0 && room <= 0;
    if (seen.size > 0) {
      const mayAdd = row.is_on && room > 0;
      const added = await storeSeen(claim, [...seen.values()], { run, at, mayAdd });
      if (added === null) throw new ClaimLost();
      room -= added;
    }
    await progress();
  }
  return isFull;
}

function memberOf(
  row: AudienceRow,
  kind: OpenedAudience["kind"],
  candidate: AudienceCandidate,
  counts: RunCounts,
): SeenMember | null {
  const evaluated = evaluateCandidate(kind, candidate);
  if ("skipped" in evaluated) {
    counts.skipped[evaluated.skipped] = (counts.skipped[evaluated.skipped] ?? 0) + 1;
    return null;
  }
  const isOut = isHeldOut(candidate, row.holdout_seed, row.holdout);
  counts[isOut ? "held_out" : "sendable"]++;
  return {
    digest: digestOf(evaluated.ids),
    install_id: candidate.installId,
    ids: evaluated.ids,
    held_out: isOut,
  };
}
