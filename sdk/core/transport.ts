import type { Call } from "./calls";
import type { HttpResponse, Logger, Network } from "./platform";
import { requestedDelay, type Verdict, verdictOf } from "./retry";
import { type SigningKey, signatureHeaders } from "./signing";

/** `status` is 0 without a response. */
export type CallResult = { verdict: Verdict; status: number; body: unknown };
export type Delivery = {
  /** One for each call, in order. */
  results: CallResult[];
  /** The delay that the server requests, in milliseconds. */
  retryAfter: number | null;
};

export type Target = { server: string; token: string; key: SigningKey | null };

/** The clock of the calls: returns the server's time, learned from responses. */
export type ServerClock = { now(): number; learn(date: string | null, sentAt: number): void };

const timeout = 15_000;

/** Sends calls to the server: as a batch, or one by one to an older server. */
export class Transport {
  private readonly target: Target;
  private readonly network: Network;
  private readonly clock: ServerClock;
  private readonly log: Logger;
  private hasBatch = true;

  constructor(target: Target, network: Network, clock: ServerClock, log: Logger) {
    this.target = target;
    this.network = network;
    this.clock = clock;
    this.log = log;
  }

  async deliver(calls: Call[]): Promise<Delivery> {
    if (calls.length > 1 && this.hasBatch) {
      const together = await this.deliverTogether(calls);
      if (together) return together;
    }
    return this.deliverSingly(calls);
  }

  /** Sends one call outside the queue. */
  async send(call: Call): Promise<CallResult> {
    const { result } = await this.post(call.path, call.body);
    return result;
  }

  /** Null if this server does not support batches or rejects this one; the calls are then sent one by one. */
  private async deliverTogether(calls: Call[]): Promise<Delivery | null> {
    const { result, retryAfter } = await this.post("batch", { calls });
    if (result.verdict === "done") {
      const entries = resultsIn(result.body);
      if (entries?.length !== calls.length) return null;
      return { results: entries.map(resultOf), retryAfter };
    }
    if (result.verdict === "rejected") {
      if (result.status === 404 || result.status === 405) this.hasBatch = false;
      return null;
    }
    return { results: calls.map(() => result), retryAfter };
  }

  private async deliverSingly(calls: Call[]): Promise<Delivery> {
    const results: CallResult[] = [];
    for (const call of calls) {
      const { result, retryAfter } = await this.post(call.path, call.body);
      results.push(result);
      // The order of an install's calls is kept, so later calls wait, too.
      if (result.verdict === "retry" || result.verdict === "blocked") {
        const rest = calls.slice(results.length).map(() => result);
        return { results: [...results, ...rest], retryAfter };
      }
    }
    return { results, retryAfter: null };
  }

  private warnDiscarded(path: string): void {
    this.log("warn", `${path} was discarded by the server: call identify first`);
  }

  private async post(
    path: string,
    fields: Record<string, unknown>,
  ): Promise<{ result: CallResult; retryAfter: number | null }> {
    const { server, token, key } = this.target;
    const whole = `/api/client/${path}`;
    const sentAt = this.clock.now();
    // By the same clock as the times of its calls, because only the difference matters.
    const body = JSON.stringify({ token, sent_at: Math.round(sentAt), ...fields });
    const signed = key ? signatureHeaders(key, { method: "POST", path: whole, body, at: sentAt }) : {};
    let result: HttpResponse;
    try {
      const headers = { "content-type": "application/json", ...signed };
      result = await this.network.post(server + whole, headers, body, timeout);
    } catch (error) {
      this.log("info", `${path} did not reach the server: ${String(error)}`);
      return { result: { verdict: "retry", status: 0, body: null }, retryAfter: null };
    }
    this.clock.learn(result.header("date"), sentAt);
    const { status } = result;
    if (result.header("cairn-stored") === "false") this.warnDiscarded(path);
    const read = parsed(result.text);
    const verdict = verdictOf(status, read);
    if (verdict === "rejected" || verdict === "blocked")
      this.log(
        verdict === "blocked" ? "error" : "warn",
        `${path} was rejected with ${status}: ${result.text.slice(0, 300)}`,
      );
    const retryAfter = requestedDelay(result.header("retry-after"), this.clock.now());
    return { result: { verdict, status, body: read }, retryAfter };
  }
}

/** Undefined for invalid JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type BatchedResult = { status: number; body: unknown; stored?: unknown };
const resultOf = ({ status, body }: BatchedResult): CallResult => ({
  verdict: verdictOf(status, body),
  status,
  body,
});

function resultsIn(body: unknown): BatchedResult[] | null {
  const data = (body as { data?: { answers?: unknown } | null }).data;
  const results = data?.answers;
  if (!Array.isArray(results)) return null;
  const isResult = (each: unknown): each is BatchedResult =>
    typeof each === "object" && each !== null && "status" in each && typeof each.status === "number";
  return results.every(isResult) ? results : null;
}
