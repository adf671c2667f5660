import type { Call } from "./calls";
import type { Chance, Clock, Logger } from "./platform";
import type { Queue } from "./queue";
import type { QueuedCall } from "./queue-log";
import { blockedDelay, delayOf } from "./retry";
import type { CallResult, Transport } from "./transport";

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
  maySend(): boolean;
  /** Completes the body with data that is only known when it is sent. */
  complete(call: QueuedCall): Promise<Call>;
  /** Called once for each settled call. */
  settled(call: QueuedCall, result: CallResult): void;
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
    const { queue, transport, complete, settled, maySend, chance } = this.options;
    for (;;) {
      const calls = queue.first(maxAtOnce, maxBytesAtOnce);
      if (calls.length === 0 || !maySend() || this.isStopped) return;
      const bodies: Call[] = [];
      for (const call of calls) bodies.push(await complete(call));
      // Sending may have been disabled in the meantime.
      if (!maySend() || this.isStopped) return;
      const { results, retryAfter } = await transport.deliver(bodies);
      const done: [QueuedCall, CallResult][] = [];
      for (const [index, call] of calls.entries()) {
        const result = results[index];
        if (result?.verdict === "done" || result?.verdict === "rejected") done.push([call, result]);
      }
      await queue.settle(done.map(([call]) => call.number));
      for (const [call, result] of done) settled(call, result);
      if (done.length === calls.length) {
        this.failures = 0;
        continue;
      }
      this.failures = done.length > 0 ? 1 : this.failures + 1;
      const open = results.find(({ verdict }) => verdict === "retry" || verdict === "blocked");
      const fraction = chance.fraction();
      const ms =
        open?.verdict === "blocked" ? blockedDelay(fraction) : delayOf(this.failures, retryAfter, fraction);
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
