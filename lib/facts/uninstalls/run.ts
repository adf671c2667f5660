import { backgroundProject } from "@/lib/accounts/access/callers";
import { isFrozenError } from "@/lib/base/database-failure";
import type { ProjectId } from "@/lib/base/ids";
import { log } from "@/lib/base/log";
import { decryptCredentials, undecryptableText } from "@/lib/facts/uninstalls/connect";
import { pushKinds } from "@/lib/facts/uninstalls/push-kinds";
import type { PushService } from "@/lib/facts/uninstalls/push-service";
import { pushServiceKinds } from "@/lib/facts/uninstalls/push-services";
import {
  type DuePushToken,
  enrolTokens,
  findDueTokens,
  findProjectsToProbe,
  findPushService,
  findTokensBehind,
  type PushServiceWithCredentials,
  postponeProbes,
  recordPushProblem,
  recordPushResponse,
} from "@/lib/facts/uninstalls/queries";
import {
  backoffMs,
  evaluateProbe,
  nextProbe,
  type PushReply,
  pushKindOf,
  readProbe,
} from "@/lib/facts/uninstalls/rules";
import { storeProbed } from "@/lib/facts/uninstalls/store-queries";
import { FairRound } from "@/lib/platform/jobs/round";

/** Tokens per read, and concurrent queries. They limit memory, however many tokens are due. */
const batchSize = 200;
const atOnce = 16;
const enrolledAtOnce = 1_000;
/** The delay for a token without a result, if the service answered for other tokens. */
const againMs = 3_600_000;
const round = new FairRound();

type Clock = () => Date;
type Outcome = { due: DuePushToken; reply: PushReply; at: Date };

/** Queries push services about installed apps, in every project that has connected one. */
export async function probeInstalls(budgetMs: number, now: Clock): Promise<number> {
  const end = performance.now() + budgetMs;
  const isOver = () => performance.now() > end;
  let count = 0;
  await round.go(await findProjectsToProbe(now()), isOver, async (id) => {
    try {
      count += await probeProject(id, isOver, now);
    } catch (error) {
      // The project was frozen during this turn: the other instance continues.
      if (!isFrozenError(error)) throw error;
    }
  });
  return count;
}

export async function probeProject(id: number, isOver: () => boolean, now: Clock): Promise<number> {
  const project = await backgroundProject(id);
  if (!project) return 0;
  let count = 0;
  for (const kind of pushKinds) {
    const row = await findPushService(project.id, kind);
    if (row === null || row.next_at === null || row.next_at > now()) continue;
    await enrol(project.id, row, isOver, now);
    const secret = decryptCredentials(project, kind, row.credentials);
    if (secret === null) await stop(project.id, row, undecryptableText, now());
    else count += await probe(project.id, row, pushServiceKinds[kind].open(secret), isOver, now);
  }
  return count;
}

/**
 * Schedules older tokens, each in its own minute of the day, and tokens that the previous credentials did not cover.
 */
async function enrol(
  projectId: ProjectId,
  row: PushServiceWithCredentials,
  isOver: () => boolean,
  now: Clock,
): Promise<void> {
  let behind = row.enrolled_to;
  while (behind !== null && !isOver()) {
    const found = await findTokensBehind(projectId, behind, enrolledAtOnce);
    behind = found.length < enrolledAtOnce ? null : found.at(-1)!.instance;
    const rows = found.flatMap(({ instance, token, kind, platform, ended }) =>
      token === null || !(kind === null || (kind === row.kind && isOfCredentials(ended)))
        ? []
        : [
            {
              instance,
              token,
              kind: kind ?? pushKindOf(token, platform),
              probe_at: nextProbe(instance, now()),
            },
          ],
    );
    await enrolTokens(projectId, row.kind, rows, behind);
  }
}

/** The token belongs to another app or environment: other credentials may give another result. */
const isOfCredentials = (ended: string | null) => ended === "foreign" || ended === "bad";

async function probe(
  projectId: ProjectId,
  row: PushServiceWithCredentials,
  service: PushService,
  isOver: () => boolean,
  now: Clock,
): Promise<number> {
  let count = 0;
  for (;;) {
    if (isOver()) return count;
    const due = await findDueTokens(projectId, row.kind, now(), batchSize);
    if (due.length === 0) return count;
    // An unknown or undecided install has no counts, so its check is postponed.
    const early = due.filter(({ install_id }) => install_id === null);
    await postponeProbes(
      projectId,
      early.map(({ instance, token_at }) => ({ instance, token_at, next_at: nextProbe(instance, now()) })),
    );
    const ready = due.filter(({ install_id }) => install_id !== null);
    if (ready.length === 0 && due.length === batchSize) continue;
    const outcomes = await queryAll(ready, service, isOver, now);
    count += outcomes.length;
    if (!(await store(projectId, row, outcomes, now())) || due.length < batchSize) return count;
  }
}

/** Stops at the first reply that applies to all tokens: other queries would have the same result. */
async function queryAll(
  due: readonly DuePushToken[],
  service: PushService,
  isOver: () => boolean,
  now: Clock,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let next = 0;
  let isStopped = false;
  const work = async () => {
    while (next < due.length && !isStopped && !isOver()) {
      const one = due[next++]!;
      const response = await service(
        { token: one.token, environment: one.probe?.environment ?? null },
        now(),
      );
      // The service's text is stored, shown and logged, so the token is removed from it.
      const reply = { ...response, text: response.text.replaceAll(one.token, "…") };
      outcomes.push({ due: one, reply, at: now() });
      if (reply.is === "refused" || (reply.is === "later" && reply.ofAll)) isStopped = true;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return outcomes;
}

/** False if no more queries should follow now. */
async function store(
  projectId: ProjectId,
  row: PushServiceWithCredentials,
  outcomes: readonly Outcome[],
  now: Date,
): Promise<boolean> {
  const about = { connectedAt: row.connected_at, at: now };
  const refused = outcomes.find(({ reply }) => reply.is === "refused");
  if (refused) {
    await storeAnswers(projectId, outcomes, now);
    await stop(projectId, row, refused.reply.text, now);
    return false;
  }
  const answered = outcomes.filter(({ reply }) => reply.is !== "later");
  // If every token belongs to another app and none ever matched, the credentials are for the wrong app.
  const isForeign = ({ reply }: Outcome) => reply.is === "foreign";
  // A malformed token belongs to no app.
  const known = answered.filter(({ reply }) => reply.is !== "bad");
  if (row.answered_at === null && known.length > 0 && known.every(isForeign)) {
    const text = `${known[0]!.reply.text}. The tokens are of another app than these credentials.`;
    await stop(projectId, row, text, now);
    return false;
  }
  await storeAnswers(projectId, outcomes, now);
  const later = outcomes.flatMap(({ due, reply }) => (reply.is === "later" ? [{ due, reply }] : []));
  // Also before a pause: later tokens may still have a result.
  await postponeProbes(
    projectId,
    later.flatMap(({ due: { instance, token_at }, reply }) =>
      reply.ofAll
        ? []
        : [{ instance, token_at, next_at: new Date(now.getTime() + Math.max(againMs, reply.afterMs ?? 0)) }],
    ),
  );
  const ofAll = later.find(({ reply }) => reply.ofAll) ?? (answered.length === 0 ? later[0] : undefined);
  if (ofAll) {
    const pause = backoffMs(row.failures, ofAll.reply.afterMs);
    const problem = ofAll.reply.text;
    await recordPushProblem(projectId, row.kind, {
      ...about,
      problem,
      nextAt: new Date(now.getTime() + pause),
    });
    log().info({ project: projectId, service: row.kind, problem }, "a push service is queried again later");
    return false;
  }
  if (answered.length > 0) {
    await recordPushResponse(projectId, row.kind, row.connected_at, now);
    row.answered_at = now;
  }
  return outcomes.length > 0;
}

async function storeAnswers(projectId: ProjectId, outcomes: readonly Outcome[], now: Date): Promise<void> {
  const rows = outcomes.flatMap(({ due, reply, at }) => {
    if (reply.is === "later" || reply.is === "refused") return [];
    const { instance, token_at, opened_at } = due;
    const judged = evaluateProbe(due.probe && readProbe(due.probe), reply, {
      instance,
      tokenAt: token_at,
      openedAt: opened_at,
      now: at,
    });
    const { probe, nextAt, isAnswered, uninstalledAt } = judged;
    return [{ instance, token_at, probe, next_at: nextAt, answered: isAnswered, gone_at: uninstalledAt }];
  });
  if (rows.length > 0) await storeProbed(projectId, rows, now);
}

/** Stops checks until a person fixes the credentials, because every query would fail. */
async function stop(
  projectId: ProjectId,
  row: PushServiceWithCredentials,
  problem: string,
  at: Date,
): Promise<void> {
  await recordPushProblem(projectId, row.kind, { connectedAt: row.connected_at, problem, nextAt: null, at });
  log().warn({ project: projectId, service: row.kind, problem }, "a push service rejected the credentials");
}
