import { backgroundProject } from "@/lib/accounts/access/callers";
import type { ProjectId } from "@/lib/base/ids";
import { describeError, log } from "@/lib/base/log";
import type { DeliveryVerdict } from "@/lib/outbound/mapping/kind";
import {
  type DueRequest,
  findDuePolls,
  findDueRequests,
  type PollResponse,
  storePollResponses,
} from "@/lib/outbound/poll-results/queries";
import { type OpenedDestination, openDestination } from "@/lib/outbound/requests/decrypt";
import { accessTokenOf } from "@/lib/outbound/requests/tokens";
import { storableText } from "@/lib/outbound/send/outcome";
import { nextPoll } from "@/lib/outbound/send/poll-times";
import { findQueue, type Queue } from "@/lib/outbound/send/queries";
import type { SendDependencies } from "@/lib/outbound/send/queue";
import { withLease } from "@/lib/platform/jobs/lease";
import { FairRound } from "@/lib/platform/jobs/round";

/** Longer than the timeout of one poll. */
const leaseMs = 60_000;
/** The most polls per destination in one turn. */
const max = 50;
const round = new FairRound<ProjectId>();

/** Polls the status of accepted requests that are due, one destination after the other. */
export async function pollResults(
  budgetMs: number,
  dependencies: Pick<SendDependencies, "post" | "now">,
  only: ProjectId | null = null,
): Promise<number> {
  const end = performance.now() + budgetMs;
  const isOver = () => performance.now() > end;
  let polls = 0;
  const queues = Map.groupBy(await findDuePolls(dependencies.now(), only), ({ project_id }) => project_id);
  await round.go(
    [...queues.keys()].map((id) => ({ id })),
    isOver,
    async (id) => {
      for (const queue of queues.get(id) ?? []) polls += await pollOne(queue, dependencies, isOver);
    },
  );
  return polls;
}

async function pollOne(
  queue: Queue,
  dependencies: Pick<SendDependencies, "post" | "now">,
  isOver: () => boolean,
): Promise<number> {
  try {
    const name = `outbound answers ${queue.project_id} ${queue.destination_id}`;
    const result = await withLease(name, leaseMs, async (extend) => {
      let polls = 0;
      const [project, row] = await Promise.all([backgroundProject(queue.project_id), findQueue(queue)]);
      if (!project || !row) return { asked: polls };
      const opened = openDestination(project, row);
      for (const due of await findDueRequests(queue, dependencies.now(), max)) {
        if (isOver()) break;
        const answers = await poll(opened, due, dependencies);
        await storePollResponses(queue, answers, dependencies.now());
        polls++;
        // If one poll fails, others of the same destination would fail as well.
        if (answers.some(({ problem, next_at }) => problem !== null && next_at !== null)) break;
        await extend();
      }
      return { asked: polls };
    });
    return Number(result?.asked ?? 0);
  } catch (error) {
    log().error(
      { destination: queue.destination_id, ...describeError(error) },
      "polling the result of a request failed",
    );
    return 0;
  }
}

async function poll(
  opened: OpenedDestination,
  due: DueRequest,
  dependencies: Pick<SendDependencies, "post" | "now">,
): Promise<PollResponse[]> {
  const { kind, destination, problem } = opened;
  const now = dependencies.now();
  const next_at = nextPoll(due.polls, due.accepted_at, now);
  const whole = { request: due.request, part: null, records: null, errors: [] };
  const later = (problem: string | null): PollResponse => ({
    ...whole,
    state: next_at === null ? "unknown" : "pending",
    problem,
    next_at,
  });
  if (!kind.afterwards || problem !== null) return [later(problem)];
  const token = await accessTokenOf(kind, destination, dependencies);
  if (typeof token !== "string") return [later(whyOf(token))];
  const posted = await dependencies.post(
    kind.afterwards.request(due.request, { ...destination, token }, now),
    now,
  );
  if ("failed" in posted) return [later(whyOf(posted.failed))];
  const read = kind.afterwards.read(posted.answer);
  if (!Array.isArray(read))
    return [
      read.is === "dead" ? { ...later(whyOf(read)), state: "unknown", next_at: null } : later(whyOf(read)),
    ];
  return [
    // Parts that are missing from the response are polled again.
    later(null),
    ...read.map(({ part, state, records, errors }): PollResponse => {
      const isPending = state === "pending";
      return {
        request: due.request,
        part,
        state: isPending && next_at === null ? "unknown" : state,
        records,
        errors: errors.map(({ reason, count }) => ({ reason: storableText(reason), count })),
        problem: null,
        next_at: isPending ? next_at : null,
      };
    }),
  ];
}

const whyOf = (verdict: DeliveryVerdict): string | null =>
  verdict.is === "sent" ? null : storableText(verdict.why);
