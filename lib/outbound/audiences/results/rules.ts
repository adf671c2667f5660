/** What a network reports later about the accepted requests of a run. Pure. */
import type { RequestState } from "@/lib/outbound/mapping/kind";

/** One accepted request; `unknown` if the network never reported its result. */
export type RequestResult = {
  request: string;
  change: "add" | "remove";
  members: number;
  accepted_at: string;
  polls: number;
  state: RequestState | "unknown";
  errors: { reason: string; count: number }[];
  /** Why the last poll failed. */
  problem: string | null;
};

/** The number of requests in each state, and the rejected members by reason. */
export function resultCounts(results: readonly RequestResult[]) {
  const count = (state: RequestResult["state"]) => results.filter((one) => one.state === state).length;
  const errors = new Map<string, number>();
  for (const { reason, count: rows } of results.flatMap((one) => one.errors))
    errors.set(reason, (errors.get(reason) ?? 0) + rows);
  return {
    pending: count("pending"),
    accepted: count("accepted"),
    partly_refused: count("partly_refused"),
    refused: count("refused"),
    unknown: count("unknown"),
    errors: [...errors].map(([reason, rows]) => ({ reason, count: rows })).sort((a, b) => b.count - a.count),
  };
}

const shownErrors = 3;

/** A sentence about rejected members; null if none is known. */
export function resultProblem(label: string, results: readonly RequestResult[]): string | null {
  const { partly_refused: partly, refused, unknown, errors } = resultCounts(results);
  const failed = partly + refused;
  if (failed === 0)
    return unknown === 0 ? null : `${label} did not report the result of ${requests(unknown)} within a day.`;
  const reasons = errors.slice(0, shownErrors).map(({ reason, count }) => `${reason} (${count})`);
  const why = reasons.length > 0 ? `: ${reasons.join(", ")}` : "";
  return `${label} rejected members of ${requests(failed)} after it had accepted them${why}.`;
}

const requests = (count: number) => (count === 1 ? "1 request" : `${count} requests`);
