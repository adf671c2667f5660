import { isFrozenError, isRefusedRow, withRetries } from "@/lib/base/database-failure";
import { withDeadline } from "@/lib/base/deadline";
import { env } from "@/lib/base/env";
import type { Span } from "@/lib/base/traces/span";
import { tracer } from "@/lib/base/traces/tracing";

/** The queue is full; an immediate refusal is better than a late answer. */
export class QueueFull extends Error {}

/**
 * Longer than any statement may take. A statement that has not ended by then must not block the rows behind it forever.
 */
const maxMs = () => env.DATABASE_TIMEOUT * 1_000 + 10_000;

type Waiting<Row, Result> = {
  row: Row;
  resolve(result: Result): void;
  reject(error: unknown): void;
  /** The span of the call with the row, if calls are traced. */
  span: Span | undefined;
};

type Options<Row, Result> = {
  /** The name of the batch in the metrics. */
  name: string;
  /** Runs one repeatable statement for all rows, and returns one result per row, in order. */
  run(rows: Row[]): Promise<Result[]>;
  maxRows?: number;
  maxWaiting?: number;
  inFlight?: number;
  /** The number of rows that must have gathered, while a statement runs, for another one to begin beside it. */
  extraRows?: number;
  /** Rows with the same key never share a statement, so that the later one sees the effect of the earlier one. */
  keyOf?(row: Row): string;
};

/**
 * Natural batching: while a statement runs, the next rows gather, and all of them are in the next statement. It needs
 * no timer: an idle server answers after one commit, a busy one shares each commit among many callers. Each caller is
 * answered after the commit of its row.
 */
export class Batcher<Row, Result> {
  private waiting: Waiting<Row, Result>[] = [];
  private flying = 0;
  private scheduled = false;
  private readonly options: Required<
    Pick<Options<Row, Result>, "name" | "run" | "maxRows" | "maxWaiting" | "inFlight" | "extraRows">
  > &
    Options<Row, Result>;
  private readonly busyKeys = new Set<string>();
  private idle: (() => void)[] = [];

  constructor(options: Options<Row, Result>) {
    this.options = { maxRows: 500, maxWaiting: 20_000, inFlight: 2, extraRows: 1, ...options };
    batchers.add(this);
  }

  add(row: Row): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length >= this.options.maxWaiting) return reject(new QueueFull());
      this.waiting.push({ row, resolve, reject, span: tracer()?.current() });
      this.schedule();
    });
  }

  get depth(): BatchDepth {
    const { name, maxWaiting } = this.options;
    return { name, waiting: this.waiting.length, maxWaiting };
  }

  /** Resolves when every row that was added has been answered. */
  drain(): Promise<void> {
    if (this.waiting.length === 0 && this.flying === 0) return Promise.resolve();
    return new Promise((resolve) => this.idle.push(resolve));
  }

  private schedule(): void {
    if (this.scheduled || !this.mayFly()) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      void this.flush();
    });
  }

  private mayFly(): boolean {
    const { inFlight, extraRows } = this.options;
    return this.flying === 0 || (this.flying < inFlight && this.waiting.length >= extraRows);
  }

  private async flush(): Promise<void> {
    if (!this.mayFly()) return;
    const { batch, keys } = this.next();
    if (batch.length === 0) return;
    this.flying++;
    // Another statement may take the remaining rows, if one is still allowed.
    if (this.waiting.length > 0) this.schedule();
    await this.carry(batch);
    for (const key of keys) this.busyKeys.delete(key);
    this.flying--;
    if (this.waiting.length > 0) this.schedule();
    else if (this.flying === 0) for (const resolve of this.idle.splice(0)) resolve();
  }

  private next(): { batch: Waiting<Row, Result>[]; keys: string[] } {
    const { maxRows, keyOf } = this.options;
    if (!keyOf) return { batch: this.waiting.splice(0, maxRows), keys: [] };
    const batch: Waiting<Row, Result>[] = [];
    const keys: string[] = [];
    const later: Waiting<Row, Result>[] = [];
    for (const item of this.waiting) {
      const key = keyOf(item.row);
      if (batch.length >= maxRows || this.busyKeys.has(key)) later.push(item);
      else {
        this.busyKeys.add(key);
        keys.push(key);
        batch.push(item);
      }
    }
    this.waiting = later;
    return { batch, keys };
  }

  /**
   * A row that the database rejects, or whose project is frozen, fails alone: the batch is halved until it is found.
   */
  private async carry(batch: Waiting<Row, Result>[]): Promise<void> {
    try {
      const rows = batch.map((item) => item.row);
      const run = () => withRetries(() => withDeadline(this.options.run(rows), maxMs()));
      const spans = tracer();
      const results = spans
        ? await spans.batch(
            `batch ${this.options.name}`,
            batch.map(({ span }) => span),
            run,
          )
        : await run();
      batch.forEach((item, i) => {
        item.resolve(results[i]!);
      });
    } catch (error) {
      if (batch.length > 1 && (isRefusedRow(error) || isFrozenError(error))) {
        const middle = batch.length >> 1;
        await this.carry(batch.slice(0, middle));
        await this.carry(batch.slice(middle));
      } else {
        for (const item of batch) item.reject(error);
      }
    }
  }
}

type Known = { drain(): Promise<void>; readonly depth: BatchDepth };
const batchers = new Set<Known>();

export type BatchDepth = { name: string; waiting: number; maxWaiting: number };

/** The number of rows that wait for their statement, by batch. */
export const batchDepths = (): BatchDepth[] => [...batchers].map(({ depth }) => depth);

/** Called before the process ends, so that every accepted row is written. */
export const drainBatches = () => Promise.all([...batchers].map((batcher) => batcher.drain()));
