import type { HttpAnswer, Logger, Network } from "./platform";
import { requestedDelay, type Verdict, verdictOf } from "./retry";
import { type SigningKey, signatureHeaders } from "./signing";

export type Call = { path: string; body: Record<string, unknown> };
/** `status` is 0 without a response. */
export type Answered = { verdict: Verdict; status: number; body: unknown };
export type Delivery = {
  /** One for each call, in order. */
  answers: Answered[];
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
  async send(call: Call): Promise<Answered> {
    const { answer } = await this.post(call.path, call.body);
    return answer;
  }

  /** Null if this server does not support batches or rejects this one; the calls are then sent one by one. */
  private async deliverTogether(calls: Call[]): Promise<Delivery | null> {
    const { answer, retryAfter } = await this.post("batch", { calls });
    if (answer.verdict === "done") {
      const reported = answersIn(answer.body);
      if (reported?.length !== calls.length) return null;
      return { answers: reported.map(answeredOf), retryAfter };
    }
    if (answer.verdict === "refused") {
      if (answer.status === 404 || answer.status === 405) this.hasBatch = false;
      return null;
    }
    return { answers: calls.map(() => answer), retryAfter };
  }

  private async deliverSingly(calls: Call[]): Promise<Delivery> {
    const answers: Answered[] = [];
    for (const call of calls) {
      const { answer, retryAfter } = await this.post(call.path, call.body);
      answers.push(answer);
      // The order of an install's calls is kept, so later calls wait, too.
      if (answer.verdict === "again" || answer.verdict === "held") {
        const rest = calls.slice(answers.length).map(() => answer);
        return { answers: [...answers, ...rest], retryAfter };
      }
    }
    return { answers, retryAfter: null };
  }

  private warnDiscarded(path: string): void {
    this.log("warn", `${path} was discarded by the server: call identify first`);
  }

  private async post(
    path: string,
    fields: Record<string, unknown>,
  ): Promise<{ answer: Answered; retryAfter: number | null }> {
    const { server, token, key } = this.target;
    const whole = `/api/client/${path}`;
    const sentAt = this.clock.now();
    // By the same clock as the times of its calls, because only the difference matters.
    const body = JSON.stringify({ token, sent_at: Math.round(sentAt), ...fields });
    const signed = key ? signatureHeaders(key, { method: "POST", path: whole, body, at: sentAt }) : {};
    let answer: HttpAnswer;
    try {
      const headers = { "content-type": "application/json", ...signed };
      answer = await this.network.post(server + whole, headers, body, timeout);
    } catch (error) {
      this.log("info", `${path} did not reach the server: ${String(error)}`);
      return { answer: { verdict: "again", status: 0, body: null }, retryAfter: null };
    }
    this.clock.learn(answer.header("date"), sentAt);
    const { status } = answer;
    if (answer.header("cairn-stored") === "false") this.warnDiscarded(path);
    const read = parsed(answer.text);
    const verdict = verdictOf(status, read);
    if (verdict === "refused" || verdict === "held")
      this.log(
        verdict === "held" ? "error" : "warn",
        `${path} was rejected with ${status}: ${answer.text.slice(0, 300)}`,
      );
    const retryAfter = requestedDelay(answer.header("retry-after"), this.clock.now());
    return { answer: { verdict, status, body: read }, retryAfter };
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

type BatchedAnswer = { status: number; body: unknown; stored?: unknown };
const answeredOf = ({ status, body }: BatchedAnswer): Answered => ({
  verdict: verdictOf(status, body),
  status,
  body,
});

function answersIn(body: unknown): BatchedAnswer[] | null {
  const data = (body as { data?: { answers?: unknown } | null }).data;
  const answers = data?.answers;
  if (!Array.isArray(answers)) return null;
  const isReported = (each: unknown): each is BatchedAnswer =>
    typeof each === "object" && each !== null && "status" in each && typeof each.status === "number";
  return answers.every(isReported) ? answers : null;
}
