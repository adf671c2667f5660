import { utf8 } from "./bytes";
import type { CallTime } from "./call-time";
import type { Files, Logger } from "./platform";
import { callLine, callsToDrop, type QueuedCall, readLog, settledLine } from "./queue-log";

const name = "cairn-calls.log";

/** `stored`: on the disk. `unsaved`: in memory only, because writing failed. `full`: dropped. */
export type Added = "stored" | "unsaved" | "full";

type Waiting = { call: QueuedCall; line: string; bytes: number; isSaved: boolean };

/** The calls that wait for the server, in order, on the disk and in memory. */
export class Queue {
  private readonly files: Files;
  private readonly log: Logger;
  private waiting: Waiting[] = [];
  private next = 0;
  private fileBytes = 0;
  /** The next append starts a new line, because the last one may be incomplete. */
  private isTorn = false;
  private work: Promise<unknown> = Promise.resolve();

  private constructor(files: Files, log: Logger) {
    this.files = files;
    this.log = log;
  }

  /** `wall` is the current time, so that numbers in an unreadable file are not used again. */
  static async open(files: Files, log: Logger, wall: number): Promise<Queue> {
    const queue = new Queue(files, log);
    let text: string;
    try {
      text = (await files.read(name)) ?? "";
    } catch (error) {
      log("error", `the queue could not be read: ${String(error)}`);
      queue.next = wall;
      queue.isTorn = true;
      return queue;
    }
    const { calls, damaged, isTorn, next } = readLog(text);
    if (damaged > 0)
      log("warn", `${damaged} lines of the queue were incomplete; they contain no accepted calls`);
    queue.waiting = calls.map((call) => waitingOf(call, true));
    queue.next = next;
    queue.fileBytes = utf8(text).length;
    queue.isTorn = isTorn;
    return queue;
  }

  get length(): number {
    return this.waiting.length;
  }

  /** The first calls that fit. At least one call is always returned. */
  first(calls: number, bytes: number): QueuedCall[] {
    const found: QueuedCall[] = [];
    let sum = 0;
    for (const each of this.waiting.slice(0, calls)) {
      sum += each.bytes;
      if (found.length > 0 && sum > bytes) break;
      found.push(each.call);
    }
    return found;
  }

  /** Resolves once the call is on the disk. `dropped` are the calls that made room for it. */
  async add(
    path: string,
    body: Record<string, unknown>,
    made: CallTime,
  ): Promise<{ added: Added; number: number; dropped: number }> {
    const added = waitingOf({ number: this.next++, path, body, made }, false);
    const known = this.waiting.map(({ call, bytes }) => ({ number: call.number, path: call.path, bytes }));
    const dropped = callsToDrop(known, { path, bytes: added.bytes });
    const { number } = added.call;
    if (dropped === null) return { added: "full", number, dropped: 1 };
    this.waiting.push(added);
    if (dropped.length > 0) await this.settle(dropped);
    await this.save();
    // The call may reach the server before it is written.
    const isSafe = added.isSaved || !this.waiting.includes(added);
    return { added: isSafe ? "stored" : "unsaved", number, dropped: dropped.length };
  }

  /** Removes calls that need not be sent any more. */
  async settle(numbers: number[]): Promise<void> {
    const deleted = this.waiting.filter(({ call }) => numbers.includes(call.number));
    this.waiting = this.waiting.filter(({ call }) => !numbers.includes(call.number));
    await this.inTurn(async () => {
      // A file of only settled calls is deleted; a file of mostly settled calls is rewritten.
      if (this.waiting.length === 0) return this.empty();
      const saved = deleted.filter(({ isSaved }) => isSaved).map(({ call }) => call.number);
      if (saved.length === 0) return;
      const left = this.waiting.reduce((sum, { bytes }) => sum + bytes, 0);
      if (this.fileBytes > 2 * left + 64 * 1024) return this.rewrite();
      await this.append(settledLine(saved));
    });
  }

  async clear(): Promise<void> {
    this.waiting = [];
    await this.inTurn(() => this.empty());
  }

  private save(): Promise<void> {
    return this.inTurn(async () => {
      const unsaved = this.waiting.filter(({ isSaved }) => !isSaved);
      if (unsaved.length === 0) return;
      await this.append(unsaved.map(({ line }) => line).join(""));
      for (const each of unsaved) each.isSaved = true;
    });
  }

  private async append(text: string): Promise<void> {
    const whole = this.isTorn ? `\n${text}` : text;
    this.isTorn = true;
    await this.files.append(name, whole);
    this.isTorn = false;
    this.fileBytes += utf8(whole).length;
  }

  private async rewrite(): Promise<void> {
    const text = this.waiting.map(({ line }) => line).join("");
    await this.files.replace(name, text);
    this.isTorn = false;
    this.fileBytes = utf8(text).length;
    for (const each of this.waiting) each.isSaved = true;
  }

  private async empty(): Promise<void> {
    await this.files.remove(name);
    this.isTorn = false;
    this.fileBytes = 0;
  }

  /** Runs steps one after the other, for all callers. A full disk may have space again at the next call. */
  private inTurn(step: () => Promise<void>): Promise<void> {
    const done = this.work.then(step).catch((error: unknown) => {
      this.log("error", `the queue could not be written: ${String(error)}`);
    });
    this.work = done;
    return done;
  }
}

function waitingOf(call: QueuedCall, isSaved: boolean): Waiting {
  const line = callLine(call);
  return { call, line, bytes: utf8(line).length, isSaved };
}
