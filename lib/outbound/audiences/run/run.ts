import { now } from "@/db/clock";
import { backgroundProject } from "@/lib/accounts/access/callers";
import type { Project } from "@/lib/accounts/access/project";
import { randomBase62 } from "@/lib/base/ids";
import { describeError, log } from "@/lib/base/log";
import { type OpenedAudience, openAudience } from "@/lib/outbound/audiences/config";
import { digestOf, evaluateCandidate, isHeldOut } from "@/lib/outbound/audiences/evaluate";
import type { AudienceCandidate } from "@/lib/outbound/audiences/kinds/kind";
import { type AudienceRow, findAudiences } from "@/lib/outbound/audiences/queries";
import {
  type AudienceClaim,
  claimAudience,
  countMembers,
  dropEndedAudience,
  endRun,
  extendAudienceClaim,
  findProjectsToSync,
  insertAudienceRun,
  type RunCounts,
  releaseAudience,
  removeUnseen,
  type SeenMember,
  storeProgress,
  storeSeen,
} from "@/lib/outbound/audiences/run/queries";
import { nextAudienceRun, nextAudienceTry } from "@/lib/outbound/audiences/run/rules";
import { candidatePages } from "@/lib/outbound/audiences/run/scan";
import { maxRequests, ReceiverProblem, sendChanges } from "@/lib/outbound/audiences/run/send";
import { maxAudienceMembers } from "@/lib/outbound/audiences/schema";
import { isStopping } from "@/lib/platform/health/stopping";
import { FairRound } from "@/lib/platform/jobs/round";
import { wakeJob } from "@/lib/platform/jobs/wake";

/** Renewed after each page and each request. After this time, another process replaces a dead one. */
const claimMs = 5 * 60_000;
/** Renewing costs a statement, so it waits this long. */
const renewMs = 5_000;
const keptRuns = 1_000;
const round = new FairRound();

type Clock = () => Date;

/** Another process has taken over, or a member has changed or removed the audience. */
class ClaimLost extends Error {}
class Stopping extends Error {}

/** Runs every audience that is due, one after the other. */
export async function syncAudiences(budgetMs: number, clock: Clock): Promise<number> {
  const end = performance.now() + budgetMs;
  const isOver = () => performance.now() > end || isStopping();
  let ran = 0;
  await round.go(await findProjectsToSync(clock()), isOver, async (id) => {
    ran += await syncProjectAudiences(id, isOver, clock);
  });
  return ran;
}

export async function syncProjectAudiences(id: number, until: () => boolean, clock: Clock): Promise<number> {
  const project = await backgroundProject(id);
  if (!project) return 0;
  for (let ran = 0; ; ran++) {
    if (until() || isStopping()) return ran;
    const at = clock();
    const claim = randomBase62(12);
    const claimed = await claimAudience(project.id, { claim, at, until: new Date(at.getTime() + claimMs) });
    if (claimed === null) return ran;
    await runClaimed(project, { project: project.id, ...claimed, claim }, clock);
  }
}

const noCounts = (): RunCounts => ({
  ...{ checked: 0, matching: 0, sendable: 0, held_out: 0, skipped: {} },
  ...{ added: 0, removed: 0, refused: 0, requests: 0 },
});

async function runClaimed(project: Project, claim: AudienceClaim, clock: Clock): Promise<void> {
  const [row] = await findAudiences(project.id, claim.id);
  if (!row) return;
  const run = await insertAudienceRun(claim, clock());
  if (run === null) return;
  const counts = noCounts();
  try {
    const note = await syncOne(project, row, { claim, run, counts, clock });
    const at = clock();
    await endRun(claim, run, { counts, at, state: "done", problem: note, kept: keptRuns });
    if (row.is_ending && (await countMembers(claim)) === 0) await dropEndedAudience(claim);
    else await releaseAudience(claim, { at: nextAudienceRun(row, at), failed: false });
  } catch (error) {
    if (error instanceof ClaimLost) return;
    const at = clock();
    await endRun(claim, run, { counts, at, state: "failed", problem: textOf(error), kept: keptRuns });
    const again = error instanceof Stopping;
    const afterMs = error instanceof ReceiverProblem ? error.afterMs : null;
    const next = again ? at : nextAudienceTry(row, afterMs, at);
    await releaseAudience(claim, { at: next, failed: !again });
  }
}

function textOf(error: unknown): string {
  if (error instanceof ReceiverProblem) return error.message;
  if (error instanceof Stopping) return "The server stopped during the run. The run starts again.";
  log().error(describeError(error), "an audience could not be synchronized");
  return "Cairn couldn't finish this. The reason is in the server's log.";
}

type Tools = { claim: AudienceClaim; run: number; counts: RunCounts; clock: Clock };

/** Finds the members, then sends the differences. Returns a note for the log. */
async function syncOne(project: Project, row: AudienceRow, tools: Tools): Promise<string | null> {
  const { claim, run, counts, clock } = tools;
  const progress = renewing(tools);
  const opened = openAudience(project, row);
  if ("problem" in opened) throw new ReceiverProblem(opened.problem);
  let isFull = false;
  if (!row.is_ending) isFull = await collectMembers(project, row, opened, { ...tools, progress });
  await removeUnseen(claim, run);
  const context = {
    ...opened,
    ...{ claim, counts, clock, progress, refusal: null as string | null },
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
  { claim, run, counts, clock, progress }: Tools & { progress(): Promise<void> },
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

function renewing({ claim, run, counts, clock }: Tools): () => Promise<void> {
  let renewedAt = performance.now();
  return async () => {
    if (isStopping()) throw new Stopping();
    if (performance.now() - renewedAt < renewMs) return;
    if (!(await extendAudienceClaim(claim, new Date(clock().getTime() + claimMs)))) throw new ClaimLost();
    await storeProgress(claim, run, counts);
    renewedAt = performance.now();
  };
}

export const wakeAudiences = (projectId: number) =>
  wakeJob({
    what: "a run of an audience",
    budgetMs: Number.POSITIVE_INFINITY,
    run: (until) => syncProjectAudiences(projectId, until, now),
  });
