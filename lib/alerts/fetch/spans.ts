import { addDays } from "@/lib/base/days";
import { Refusal } from "@/lib/base/refusal";

export type AlertDays = { from: string; to: string };

/**
 * Calls `sum` for spans of at most this many days. Uses shorter spans if `sum` rejects one, because the rule's author
 * can't choose the span.
 */
export async function* inSpans<Sum>(
  { from, to }: AlertDays,
  max: number,
  sum: (days: AlertDays) => Promise<Sum>,
): AsyncGenerator<Sum> {
  let length = max;
  for (let begin = from; begin <= to; ) {
    const last = addDays(begin, length - 1);
    try {
      yield await sum({ from: begin, to: last < to ? last : to });
    } catch (error) {
      if (length === 1 || !(error instanceof Refusal)) throw error;
      length = Math.ceil(length / 2);
      continue;
    }
    begin = addDays(begin, length);
  }
}
