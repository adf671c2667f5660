import { setImmediate as turnOfOthers } from "node:timers/promises";
import type { Project } from "@/lib/accounts/access/project";
import { noteGoogleClaims } from "@/lib/attribution/evidence/google-claims";
import { isTemporaryFailure } from "@/lib/base/database-failure";
import { describeError, log } from "@/lib/base/log";
import { dayIn } from "@/lib/base/time";
import { loadFacts } from "@/lib/outbound/hydrate/hydrate";
import { dueRows } from "@/lib/outbound/hydrate/queries";
import type { LoadedRow } from "@/lib/outbound/hydrate/row";
import { type FactKind, isOutcome } from "@/lib/outbound/mapping/fact";
import type { DeliveryVerdict, DestinationKind, OutboundRow } from "@/lib/outbound/mapping/kind";
import { type OpenedDestination, openDestination } from "@/lib/outbound/requests/decrypt";
import type { Post } from "@/lib/outbound/requests/post";
import { accessTokenOf } from "@/lib/outbound/requests/tokens";
import { callGroup } from "@/lib/outbound/send/calls";
import {
  type CalledDelivery,
  deliveryOutcome,
  prepareOne,
  type ReadyDelivery,
  storableText,
} from "@/lib/outbound/send/outcome";
import {
  addToCap,
  beginCorrections,
  type DeliveryOutcome,
  findQueue,
  noteHealth,
  pauseDestination,
  type Queue,
  type QueueRow,
  storeOutcomes,
} from "@/lib/outbound/send/queries";
import { bisectFailures } from "@/lib/platform/bisect";

/** The batch size. If a process dies, sent rows without a stored outcome are sent again. */
const maxRead = (kind: DestinationKind) => Math.max(2 * kind.maxRows, 500);
/** Parallel calls: a network accepts many rows per call, a webhook one. */
const queues = (kind: DestinationKind) => (kind.maxRows > 1 ? 2 : 8);
/** A webhook that accepted no delivery for this long is paused until a member resumes it. */
const longestFailingMs = 5 * 86_400_000;

export type SendDependencies = { post: Post; now: () => Date; spread: () => number };

/** The pause after a destination did not respond. */
const quietMs = 30_000;
/** After this many failed calls without an accepted one, the remaining rows wait. */
const enoughFailed = 8;

type Turn = {
  project: Project;
  queue: QueueRow;
  opened: OpenedDestination;
  dependencies: SendDependencies;
  until: () => boolean;
};

/**
 * Sends due deliveries of one destination until none is left or the time is over. While a batch is sent, the previous
 * outcomes are stored and the next rows are read.
 */
export async function drainQueue(
  project: Project,
  at: Queue,
  until: () => boolean,
  extend: () => Promise<void>,
  dependencies: SendDependencies,
): Promise<number> {
  let ended = 0;
  let rows: LoadedRow[] | null = null;
  let ahead: Promise<LoadedRow[]> = Promise.resolve([]);
  let storing: Promise<void> = Promise.resolve();
  let before: DeliveryOutcome[] = [];
  try {
    let queue = await findQueue(at);
    while (queue) {
      const turn: Turn = {
        project,
        queue,
        opened: openDestination(project, queue),
        dependencies: dependencies,
        until,
      };
      const problem = turn.opened.isRenderable || queue.mode === "off" ? null : turn.opened.problem;
      if (problem !== null) {
        await pause(turn, problem);
        break;
      }
      rows ??= await readDue(turn, []);
      if (rows.length === 0) break;
      const isFull = rows.length === maxRead(turn.opened.kind);
      storing = store(at, before, dependencies);
      // Both are awaited later; until then this handler prevents an unhandled rejection.
      storing.catch(() => {});
      before = [];
      if (isFull) ahead = readAhead(turn, rows, storing, extend);
      ahead.catch(() => {});
      // The database queries start before the rows are prepared, which blocks the event loop.
      await turnOfOthers();
      const sent = await sendRows(turn, rows);
      before = sent.outcomes;
      ended += sent.outcomes.filter(({ next_at }) => next_at === null).length;
      const why = await noteCalls(turn, sent.called);
      if (why !== null) await pause(turn, why);
      const isRefused = sent.called.length > 0 && sent.called.every(({ verdict }) => verdict.is === "retry");
      if (why !== null || isRefused || !isFull || until()) break;
      [rows, queue] = await Promise.all([ahead, findQueue(at), storing]);
    }
  } finally {
    // The read-ahead renews the lease, which ends with this turn.
    await Promise.allSettled([ahead]);
    // Without a stored outcome, the next process would send these rows again.
    await Promise.all([storing, store(at, before, dependencies)]);
  }
  return ended;
}

/** Reads the next rows after the previous outcomes are stored, without the rows in progress. */
async function readAhead(turn: Turn, but: LoadedRow[], stored: Promise<void>, extend: () => Promise<void>) {
  const ids = but.map(({ id }) => id);
  const [next] = await Promise.all([stored.then(() => readDue(turn, ids)), extend()]);
  return next;
}

/** If an outcome cannot be stored, the other outcomes of the turn are stored without it. */
async function store(at: Queue, outcomes: DeliveryOutcome[], dependencies: SendDependencies): Promise<void> {
  const now = dependencies.now();
  await bisectFailures(
    outcomes,
    async (some) => {
      await storeOutcomes(at, some, now);
      return some.length;
    },
    async (one, error) => {
      if (isTemporaryFailure(error)) throw error;
      log().error(
        { delivery: one.id, ...describeError(error) },
        "the result of a delivery could not be stored",
      );
      const plain = { ...one, payload: null, hashed: null, attempt: null };
      await storeOutcomes(at, [{ ...plain, reason: "Its response could not be stored." }], now);
    },
  );
}

const readDue = async ({ project, queue, opened, dependencies }: Turn, but: string[]): Promise<LoadedRow[]> =>
  await loadFacts(
    project.id,
    dueRows(project.id, queue.id, dependencies.now(), maxRead(opened.kind), but),
    queue.same,
  );

type Sent = { outcomes: DeliveryOutcome[]; called: CalledDelivery[] };

async function sendRows(turn: Turn, rows: LoadedRow[]): Promise<Sent> {
  const { dependencies } = turn;
  const now = dependencies.now();
  const cap = capOf(turn, now);
  const outcomes: DeliveryOutcome[] = [];
  const ready: ReadyDelivery[] = [];
  for (const row of rows) {
    const prepared = prepareOne(turn, row, now);
    if (!("rendered" in prepared)) outcomes.push(prepared);
    // An event that is sent again after a cancellation was already counted on its day.
    else if (prepared.row.original || !cap?.counts.includes(prepared.fact.kind)) ready.push(prepared);
    else if (cap.isReached) outcomes.push({ ...prepared.outcome, state: "skipped", reason: "cap_reached" });
    // Rows beyond the remaining limit wait until the number of accepted rows is known.
    else if (cap.left-- > 0) ready.push(prepared);
  }
  const correcting = ready.filter(({ row }) => row.original !== null);
  if (correcting.length > 0)
    await beginCorrections(
      turn.project.id,
      correcting.map(({ outcome }) => outcome),
    );
  const called = ready.length === 0 ? [] : await callAll(turn, ready);
  // Before the outcomes: after a crash the rows are sent again, and the network repeats its claims.
  await noteGoogleClaims(turn.project, called.flatMap(claimOf), dependencies.now());
  if (cap) await noteCap(turn, cap, called);
  return {
    outcomes: [
      ...outcomes,
      ...called.map((each) =>
        deliveryOutcome(each, turn.opened.kind, dependencies.now(), dependencies.spread()),
      ),
    ],
    called,
  };
}

/** Only the answer to an install's own event is about the install. */
function claimOf({ ready: { row }, verdict }: CalledDelivery) {
  const claim = verdict.is === "sent" ? verdict.claim : undefined;
  return claim && row.install && isOutcome(row.fact) ? [{ installId: row.install.id, claim }] : [];
}

/** The remaining daily limit of a destination, in the project's time zone. */
function capOf({ project, queue, opened }: Turn, now: Date): Cap | null {
  const cap = opened.kind.dailyCap?.(opened.settings) ?? null;
  if (cap === null || queue.mode !== "live") return null;
  const day = dayIn(project.timeZone, now);
  const used = queue.cap_day === day ? queue.cap_used : 0;
  return { day, left: cap.most - used, isReached: used >= cap.most, counts: cap.counts };
}

async function noteCap(
  { project, queue }: Turn,
  { day, counts }: Cap,
  called: CalledDelivery[],
): Promise<void> {
  const sent = called.filter(
    ({ ready, verdict }) =>
      verdict.is === "sent" && ready.row.original === null && counts.includes(ready.fact.kind),
  );
  if (sent.length > 0) await addToCap(project.id, queue.id, day, sent.length);
}

type Cap = { day: string; left: number; isReached: boolean; counts: readonly FactKind[] };

/** Rows stay unchanged if time is over or if the destination accepts none. */
async function callAll(
  { opened, dependencies, until }: Turn,
  ready: ReadyDelivery[],
): Promise<CalledDelivery[]> {
  const { kind } = opened;
  const refuseAll = (verdict: DeliveryVerdict) =>
    ready.map((each) => ({ ready: each, verdict, answer: "", ms: 0 }));
  if (opened.problem !== null) return refuseAll({ is: "pause", code: null, why: opened.problem });
  const token = await accessTokenOf(kind, opened.destination, dependencies);
  if (typeof token !== "string") return refuseAll(token);
  const groups: ReadyDelivery[][] = [];
  for (let i = 0; i < ready.length; i += kind.maxRows) groups.push(ready.slice(i, i + kind.maxRows));
  let failed = 0;
  let isOver = false;
  const calling = {
    kind,
    destination: { ...opened.destination, token },
    post: dependencies.post,
    now: dependencies.now,
    isOver: () => isOver || until(),
  };
  const called: CalledDelivery[] = [];
  let next = 0;
  const work = async () => {
    while (!isOver && next < groups.length) {
      const group = groups[next++]!;
      const answers = await callGroup(group.map(outgoing), calling);
      for (const [n, { verdict, answer, ms }] of answers.entries())
        called.push({ ready: group[n]!, verdict, answer, ms });
      failed = answers.some(({ verdict }) => verdict.is !== "retry") ? 0 : failed + 1;
      isOver ||= failed >= enoughFailed || until() || answers.some(({ verdict }) => verdict.is === "pause");
    }
  };
  await Promise.all(Array.from({ length: Math.min(queues(kind), groups.length) }, work));
  return called;
}

const outgoing = ({ row, rendered, text }: ReadyDelivery): OutboundRow => ({
  uid: row.event_uid,
  deliveryId: row.id,
  payload: rendered.payload,
  text,
});

async function pause({ project, queue, dependencies }: Turn, why: string): Promise<void> {
  await pauseDestination(project.id, queue.id, storableText(why), dependencies.now());
  log().warn(
    { project: project.id, destination: queue.id },
    "a destination is paused: it rejects deliveries",
  );
}

/** Updates the destination's state after the calls of a turn; returns the reason for a pause. */
async function noteCalls(
  { project, queue, opened, dependencies }: Turn,
  called: CalledDelivery[],
): Promise<string | null> {
  const halted = called.find(({ verdict }) => verdict.is === "pause");
  if (halted?.verdict.is === "pause") return halted.verdict.why;
  const waits = called.flatMap(({ verdict }) => (verdict.is === "retry" ? [verdict.afterMs ?? quietMs] : []));
  if (waits.length < called.length || called.length === 0) {
    if (queue.failing_since !== null && called.length > 0) await noteHealth(project.id, queue.id, null);
    return null;
  }
  const now = dependencies.now();
  const since = queue.failing_since ?? now;
  await noteHealth(project.id, queue.id, { since, until: new Date(now.getTime() + Math.max(...waits)) });
  const isTooLong = opened.kind.group === "webhook" && now.getTime() - since.getTime() > longestFailingMs;
  return isTooLong ? "It rejected all deliveries for five days." : null;
}
