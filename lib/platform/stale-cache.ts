import type { LRUCache } from "lru-cache";
import { withDeadline } from "@/lib/base/deadline";
import { growingCache } from "@/lib/base/growing-cache";

type Options<T> = {
  /** Rejects when the answer is not available now; null is an answer. */
  load(key: string): Promise<T | null>;
  maxKeys: number;
  /** The time for which an answer is used without loading it again. */
  freshMs: number;
  /** The time for which an old answer is used while loading fails. */
  staleMs: number;
  /** The time for which a caller waits for a new answer if there is an old one. */
  timeoutMs: number;
};

export type CachedEntry<T> = { key: string; value: T; ageMs: number };

type Entry<T> = { value: T | null; loadedAt: number; refreshAt: number; failing: boolean };

/** Callers who arrive while an answer is being loaded again get the old one if it is younger than this. */
const nearlyFreshMs = 10_000;

/**
 * A cache for answers that are needed again and again. Each answer is loaded at most once at a time. The last answer is
 * used while the database is down. Times are of a monotonic clock.
 */
export class StaleCache<T extends object> {
  private readonly entries: LRUCache<string, Entry<T>>;
  private readonly loading = new Map<string, Promise<Entry<T>>>();
  private readonly options: Options<T>;

  constructor(options: Options<T>) {
    this.options = options;
    this.entries = growingCache({ max: options.maxKeys });
  }

  /** Returns without a promise if the value is in memory, so that most callers do not wait at all. */
  get(key: string, tick: number): T | null | Promise<T | null> {
    const entry = this.entries.get(key);
    if (entry && tick < entry.refreshAt) return entry.value;
    return this.refresh(key, entry, tick);
  }

  /** The known answers with their age, the most recently used first. */
  *latest(max: number, tick: number): Generator<CachedEntry<T>> {
    for (const [key, { value, loadedAt }] of this.entries.entries()) {
      if (value === null || tick - loadedAt > this.options.staleMs) continue;
      if (max-- <= 0) return;
      yield { key, value, ageMs: tick - loadedAt };
    }
  }

  /**
   * Restores an answer of an earlier process: it is used while loading fails, and loaded again before any other use.
   */
  remember({ key, value, ageMs }: CachedEntry<T>, tick: number): void {
    if (this.entries.has(key)) return;
    this.entries.set(key, { value, loadedAt: tick - ageMs, refreshAt: tick, failing: false });
  }

  /** Stores an answer that is known as of `tick`, unless a stored one is as new. */
  put(key: string, value: T, tick: number): void {
    if ((this.entries.get(key)?.loadedAt ?? Number.NEGATIVE_INFINITY) >= tick) return;
    const refreshAt = tick + this.options.freshMs;
    this.entries.set(key, { value, loadedAt: tick, refreshAt, failing: false });
  }

  private async refresh(key: string, entry: Entry<T> | undefined, tick: number): Promise<T | null> {
    let loading = this.loading.get(key);
    if (!loading) {
      loading = this.load(key, tick).finally(() => this.loading.delete(key));
      this.loading.set(key, loading);
    }
    const { freshMs, staleMs, timeoutMs } = this.options;
    if (!entry || tick - entry.loadedAt > staleMs) return (await loading).value;
    if (entry.failing || tick - entry.loadedAt < nearlyFreshMs) entry.refreshAt = tick + freshMs;
    try {
      return (await withDeadline(loading, timeoutMs)).value;
    } catch {
      // Callers of the next moment skip a wait that would fail, too.
      entry.failing = true;
      entry.refreshAt = tick + freshMs;
      return entry.value;
    }
  }

  private async load(key: string, tick: number): Promise<Entry<T>> {
    const value = await this.options.load(key);
    const entry = { value, loadedAt: tick, refreshAt: tick + this.options.freshMs, failing: false };
    this.entries.set(key, entry);
    return entry;
  }
}
