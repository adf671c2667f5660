/** An entry of `calls.json`, and the call that it describes. */
export type CallVector = {
  path: string;
  body: Record<string, unknown>;
  /** A text of so many letters, at that field, or in the field `text` of `event_data`. */
  long?: { in: string; count: number; letter?: string };
  /** Where `amount` is no number, which JSON cannot say. */
  nan?: string;
  problem: string | null;
};

export function bodyOf({ body, long, nan }: CallVector): Record<string, unknown> {
  const made = structuredClone(body);
  if (long) {
    const text = (long.letter ?? "x").repeat(long.count);
    if (long.in === "event_data") made.event_data = { text };
    else if (long.in === "user_data.phone") (made.user_data as Record<string, unknown>).phone = text;
    else made[long.in] = text;
  }
  if (nan === "event_data") made.event_data = { amount: Number.NaN };
  if (nan === "") made.amount = Number.NaN;
  return made;
}
