/** The meaning of Meta's API errors. Pure. */
import { readPulledList, readPulledObject, readPulledText } from "@/lib/spend/pull/rows";

export type MetaError = {
  is: "limit" | "credentials" | "temporary" | "other";
  code: number;
  text: string;
  /** The time until Meta accepts calls again, as reported by Meta. */
  afterMs: number | null;
};

/** Rate limits of the app, the user, the ad account, and single parts of the API. */
const isLimit = (code: number) => [4, 17, 32, 613].includes(code) || (code >= 80_000 && code <= 80_014);
const isCredentials = (code: number) =>
  code === 190 || code === 10 || code === 102 || (code >= 200 && code < 300);

/** Meta returns 400 with an error code instead of a specific status. Null if there is no error in Meta's format. */
export function metaErrorOf(body: unknown, usage: string | null): MetaError | null {
  const { code, message, error_user_msg: forPeople } = readPulledObject(readPulledObject(body).error);
  if (typeof code !== "number") return null;
  const detail = readPulledText(forPeople) || readPulledText(message);
  if (isLimit(code)) return { is: "limit", code, text: detail, afterMs: regain(usage) };
  const is = isCredentials(code) ? "credentials" : code === 1 || code === 2 ? "temporary" : "other";
  return { is, code, text: detail, afterMs: null };
}

/** In minutes, from a header with an entry for each of the business's accounts. */
function regain(usage: string | null): number | null {
  try {
    const minutes = Object.values(readPulledObject(JSON.parse(usage ?? "{}")))
      .flatMap(readPulledList)
      .map((each) => Number(readPulledObject(each).estimated_time_to_regain_access ?? 0));
    const max = Math.max(0, ...minutes.filter(Number.isFinite));
    return max > 0 ? max * 60_000 : null;
  } catch {
    return null;
  }
}
