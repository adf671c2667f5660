import { backgroundProject } from "@/lib/accounts/access/callers";
import { describeError, log } from "@/lib/base/log";
import { openAudience } from "@/lib/outbound/audiences/config";
import { findAudiences } from "@/lib/outbound/audiences/queries";
import { findDueResults, type PolledResult, storeResults } from "@/lib/outbound/audiences/results/queries";
import type { RequestResult } from "@/lib/outbound/audiences/results/rules";
import type { DeliveryVerdict } from "@/lib/outbound/mapping/kind";
import { post } from "@/lib/outbound/requests/post";
import { accessTokenOf } from "@/lib/outbound/requests/tokens";
import { storableText } from "@/lib/outbound/send/outcome";
import { firstPollMs, nextPoll } from "@/lib/outbound/send/poll-times";
import type { Clock } from "@/lib/platform/jobs/due-rows";

/** The most runs of one turn, and requests of a run. */
const maxRuns = 50;
const maxRequests = 50;

type Due = Awaited<ReturnType<typeof findDueResults>>[number];

/** Polls networks that check members after they accepted a request, until each result is known or a day is over. */
export async function pollAudienceResults(budgetMs: number, clock: Clock): Promise<number> {
  const end = performance.now() + budgetMs;
  let polls = 0;
  for (const due of await findDueResults(clock(), maxRuns)) {
    if (performance.now() > end) break;
    try {
      polls += await pollRun(due, clock);
    } catch (error) {
      log().error(
        { audience: due.audience_id, ...describeError(error) },
        "polling the results of an audience failed",
      );
    }
  }
  return polls;
}

async function pollRun({ project_id: id, id: run, audience_id: audience, results }: Due, clock: Clock) {
  const project = await backgroundProject(id);
  const [row] = project ? await findAudiences(id, audience) : [];
  if (!project || !row) return 0;
  const opened = openAudience(project, row);
  const polled: PolledResult[] = [];
  for (const result of results.filter(({ state }) => state === "pending").slice(0, maxRequests)) {
    const one =
      "problem" in opened ? later(result, clock(), opened.problem) : await poll(opened, result, clock);
    polled.push(one);
    // If one poll fails, the others of the audience would fail as well.
    if (one.problem !== null && one.state === "pending") break;
  }
  // The next poll is as late as the result that waits for the shortest time.
  const soonest = Math.min(...polled.map(({ polls }) => polls));
  await storeResults(id, run, polled, new Date(clock().getTime() + firstPollMs * 2 ** Math.min(soonest, 5)));
  return polled.length;
}

type Opened = Exclude<ReturnType<typeof openAudience>, { problem: string }>;

async function poll({ kind, config }: Opened, result: RequestResult, clock: Clock): Promise<PolledResult> {
  const service = kind.service;
  if (!service?.afterwards) return { ...later(result, clock(), null), state: "unknown" };
  const token = await accessTokenOf(service, config, { post, now: clock });
  if (typeof token !== "string") return later(result, clock(), whyOf(token));
  const now = clock();
  const posted = await post(service.afterwards.request(result.request, { ...config, token }, now), now);
  if ("failed" in posted) return later(result, now, whyOf(posted.failed));
  const read = service.afterwards.read(posted.answer);
  if (!Array.isArray(read)) {
    const failed = later(result, now, whyOf(read));
    return read.is === "dead" ? { ...failed, state: "unknown" } : failed;
  }
  // A request has one list, so there is one outcome.
  const [outcome] = read;
  if (!outcome || outcome.state === "pending") return later(result, now, null);
  return {
    request: result.request,
    polls: result.polls + 1,
    state: outcome.state,
    errors: outcome.errors.map(({ reason, count }) => ({ reason: storableText(reason), count })),
    problem: null,
  };
}

const later = (result: RequestResult, now: Date, problem: string | null): PolledResult => ({
  request: result.request,
  polls: result.polls + 1,
  state: nextPoll(result.polls, new Date(result.accepted_at), now) === null ? "unknown" : "pending",
  errors: [],
  problem,
});

const whyOf = (verdict: DeliveryVerdict): string | null =>
  verdict.is === "sent" ? null : storableText(verdict.why);
