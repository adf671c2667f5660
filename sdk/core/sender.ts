import type { Chance, Clock, Logger } from "./platform";
import type { Queue } from "./queue";
import type { QueuedCall } from "./queue-log";
import { delayOf, heldDelay } from "./retry";
import type { Answered, Call, Transport } from "./transport";

const maxAtOnce = 50;
/** The server accepts bodies up to 256 KB. */
const maxBytesAtOnce = 200 * 1024;

type Options = {
  queue: Queue;
  transport: Transport;
  clock: Clock;
  chance: Chance;
  log: Logger;
  /** False if nothing may be sent now. */
  mayLeave(): boolean;
  /** Completes the body with data that is only known when it is sent. */
  complete(call: QueuedCall): Promise<Call>;
  /** Called once for each settled call. */
  settled(call: QueuedCall, answer: Answered): void;
};

/** Sends the queue in order. Calls are repeated until they are settled. */
export class Sender {
  private readonly options: Options;
  private isSending = false;
  private isWoken = false;
  private isStopped = false;
  private failures = 0;
  private cancelWait: (() => void) | null = null;

  constructor(options: Options) {
    this.options = options;
  }

  /** There are calls to send. A delay after a failure continues. */
  wake(): void {
    this.isWoken = true;
    if (this.isSending || this.cancelWait) return;
    void this.run();
  }

  /** Retries immediately, for instance when the device comes online. */
  retryNow(): void {
    this.cancelWait?.();
    this.cancelWait = null;
    this.wake();
  }

  stop(): void {
    this.isStopped = true;
    this.cancelWait?.();
    this.cancelWait = null;
  }

  private async run(): Promise<void> {
    this.isSending = true;
    try {
      while (this.isWoken && !this.isStopped && !this.cancelWait) {
        this.isWoken = false;
        await this.sendAll();
      }
    } catch (error) {
      // Errors here must not reach the app, and the calls are on the disk.
      this.options.log("error", `sending failed: ${String(error)}`);
      this.wait(delayOf(++this.failures, null, this.options.chance.fraction()));
    } finally {
      this.isSending = false;
    }
  }

  private async sendAll(): Promise<void> {
    const { queue, transport, complete, settled, mayLeave, chance } = this.options;
    for (;;) {
      const calls = queue.first(maxAtOnce, maxBytesAtOnce);
      if (calls.length === 0 || !mayLeave() || this.isStopped) return;
      const bodies: Call[] = [];
      for (const call of calls) bodies.push(await complete(call));
      // Sending may have been disabled in the meantime.
      if (!mayLeave() || this.isStopped) return;
      const { answers, retryAfter } = await transport.deliver(bodies);
      const done: [QueuedCall, Answered][] = [];
      for (const [index, call] of calls.entries()) {
        const answer = answers[index];
        if (answer?.verdict === "done" || answer?.verdict === "refused") done.push([call, answer]);
      }
      await queue.settle(done.map(([call]) => call.number));
      for (const [call, answer] of done) settled(call, answer);
      if (done.length === calls.length) {
        this.failures = 0;
        continue;
      }
      this.failures = done.length > 0 ? 1 : this.failures + 1;
      const open = answers.find(({ verdict }) => verdict === "again" || verdict === "held");
      const fraction = chance.fraction();
      const ms =
        open?.verdict === "held" ? heldDelay(fraction) : delayOf(this.failures, retryAfter, fraction);
      this.options.log("info", `answered ${open?.status}; retrying in ${ms} ms`);
      this.wait(ms);
      return;
    }
  }

  private wait(ms: number): void {
    if (this.isStopped) return;
    this.cancelWait = this.options.clock.after(ms, () => {
      this.cancelWait = null;
      this.wake();
    });
  }
}
