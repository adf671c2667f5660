import { backgroundProject } from "@/lib/accounts/access/callers";
import type { ProjectId } from "@/lib/base/ids";
import { describeError, log } from "@/lib/base/log";
import {
  type Answer,
  type DueRequest,
  findDueRequests,
  findToAsk,
  storeAnswers,
} from "@/lib/outbound/afterwards/queries";
import { nextAsk } from "@/lib/outbound/afterwards/rules";
import type { Verdict } from "@/lib/outbound/kind";
import type { Means } from "@/lib/outbound/send/lane";
import { type Opened, openDestination } from "@/lib/outbound/send/open";
import { storable } from "@/lib/outbound/send/outcome";
import { findLane, type Lane } from "@/lib/outbound/send/queries";
import { tokenOf } from "@/lib/outbound/send/tokens";
import { withLease } from "@/lib/platform/jobs/lease";
import { Round } from "@/lib/platform/jobs/round";

/** Longer than one question takes that is not answered. */
const leaseMs = 60_000;
/** So many are asked of one destination before it is another one's turn. */
const most = 50;
const round = new Round<ProjectId>();

/** Asks networks what came of requests that they accepted, where it is time, one destination after the other. */
export async function askAfterwards(
  budgetMs: number,
  means: Pick<Means, "post" | "now">,
  only: ProjectId | null = null,
): Promise<number> {
  const end = performance.now() + budgetMs;
  const isOver = () => performance.now() > end;
  let asked = 0;
  const lanes = Map.groupBy(await findToAsk(means.now(), only), ({ project_id }) => project_id);
  await round.go(
    [...lanes.keys()].map((id) => ({ id })),
    isOver,
    async (id) => {
      for (const lane of lanes.get(id) ?? []) asked += await askOne(lane, means, isOver);
    },
  );
  return asked;
}

async function askOne(
  lane: Lane,
  means: Pick<Means, "post" | "now">,
  isOver: () => boolean,
): Promise<number> {
  try {
    const name = `outbound answers ${lane.project_id} ${lane.destination_id}`;
    const result = await withLease(name, leaseMs, async (extend) => {
      let asked = 0;
      const [project, row] = await Promise.all([backgroundProject(lane.project_id), findLane(lane)]);
      if (!project || !row) return { asked };
      const opened = openDestination(project, row);
      for (const due of await findDueRequests(lane, means.now(), most)) {
        if (isOver()) break;
        const answers = await ask(opened, due, means);
        await storeAnswers(lane, answers, means.now());
        asked++;
        // Who can't be asked now can't be asked about the others either.
        if (answers.some(({ problem, next_at }) => problem !== null && next_at !== null)) break;
        await extend();
      }
      return { asked };
    });
    return Number(result?.asked ?? 0);
  } catch (error) {
    log().error(
      { destination: lane.destination_id, ...describeError(error) },
      "asking what came of a request failed",
    );
    return 0;
  }
}

async function ask(opened: Opened, due: DueRequest, means: Pick<Means, "post" | "now">): Promise<Answer[]> {
  const { kind, destination, problem } = opened;
  const now = means.now();
  const next_at = nextAsk(due.asked, due.accepted_at, now);
  const whole = { request: due.request, part: null, records: null, errors: [] };
  const later = (problem: string | null): Answer => ({
    ...whole,
    state: next_at === null ? "unknown" : "pending",
    problem,
    next_at,
  });
  if (!kind.afterwards || problem !== null) return [later(problem)];
  const token = await tokenOf(kind, destination, means);
  if (typeof token !== "string") return [later(whyOf(token))];
  const posted = await means.post(kind.afterwards.request(due.request, { ...destination, token }, now), now);
  if ("failed" in posted) return [later(whyOf(posted.failed))];
  const read = kind.afterwards.read(posted.answer);
  if (!Array.isArray(read))
    return [
      read.is === "dead" ? { ...later(whyOf(read)), state: "unknown", next_at: null } : later(whyOf(read)),
    ];
  return [
    // Parts that it doesn't name are asked about again.
    later(null),
    ...read.map(({ part, state, records, errors }): Answer => {
      const isPending = state === "pending";
      return {
        request: due.request,
        part,
        state: isPending && next_at === null ? "unknown" : state,
        records,
        errors: errors.map(({ reason, count }) => ({ reason: storable(reason), count })),
        problem: null,
        next_at: isPending ? next_at : null,
      };
    }),
  ];
}

const whyOf = (verdict: Verdict): string | null => (verdict.is === "sent" ? null : storable(verdict.why));
