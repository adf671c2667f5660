import { describeError, log } from "@/lib/base/log";

type Options<Item> = {
  url: string;
  headers: Record<string, string>;
  bodyOf(items: Item[]): unknown;
};

const maxWaiting = 4_096;
const maxAtOnce = 512;
const everyMs = 1_000;
const timeoutMs = 10_000;
const maxTries = 5;
const longestPauseMs = 15_000;
/** OTLP/HTTP asks clients to retry after these statuses. */
const passing = new Set([429, 502, 503, 504]);

/**
 * Sends items to a collector in the background, in chunks. Callers do not wait for it: when the collector is
 * unavailable or slow and the queue is full, items are dropped and counted.
 */
export class Collector<Item> {
  private waiting: Item[] = [];
  private timer: NodeJS.Timeout | null = null;
  private sending: Promise<void> | null = null;
  private isUnavailable = false;
  private stopping = false;
  readonly counts = { exported: 0, dropped: 0 };
  private readonly options: Options<Item>;

  constructor(options: Options<Item>) {
    this.options = options;
  }

  add(item: Item): void {
    if (this.waiting.length >= maxWaiting) {
      this.counts.dropped++;
      return;
    }
    this.waiting.push(item);
    if (this.waiting.length >= maxAtOnce) this.send();
    else this.timer ??= setTimeout(() => this.send(), everyMs).unref();
  }

  /** Sends the waiting items now, one try per chunk, within the given time. */
  async stop(ms: number): Promise<void> {
    this.stopping = true;
    const until = performance.now() + ms;
    while ((this.sending || this.waiting.length > 0) && performance.now() < until) {
      this.send();
      const late = new Promise((resolve) => setTimeout(resolve, until - performance.now()).unref());
      await Promise.race([this.sending, late]);
    }
  }

  private send(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.sending || this.waiting.length === 0) return;
    this.sending = this.carry(this.waiting.splice(0, maxAtOnce)).finally(() => {
      this.sending = null;
      if (this.waiting.length >= maxAtOnce) this.send();
      else if (this.waiting.length > 0) this.timer ??= setTimeout(() => this.send(), everyMs).unref();
    });
  }

  private async carry(items: Item[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.post(items);
      if (outcome.sent !== null) {
        this.counts.exported += outcome.sent;
        this.counts.dropped += items.length - outcome.sent;
        this.logState(false, {});
        return;
      }
      this.logState(true, outcome.why);
      if (!outcome.again || this.stopping || attempt >= maxTries) break;
      await new Promise((resolve) =>
        setTimeout(resolve, Math.min(everyMs * 2 ** attempt, longestPauseMs)).unref(),
      );
    }
    this.counts.dropped += items.length;
  }

  private async post(items: Item[]): Promise<{ sent: number } | { sent: null; again: boolean; why: object }> {
    const { url, headers, bodyOf } = this.options;
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(bodyOf(items)),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: "error",
      });
      const text = await answer.text();
      if (!answer.ok)
        return { sent: null, again: passing.has(answer.status), why: { status: answer.status } };
      return { sent: items.length - refusedIn(text) };
    } catch (error) {
      return { sent: null, again: true, why: describeError(error) };
    }
  }

  private logState(isUnavailable: boolean, why: object): void {
    if (isUnavailable === this.isUnavailable) return;
    this.isUnavailable = isUnavailable;
    if (isUnavailable) log().warn(why, "spans can't be sent to the collector");
    else log().info("spans are sent to the collector again");
  }
}

/** A collector may accept some of the items and report the number of rejected ones. */
function refusedIn(text: string): number {
  try {
    return Number(JSON.parse(text)?.partialSuccess?.rejectedSpans ?? 0) || 0;
  } catch {
    return 0;
  }
}
