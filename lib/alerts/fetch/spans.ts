import { addDays } from "@/lib/base/days";
import { Refusal } from "@/lib/base/refusal";

export type AlertDays = { from: string; to: string };

/** What `sum` answers of at most so many days at a time; fewer if it rejects that many, because a rule's author can't choose fewer. */
export async function* bySpans<Sum>(
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
