import { backgroundProject } from "@/lib/accounts/access/callers";
import type { Project } from "@/lib/accounts/access/project";
import { isFrozenError, isRefusedRow } from "@/lib/base/database-failure";
import { log } from "@/lib/base/log";
import { purchaseKey, type Store, type StorePurchase, stores } from "@/lib/facts/payments/store-purchases";
import {
  type DueCheck,
  findDueChecks,
  findOldChecks,
  postponeCheck,
  removeChecks,
} from "@/lib/facts/purchases/check-queries";
import {
  type ConnectionWithSecrets,
  findConnection,
  recordAnswered,
  recordProblem,
} from "@/lib/facts/purchases/connection-queries";
import { confirmed, type Evaluation, invalid } from "@/lib/facts/purchases/evaluate";
import { applyNotice, type NoticeResult, noticedOf } from "@/lib/facts/purchases/notices/apply";
import type { Notice } from "@/lib/facts/purchases/notices/notice";
import {
  type DueNotice,
  findDueNotices,
  findProjectsWithPurchases,
  removeOldNotices,
  updateNotice,
} from "@/lib/facts/purchases/notices/queries";
import { findPurchase } from "@/lib/facts/purchases/purchase-queries";
import { refundPurchase } from "@/lib/facts/purchases/refund";
import type { StoreAnswer, StoreServer } from "@/lib/facts/purchases/servers/server";
import {
  decryptStoreCredentials,
  openStore,
  undecryptableText,
} from "@/lib/facts/purchases/settings/connect";
import { settlePayments } from "@/lib/facts/purchases/settle-queries";
import { settlementOf } from "@/lib/facts/purchases/settlement";
import { FairRound } from "@/lib/platform/jobs/round";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const batchSize = 50;
/** A payment that the store does not confirm stays pending after this time, without further queries. */
const checkDays = 30;
/** A notification waits this long for its user, and is shown for the longer time. */
const waitDays = 7;
const shownDays = 30;
/** The pauses between attempts, in minutes; the last one repeats. */
const pauses = [1, 5, 30, 120, 480, 1_440];
const round = new FairRound();

type Clock = () => Date;

const later = (now: Date, attempts: number) =>
  new Date(now.getTime() + pauses[Math.min(attempts, pauses.length - 1)]! * minuteMs);

/** Checks pending payments with their stores, and processes notifications, in every project. */
export async function processPurchases(budgetMs: number, now: Clock): Promise<number> {
  const end = performance.now() + budgetMs;
  const isOver = () => performance.now() > end;
  const tooOld = new Date(now().getTime() - checkDays * dayMs);
  let count = 0;
  await round.go(await findProjectsWithPurchases(now(), tooOld), isOver, async (id) => {
    try {
      const project = await backgroundProject(id);
      if (project) count += await processProject(project, isOver, now);
    } catch (error) {
      // The project was frozen during this turn: the other instance continues.
      if (!isFrozenError(error)) throw error;
    }
  });
  return count;
}

export async function processProject(project: Project, isOver: () => boolean, now: Clock): Promise<number> {
  let count = 0;
  for (const store of stores) count += await checkStore(project, store, isOver, now);
  await endOldChecks(project, now());
  count += await processNotices(project, isOver, now);
  await removeOldNotices(project.id, new Date(now().getTime() - shownDays * dayMs));
  return count;
}

type OpenStore = { connection: ConnectionWithSecrets; server: StoreServer };

/** Null if the store can't be queried now. */
async function storeOf(project: Project, store: Store, now: Date): Promise<OpenStore | null> {
  const connection = await findConnection(project.id, store);
  if (!connection?.credentials || connection.is_stopped) return null;
  if (connection.next_at !== null && connection.next_at > now) return null;
  const secret = decryptStoreCredentials(project, store, connection.credentials);
  if (secret === null) {
    await stop(project, connection, undecryptableText, now);
    return null;
  }
  return { connection, server: openStore(store, secret, connection.app_id ?? "") };
}

/** Stops queries until a person fixes the credentials. */
async function stop(
  project: Project,
  connection: ConnectionWithSecrets,
  problem: string,
  at: Date,
): Promise<void> {
  const { source, connected_at: connectedAt } = connection;
  await recordProblem(project.id, source, { connectedAt, problem, nextAt: null, at });
  log().warn({ project: project.id, store: source, problem }, "a store rejected the credentials");
}

/** False if the store can't be queried further now. */
async function recordAnswer(
  project: Project,
  connection: ConnectionWithSecrets,
  answer: StoreAnswer,
  now: Date,
): Promise<boolean> {
  const { source, connected_at: connectedAt } = connection;
  if (answer.is === "refused") {
    await stop(project, connection, answer.text, now);
    return false;
  }
  if (answer.is === "later") {
    const pause = Math.max(answer.afterMs ?? 0, later(now, connection.failures).getTime() - now.getTime());
    const nextAt = new Date(now.getTime() + pause);
    await recordProblem(project.id, source, { connectedAt, problem: answer.text, nextAt, at: now });
    return false;
  }
  await recordAnswered(project.id, source, connectedAt, now);
  return true;
}

async function checkStore(
  project: Project,
  store: Store,
  isOver: () => boolean,
  now: Clock,
): Promise<number> {
  const open = await storeOf(project, store, now());
  if (!open) return 0;
  let count = 0;
  for (const check of await findDueChecks(project.id, store, now(), batchSize)) {
    if (isOver()) break;
    const answer = await open.server.fetch(check.proof, now());
    if (!(await recordAnswer(project, open.connection, answer, now()))) break;
    await settleCheck(project, { store, check, answer, connection: open.connection }, now());
    count++;
  }
  return count;
}

type Checked = { store: Store; check: DueCheck; answer: StoreAnswer; connection: ConnectionWithSecrets };

async function settleCheck(
  project: Project,
  { store, check, answer, connection: { mode } }: Checked,
  now: Date,
): Promise<void> {
  const { payment_id: id } = check;
  if (answer.is === "unpaid") {
    const pending: Evaluation = { ...invalid("unpaid"), state: "pending" };
    await settlePayments(project.id, [settlementOf(project, id, pending, mode)]);
    await postponeCheck(project.id, id, later(now, check.attempts));
    return;
  }
  if (answer.is === "purchase") {
    const evaluation = confirmed(store, answer.purchase);
    const other = await findPurchase(project.id, evaluation.key!);
    if (other && other.id !== id) {
      const reason = other.user_id === check.user_id ? "duplicate" : "replayed";
      const settlement = settlementOf(project, id, invalid(reason), mode);
      // A second report of one purchase never counts, whatever the effect of checks.
      const status = reason === "duplicate" ? "PAYMENT_CANCELLED" : settlement.status;
      await settlePayments(project.id, [{ ...settlement, status }]);
    } else {
      await settlePayments(project.id, [settlementOf(project, id, evaluation, mode)]);
      await refundIfRefunded(project, evaluation.key!, answer.purchase, now);
    }
  } else if (answer.is === "invalid") {
    await settlePayments(project.id, [settlementOf(project, id, invalid(answer.reason), mode)]);
  }
  await removeChecks(project.id, [id]);
}

async function refundIfRefunded(
  project: Project,
  key: string,
  { refundedAt, refundedShare: share }: StorePurchase,
  now: Date,
): Promise<void> {
  if (refundedAt !== null) await refundPurchase(project, key, { at: refundedAt, share, source: null, now });
}

async function endOldChecks(project: Project, now: Date): Promise<void> {
  const old = await findOldChecks(project.id, new Date(now.getTime() - checkDays * dayMs), 1_000);
  if (old.length === 0) return;
  const unconfirmed: Evaluation = { ...invalid("unconfirmed"), state: "pending" };
  await settlePayments(
    project.id,
    old.map(({ payment_id }) => ({
      ...settlementOf(project, payment_id, unconfirmed, "show"),
      status: null,
    })),
  );
  await removeChecks(
    project.id,
    old.map(({ payment_id }) => payment_id),
  );
}

async function processNotices(project: Project, isOver: () => boolean, now: Clock): Promise<number> {
  let count = 0;
  for (;;) {
    const due = await findDueNotices(project.id, now(), batchSize);
    for (const notice of due) {
      if (isOver()) return count;
      await finish(project, notice, await resultOrUnreadable(project, notice, now()), now());
      count++;
    }
    if (due.length < batchSize) return count;
  }
}

/** A waiting notification is tried again, until its time is over. */
async function finish(project: Project, notice: DueNotice, result: NoticeResult, now: Date): Promise<void> {
  if (result.state !== "waiting") {
    await updateNotice(project.id, notice, { ...result, nextAt: null });
    return;
  }
  const isOver = now.getTime() - notice.received_at.getTime() > waitDays * dayMs;
  await updateNotice(project.id, notice, {
    state: isOver ? "unmatched" : "waiting",
    reason: result.reason,
    nextAt: isOver ? null : later(now, notice.attempts),
  });
}

/** The body as it was stored, with times as text. */
const noticeIn = (body: unknown): Notice => {
  const notice = body as Notice;
  return "at" in notice ? { ...notice, at: new Date(notice.at) } : notice;
};

/** Values that the database does not accept must not hold up the notifications behind them. */
async function resultOrUnreadable(project: Project, notice: DueNotice, now: Date): Promise<NoticeResult> {
  try {
    return await resultOf(project, notice, now);
  } catch (error) {
    if (!isRefusedRow(error)) throw error;
    log().warn({ project: project.id, source: notice.source }, "a notification could not be stored");
    return { state: "ignored", reason: "unreadable" };
  }
}

async function resultOf(project: Project, { source, body }: DueNotice, now: Date): Promise<NoticeResult> {
  const notice = noticeIn(body);
  if (notice.does === "nothing") return { state: "ignored", reason: notice.why };
  const connection = await findConnection(project.id, source);
  const mode = connection?.mode ?? "off";
  if (notice.does !== "look_up") return applyNotice(project, source, notice, { mode, now });
  const open = await storeOf(project, "google", now);
  if (!open) return { state: "waiting", reason: "no_credentials" };
  const answer = await open.server.fetch(notice.proof, now);
  if (!(await recordAnswer(project, open.connection, answer, now)))
    return { state: "waiting", reason: "store" };
  if (answer.is === "unpaid") return { state: "waiting", reason: "pending" };
  if (answer.is !== "purchase") return { state: "ignored", reason: "invalid" };
  const { purchase } = answer;
  if (purchase.amount?.major === 0) return { state: "ignored", reason: "free" };
  const key = purchaseKey("google", purchase.transaction);
  const line = purchaseKey("google", purchase.line);
  const noticed = noticedOf(purchase, key, line);
  const does = notice.isVoided ? ("refund" as const) : ("pay" as const);
  const at = does === "refund" ? (purchase.refundedAt ?? now) : noticed.at;
  const result = await applyNotice(project, source, { ...noticed, at, does }, { mode, now });
  if (does === "pay" && result.state !== "waiting") await refundIfRefunded(project, key, purchase, now);
  return result;
}
