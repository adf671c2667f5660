import type {
  DeliveryVerdict,
  DestinationConfig,
  DestinationKind,
  Outbound,
} from "@/lib/outbound/mapping/kind";
import type { Post } from "@/lib/outbound/requests/post";

/** Of an answer so much is kept, which says what was wrong with a call. */
const maxSamples = 2_048;
/** So many calls look for the rows that are at fault; the others are looked for in the next turn. */
const maxCalls = 40;

/** A row that went out, and what came of it. */
export type Called = { row: Outbound; verdict: DeliveryVerdict; answer: string; ms: number };

type Calling = {
  kind: DestinationKind;
  destination: DestinationConfig<unknown, unknown>;
  post: Post;
  now: () => Date;
  isOver: () => boolean;
};

/**
 * Sends rows in one call. Refused because of one of them, they are halved until that one is alone, for as long as there
 * is time. Those that no call was made for are left out behind the others.
 */
export async function callGroup(rows: Outbound[], calling: Calling): Promise<Called[]> {
  let left = maxCalls;
  const called: Called[] = [];
  /** False when nothing more is to be sent. */
  const send = async (some: Outbound[]): Promise<boolean> => {
    if (left-- <= 0 || (called.length > 0 && calling.isOver())) return false;
    const { read, answer, ms } = await callOnce(some, calling);
    if (!Array.isArray(read) && read.is === "split" && some.length > 1) {
      const middle = Math.ceil(some.length / 2);
      return (await send(some.slice(0, middle))) && (await send(some.slice(middle)));
    }
    const verdicts = some.map((_, n) => alone(Array.isArray(read) ? read[n] : read));
    called.push(...some.map((row, n) => ({ row, verdict: verdicts[n]!, answer, ms })));
    // It would answer the others no better.
    return !verdicts.every(({ is }) => is === "retry" || is === "pause");
  };
  await send(rows);
  return called;
}

async function callOnce(rows: Outbound[], { kind, destination, post, now }: Calling) {
  const begun = performance.now();
  const posted = await post(kind.request(rows, destination, now()), now());
  const ms = Math.round(performance.now() - begun);
  if ("failed" in posted) return { read: posted.failed, answer: "", ms };
  const answer = posted.answer.body.slice(0, maxSamples);
  return { read: kind.read(posted.answer, rows.length), answer, ms };
}

/** An event that is rejected alone is at fault itself; an answer that says nothing of a row is no success. */
function alone(verdict: DeliveryVerdict | undefined): DeliveryVerdict {
  if (verdict === undefined)
    return { is: "retry", code: null, why: "The response doesn't mention it.", afterMs: null };
  return verdict.is === "split" ? { is: "dead", code: verdict.code, why: verdict.why } : verdict;
}
