import { now } from "@/db/clock";
import { backgroundProject } from "@/lib/accounts/access/callers";
import type { Project } from "@/lib/accounts/access/project";
import { addDays, dayCount } from "@/lib/base/days";
import { env } from "@/lib/base/env";
import { describeError, log } from "@/lib/base/log";
import { Refusal } from "@/lib/base/refusal";
import { dayIn, isTimeZone } from "@/lib/base/time";
import { decrypt } from "@/lib/platform/encryption";
import { FairRound } from "@/lib/platform/jobs/round";
import { wakeJob } from "@/lib/platform/jobs/wake";
import { aboutAccount } from "@/lib/spend/pull/encryption-context";
import {
  type ClaimedPull,
  claimPull,
  endPull,
  findProjectsToPull,
  notePull,
  type PullResult,
} from "@/lib/spend/pull/queries";
import { type CallNetwork, callNetwork, PullProblem } from "@/lib/spend/pull/request";
import type { PullWindow } from "@/lib/spend/pull/rows";
import { nextPullAfterProblem, nextPullAfterSuccess, pullWindow, splitWindow } from "@/lib/spend/pull/rules";
import type {
  NetworkAddresses,
  PullAccount,
  PullDependencies,
  PulledData,
  SpendSource,
} from "@/lib/spend/pull/source";
import { spendSources } from "@/lib/spend/pull/sources";
import { storePulled, type UnknownCampaign } from "@/lib/spend/pull/store";

/** Longer than one part of a pull. After it, another process replaces a dead one. */
const claimMs = 10 * 60_000;
const maxUnknown = 50;
const round = new FairRound();

type Clock = () => Date;
type Run = { until: () => boolean; now: Clock; overrides: PullOverrides };
type PullOverrides = { call?: CallNetwork; wait?: PullAccount["wait"] };

/** Pulls every account that is due, one after the other. */
export async function pullSpend(
  budgetMs: number,
  now: Clock,
  overrides: PullOverrides = {},
): Promise<number> {
  const end = performance.now() + budgetMs;
  const isOver = () => performance.now() > end;
  let pulled = 0;
  await round.go(await findProjectsToPull(now()), isOver, async (id) => {
    pulled += await pullProject(id, isOver, now, overrides);
  });
  return pulled;
}

export async function pullProject(
  id: number,
  until: () => boolean,
  now: Clock,
  overrides: PullOverrides = {},
): Promise<number> {
  const project = await backgroundProject(id);
  if (!project) return 0;
  for (let pulled = 0; ; pulled++) {
    if (until()) return pulled;
    const at = now();
    const claimed = await claimPull(project.id, at, new Date(at.getTime() + claimMs));
    if (!claimed) return pulled;
    await pullOne(project, claimed, { until, now, overrides });
  }
}

async function pullOne(project: Project, claimed: ClaimedPull, run: Run): Promise<void> {
  const { now } = run;
  try {
    const ended = await pull(project, claimed, run);
    if (ended) await endPull(project.id, claimed.id, ended, now());
  } catch (error) {
    const at = now();
    const { kind, afterMs } = error instanceof PullProblem ? error : otherwise(error);
    if (!(error instanceof PullProblem || error instanceof Refusal))
      log().error({ network: claimed.network, ...describeError(error) }, "a pull of spend failed");
    const problem =
      error instanceof PullProblem || error instanceof Refusal
        ? error.message
        : "Cairn couldn't finish this. The reason is in the server's log.";
    const nextAt = nextPullAfterProblem(kind, claimed.failures, afterMs, at);
    await endPull(project.id, claimed.id, { problem, nextAt }, at);
  }
}

/** A pull that waited too long for other spend changes is retried soon. */
const otherwise = (error: unknown): Pick<PullProblem, "kind" | "afterMs"> => ({
  kind: error instanceof Refusal && error.status === 409 ? "temporary" : "answer",
  afterMs: null,
});

/** Null when time is over: the next turn continues after the finished days. */
async function pull(
  project: Project,
  claimed: ClaimedPull,
  { until, now, overrides }: Run,
): Promise<PullResult | null> {
  const source = spendSources[claimed.network];
  if (!source) throw new PullProblem("credentials", "This network doesn't support syncing.");
  const account = accountOf(project, claimed, overrides.wait);
  const window = pullWindow(
    dayIn(project.timeZone, claimed.started_at),
    claimed.succeeded_at,
    claimed.started_at,
  );
  const total = dayCount(window.from, window.to);
  const unknown = new Map<string, UnknownCampaign>(claimed.remarks.map((one) => [one.id, one]));
  let { done, rows } = claimed;
  let zone: string | null | undefined;
  const left = splitWindow({ from: addDays(window.from, done), to: window.to }, source.daysAtOnce);
  const dependencies = { call: overrides.call ?? callNetwork, base: basesNow(), now };
  const note = (until: Date | null) =>
    notePull(project.id, claimed.id, { done, total, rows, remarks: remarksOf(unknown) }, until);
  for (const part of left) {
    await note(new Date(now().getTime() + claimMs));
    const pulled = await pullSource(source, account, part, dependencies);
    if (zone === undefined) zone = await zoneOf(source, account, dependencies);
    rows += await storePulled(project, claimed, { pulled, part, zone, unknown }, now());
    done = dayCount(window.from, part.to);
    if (until() && done < total) {
      await note(null);
      return null;
    }
  }
  return { ...window, rows, remarks: remarksOf(unknown), nextAt: nextPullAfterSuccess(now()) };
}

/**
 * The zone of an account's days. Costs are stored without it: a token may read only reports and not the account, and
 * day boundaries are then unknown.
 */
async function zoneOf(
  source: SpendSource,
  account: PullAccount,
  dependencies: PullDependencies,
): Promise<string | null> {
  try {
    const zone = await source.zone(account, dependencies);
    return isTimeZone(zone) ? zone : null;
  } catch (error) {
    if (!(error instanceof PullProblem)) throw error;
    log().info({ kind: error.kind, problem: error.message }, "an ad account's response has no time zone");
    return null;
  }
}

const remarksOf = (unknown: Map<string, UnknownCampaign>) =>
  [...unknown.values()].sort((a, b) => b.amount_minor - a.amount_minor).slice(0, maxUnknown);

/** Rejects days outside the requested span, which would be counted and never corrected. */
async function pullSource(
  source: SpendSource,
  account: PullAccount,
  part: PullWindow,
  dependencies: PullDependencies,
): Promise<PulledData> {
  const pulled = await source.pull(account, part, dependencies);
  const stray = [...pulled.rows, ...pulled.claims].find(({ day }) => day < part.from || day > part.to);
  if (stray)
    throw new PullProblem("answer", `The network sent data for ${stray.day}, which was not requested.`);
  return pulled;
}

function accountOf(project: Project, claimed: ClaimedPull, wait: PullAccount["wait"]): PullAccount {
  const opened = decrypt(claimed.credentials, aboutAccount(project.id, claimed.id));
  if (opened === null)
    throw new PullProblem(
      "credentials",
      "The stored credentials can't be read: they were encrypted with a different ENCRYPTION_KEY. Enter them again.",
    );
  if (!claimed.external_id) throw new PullProblem("credentials", "The account has no network ID.");
  return {
    externalId: claimed.external_id,
    currency: claimed.currency,
    credentials: JSON.parse(opened) as Record<string, string>,
    ...(wait ? { wait } : {}),
  };
}

const basesNow = (): NetworkAddresses => ({
  meta: env.META_ADS_URL,
  google: env.GOOGLE_ADS_URL,
  googleToken: env.GOOGLE_TOKEN_URL,
  tiktok: env.TIKTOK_ADS_URL,
  apple: env.APPLE_ADS_URL,
  appleToken: env.APPLE_TOKEN_URL,
  snap: env.SNAP_ADS_URL,
  snapToken: env.SNAP_TOKEN_URL,
  reddit: env.REDDIT_ADS_URL,
  redditToken: env.REDDIT_TOKEN_URL,
});

export const wakePulls = (projectId: number) =>
  wakeJob({
    what: "a pull of spend",
    budgetMs: Number.POSITIVE_INFINITY,
    run: (until) => pullProject(projectId, until, now),
  });
