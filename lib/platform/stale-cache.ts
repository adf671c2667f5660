import { LRUCache } from "lru-cache";
import { withDeadline } from "@/lib/base/deadline";

type Options<T> = {
  /** Rejects when it cannot be known now; null is an answer. */
  load(key: string): Promise<T | null>;
  mostKeys: number;
  /** How long an answer is believed without asking again. */
  freshMs: number;
  /** How long it is used while nobody answers. */
  staleMs: number;
  /** How long an asker waits when there is an old answer to fall back on. */
  patienceMs: number;
};

export type Remembered<T> = { key: string; value: T; ageMs: number };

type Entry<T> = { value: T | null; loadedAt: number; askAgainAt: number; failing: boolean };

/** An answer of so long ago is good enough for those who come while somebody asks again. */
const nearlyFreshMs = 10_000;

/**
 * Answers that are asked for again and again: each is looked up at most once per moment, however many ask for it,
 * and the last one is used while the database does not answer. Times are of a clock that never jumps.
 */
export class StaleCache<T extends object> {
  private readonly entries: LRUCache<string, Entry<T>>;
  private readonly loading = new Map<string, Promise<Entry<T>>>();
  private readonly options: Options<T>;

  constructor(options: Options<T>) {
    this.options = options;
    this.entries = new LRUCache({ max: options.mostKeys });
  }

  /** Without a promise where the answer is at hand: most askers need not wait at all. */
  get(key: string, tick: number): T | null | Promise<T | null> {
    const entry = this.entries.get(key);
    if (entry && tick < entry.askAgainAt) return entry.value;
    return this.ask(key, entry, tick);
  }

  /** What is known, the latest used first, with how long ago it was loaded. */
  *latest(most: number, tick: number): Generator<Remembered<T>> {
    for (const [key, { value, loadedAt }] of this.entries.entries()) {
      if (value === null || tick - loadedAt > this.options.staleMs) continue;
      if (most-- <= 0) return;
      yield { key, value, ageMs: tick - loadedAt };
    }
  }

  /** From another life: good while nobody answers, and asked for before it is used otherwise. */
  remember({ key, value, ageMs }: Remembered<T>, tick: number): void {
    if (this.entries.has(key)) return;
    this.entries.set(key, { value, loadedAt: tick - ageMs, askAgainAt: tick, failing: false });
  }

  private async ask(key: string, entry: Entry<T> | undefined, tick: number): Promise<T | null> {
    let loading = this.loading.get(key);
    if (!loading) {
      loading = this.load(key, tick).finally(() => this.loading.delete(key));
      this.loading.set(key, loading);
    }
    const { freshMs, staleMs, patienceMs } = this.options;
    if (!entry || tick - entry.loadedAt > staleMs) return (await loading).value;
    if (entry.failing || tick - entry.loadedAt < nearlyFreshMs) entry.askAgainAt = tick + freshMs;
    try {
      return (await withDeadline(loading, patienceMs)).value;
    } catch {
      // Whoever comes in the next moment need not wait in vain too.
      entry.failing = true;
      entry.askAgainAt = tick + freshMs;
      return entry.value;
    }
  }

  private async load(key: string, tick: number): Promise<Entry<T>> {
    const value = await this.options.load(key);
    const entry = { value, loadedAt: tick, askAgainAt: tick + this.options.freshMs, failing: false };
    this.entries.set(key, entry);
    return entry;
  }
}
