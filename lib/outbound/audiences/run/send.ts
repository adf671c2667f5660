import { randomBase62 } from "@/lib/base/ids";
import type { OpenedAudience } from "@/lib/outbound/audiences/config";
import type { MemberChange } from "@/lib/outbound/audiences/kinds/kind";
import { storeAccepted } from "@/lib/outbound/audiences/results/queries";
import {
  type BatchMember,
  type RunCounts,
  refuseMember,
  settleBatch,
  takeBatch,
} from "@/lib/outbound/audiences/run/queries";
import type { DeliveryVerdict } from "@/lib/outbound/mapping/kind";
import { post } from "@/lib/outbound/requests/post";
import { accessTokenOf } from "@/lib/outbound/requests/tokens";
import { firstPollMs } from "@/lib/outbound/send/poll-times";
import type { RowClaim } from "@/lib/platform/jobs/due-row-queries";
import { RunProblem } from "@/lib/platform/jobs/due-rows";

/** The receiver's requests of a run; further changes wait for the next one. */
export const maxRequests = 1_000;
/** If this many members are rejected and none is accepted, the members are not the reason. */
const enoughRefused = 3;

export type SendContext = OpenedAudience & {
  claim: RowClaim;
  run: number;
  audience: { id: number; title: string };
  counts: RunCounts;
  clock: () => Date;
  /** Called after each request; it fails if the run must end. */
  progress(): Promise<void>;
  /** The last rejection of a single member. */
  refusal: string | null;
};

/** Sends all additions or all removals, in batches. Returns false if the limit of requests is reached. */
export async function sendChanges(context: SendContext, change: MemberChange): Promise<boolean> {
  const { kind, claim, counts } = context;
  for (let after = ""; ; ) {
    const batch = await takeBatch(claim, change, { after, max: kind.maxRows });
    const last = batch.at(-1);
    if (!last) return true;
    if (kind.call === null) await settle(context, change, batch);
    else {
      if (counts.requests >= maxRequests) return false;
      await sendBatch(context, change, batch);
    }
    await context.progress();
    after = last.digest;
  }
}

async function settle({ claim, counts }: SendContext, change: MemberChange, batch: BatchMember[]) {
  await settleBatch(
    claim,
    change,
    batch.map(({ digest }) => digest),
  );
  counts[change === "add" ? "added" : "removed"] += batch.length;
}

/** A rejected batch is halved until the rejected members are alone. */
async function sendBatch(context: SendContext, change: MemberChange, batch: BatchMember[]): Promise<void> {
  const refused: string[] = [];
  let accepted = 0;
  let why = "";
  const parts = [batch];
  for (let part = parts.shift(); part; part = parts.shift()) {
    const verdict = await requestFor(context, change, part);
    if (verdict.is === "sent") {
      accepted += part.length;
      if (verdict.request) await noteAccepted(context, change, verdict.request, part.length);
      await settle(context, change, part);
    } else if (verdict.is === "split" && part.length > 1) {
      const half = Math.ceil(part.length / 2);
      parts.unshift(part.slice(0, half), part.slice(half));
    } else if (verdict.is === "dead" && part.length === 1 && context.kind.service !== null) {
      refused.push(part[0]!.digest);
      why = verdict.why;
      if (accepted === 0 && refused.length >= enoughRefused) throw new RunProblem(why);
    } else throw new RunProblem(verdict.why, verdict.is === "retry" ? verdict.afterMs : null);
  }
  if (refused.length > 0 && accepted === 0 && batch.length > 1) throw new RunProblem(why);
  for (const digest of refused) await refuseMember(context.claim, change, digest);
  context.counts.refused += refused.length;
  if (refused.length > 0) context.refusal = why;
}

type Answered = Exclude<DeliveryVerdict, { is: "sent" }> | { is: "sent"; request?: string };

/** The network checks the members later. */
async function noteAccepted(
  { claim, run, clock }: SendContext,
  change: MemberChange,
  request: string,
  members: number,
): Promise<void> {
  const at = clock();
  await storeAccepted(
    claim,
    run,
    {
      ...{ request, change, members, accepted_at: at.toISOString() },
      ...{ polls: 0, state: "pending", errors: [], problem: null },
    },
    new Date(at.getTime() + firstPollMs),
  );
}

async function requestFor(
  context: SendContext,
  change: MemberChange,
  members: BatchMember[],
): Promise<Answered> {
  const { kind, config, audience, counts, clock } = context;
  const token = kind.service ? await accessTokenOf(kind.service, config, { post, now: clock }) : "";
  if (typeof token !== "string") return token;
  const now = clock();
  const call = { change, members, id: `aud_${randomBase62(24)}`, audience, now };
  counts.requests++;
  const posted = await post(kind.call!(call, { ...config, token }), now);
  return "failed" in posted ? posted.failed : kind.read(posted.answer, members.length);
}
