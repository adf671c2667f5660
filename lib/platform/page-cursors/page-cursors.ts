import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { env } from "@/lib/base/env";
import { Batcher } from "@/lib/platform/batch";
import { deletePageCursors, findPageCursor, storePageCursors } from "@/lib/platform/page-cursors/queries";

/** The time a reader may take between two pages. */
const timeoutMs = 10 * 60_000;

type Options<Position> = {
  /** The name of the list. */
  list: string;
  /** Restores a position from the JSON that it was stored as. */
  read(stored: Record<string, unknown>): Position;
  /**
   * True if another process may receive the request for the next page. The default is true for any database that is not
   * embedded.
   */
  isShared?: () => boolean;
  maxPages?: number;
};

/** The embedded database serves one server; with any other database there may be several servers behind a balancer. */
const maybeOneOfSeveral = () => env.DATABASE_SOCKET === undefined;

const ends = new Batcher({ name: "page-ends", run: storePageCursors, keyOf: ({ key }) => key });

/**
 * Remembers the end of each page of a numbered list. The next page begins after its last row and not at a row number.
 * So rows that others add or remove meanwhile are neither skipped nor repeated.
 *
 * The ends are in memory if this is the only process, else in the database. An unknown reader gets the page by counting
 * rows. Readers with the same identity share their page ends: the latest counts.
 */
export class PageCursors<Position extends object> {
  private readonly options: Required<Options<Position>>;
  private readonly ends: LRUCache<string, Position>;

  constructor(options: Options<Position>) {
    this.options = { isShared: maybeOneOfSeveral, maxPages: 50_000, ...options };
    this.ends = new LRUCache({ max: this.options.maxPages, ttl: timeoutMs });
  }

  /** The end of the previous page, if this reader has read it. */
  before(reader: string, page: number): Position | null | Promise<Position | null> {
    if (page === 1) return null;
    const key = this.keyOf(reader, page - 1);
    return this.options.isShared() ? this.find(key) : (this.ends.get(key) ?? null);
  }

  /** Records the end of a page that was read; the next page begins after it. */
  ended(reader: string, page: number, end: Position): void | Promise<void> {
    const key = this.keyOf(reader, page);
    if (this.options.isShared()) return ends.add({ key, position: end });
    this.ends.set(key, end);
  }

  private async find(key: string): Promise<Position | null> {
    const stored = await findPageCursor(key, timeoutMs);
    return stored && this.options.read(stored);
  }

  private keyOf(reader: string, page: number): string {
    const whole = JSON.stringify([this.options.list, page, reader]);
    return this.options.isShared() ? createHash("sha256").update(whole).digest("base64url") : whole;
  }
}

/** Deletes page ends that are no longer needed, and returns their number. */
export const deleteOldPageCursors = () => deletePageCursors(timeoutMs);
