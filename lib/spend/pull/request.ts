import { setTimeout as sleep } from "node:timers/promises";

/** Kinds of failure, which decide when to retry. */
export type PullProblemKind = "credentials" | "limit" | "temporary" | "answer";

/** A failed request to a network. The message is for the account's admin and contains no secret. */
/** Notes the pages of a list, because a network that repeats one would be read forever. */
export function pagesOf(network: string): (page: string) => void {
  const seen = new Set<string>();
  return (page) => {
    if (seen.has(page))
      throw new PullProblem("answer", `${network} returned the same page twice, so the pull stopped.`);
    seen.add(page);
  };
}

export class PullProblem extends Error {
  readonly kind: PullProblemKind;
  /** The time until the network accepts calls again, as reported by the network. */
  readonly afterMs: number | null;

  constructor(kind: PullProblemKind, message: string, afterMs: number | null = null) {
    super(message);
    this.kind = kind;
    this.afterMs = afterMs;
  }
}

export type NetworkResponse = { status: number; headers: Headers; body: unknown };
export type NetworkRequest = { method?: "GET" | "POST"; headers?: Record<string, string>; body?: string };

/** Makes one request and returns the response of any status. An unreadable response is a problem. */
export type CallNetwork = (url: URL, request?: NetworkRequest) => Promise<NetworkResponse>;

const timeoutMs = 60_000;
const maxBytes = 64 * 1024 * 1024;

/**
 * Calls only the hosts that the operator configured: addresses come from settings. Redirects and addresses in responses
 * are not followed.
 */
export const callNetwork: CallNetwork = async (url, { method = "GET", headers = {}, body } = {}) => {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers: { accept: "application/json", "user-agent": "Cairn", ...headers },
      body: body ?? null,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await readCapped(response);
  } catch (error) {
    if (error instanceof PullProblem) throw error;
    const late = error instanceof Error && error.name === "TimeoutError";
    throw new PullProblem(
      "temporary",
      late
        ? `${url.host} did not respond within a minute.`
        : `${url.host} could not be reached, or closed the connection.`,
    );
  }
  const { status } = response;
  if (status >= 300 && status < 400)
    throw new PullProblem(
      "answer",
      `${url.host} responded with a redirect. Cairn doesn't follow redirects here.`,
    );
  try {
    return { status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
  } catch {
    throw new PullProblem(
      status >= 500 || status === 429 || status === 200 ? "temporary" : "answer",
      status === 200
        ? `${url.host} closed the connection before its response was complete.`
        : `${url.host} responded with status ${status} and a body that is not JSON.`,
      waitOf(response.headers),
    );
  }
};

async function readCapped(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > maxBytes) throw new PullProblem("answer", "The response is larger than 64 MB.");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** `Retry-After` in seconds; other formats are ignored. */
function waitOf(headers: Headers): number | null {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
}

/** Handles the statuses that all networks share, before a network's own errors. Null if there is no problem. */
export function pullProblem(
  network: string,
  { status, headers }: NetworkResponse,
  reason: string,
): PullProblem | null {
  if (status < 400) return null;
  const details = reason ? ` It says: ${reason}` : "";
  if (status === 401 || status === 403)
    return new PullProblem("credentials", `${network} rejected the credentials (${status}).${details}`);
  if (status === 429)
    return new PullProblem("limit", `${network} rate-limited the request.${details}`, waitOf(headers));
  if (status >= 500)
    return new PullProblem(
      "temporary",
      `${network} has an internal error (${status}).${details}`,
      waitOf(headers),
    );
  return new PullProblem("answer", `${network} rejected the query (${status}).${details}`);
}

/** A longer wait does not fit into a pull, so the pull is retried later. */
const maxWaitMs = 20_000;
const pauses = [1_000, 4_000, 15_000];

/** Retries temporary problems a few times, with the delay that the network requests if it is short. */
export async function retryTemporary<T>(
  work: () => Promise<T>,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const pause = pauses[attempt];
      if (!(error instanceof PullProblem) || pause === undefined) throw error;
      if (error.kind !== "limit" && error.kind !== "temporary") throw error;
      const ms = error.afterMs ?? pause;
      if (ms > maxWaitMs) throw error;
      await wait(ms);
    }
  }
}
