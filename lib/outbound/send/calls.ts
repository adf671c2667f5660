import type {
  DeliveryVerdict,
  DestinationConfig,
  DestinationKind,
  OutboundRow,
} from "@/lib/outbound/mapping/kind";
import type { Post } from "@/lib/outbound/requests/post";

/** The stored length of a response, enough to see an error. */
const maxSamples = 2_048;
/** The limit of calls for finding invalid rows; the next turn continues. */
const maxCalls = 40;

/** A sent row with its result. */
export type CalledRow = { row: OutboundRow; verdict: DeliveryVerdict; answer: string; ms: number };

type Calling = {
  kind: DestinationKind;
  destination: DestinationConfig<unknown, unknown>;
  post: Post;
  now: () => Date;
  isOver: () => boolean;
};

/**
 * Sends rows in one call. If one row causes a rejection, they are halved until it is alone, while time is left. Rows
 * without a call are missing from the result.
 */
export async function callGroup(rows: OutboundRow[], calling: Calling): Promise<CalledRow[]> {
  let left = maxCalls;
  const called: CalledRow[] = [];
  /** False when sending must stop. */
  const send = async (some: OutboundRow[]): Promise<boolean> => {
    if (left-- <= 0 || (called.length > 0 && calling.isOver())) return false;
    const { read, answer, ms } = await callOnce(some, calling);
    if (!Array.isArray(read) && read.is === "split" && some.length > 1) {
      const middle = Math.ceil(some.length / 2);
      return (await send(some.slice(0, middle))) && (await send(some.slice(middle)));
    }
    const verdicts = some.map((_, n) => alone(Array.isArray(read) ? read[n] : read));
    called.push(...some.map((row, n) => ({ row, verdict: verdicts[n]!, answer, ms })));
    // The remaining rows would fail as well.
    return !verdicts.every(({ is }) => is === "retry" || is === "pause");
  };
  await send(rows);
  return called;
}

async function callOnce(rows: OutboundRow[], { kind, destination, post, now }: Calling) {
  const begun = performance.now();
  const posted = await post(kind.request(rows, destination, now()), now());
  const ms = Math.round(performance.now() - begun);
  if ("failed" in posted) return { read: posted.failed, answer: "", ms };
  const answer = posted.answer.body.slice(0, maxSamples);
  return { read: kind.read(posted.answer, rows.length, rows), answer, ms };
}

/** A row that is rejected alone is invalid itself; a response that omits a row is not a success. */
function alone(verdict: DeliveryVerdict | undefined): DeliveryVerdict {
  if (verdict === undefined)
    return { is: "retry", code: null, why: "The response doesn't mention it.", afterMs: null };
  return verdict.is === "split" ? { is: "dead", code: verdict.code, why: verdict.why } : verdict;
}
