import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { env } from "@/lib/base/env";
import { Batcher } from "@/lib/platform/batch";
import { deletePageCursors, findPageCursor, storePageCursors } from "@/lib/platform/page-cursors/queries";

/** How long a reader may take between two pages. */
const patience = 10 * 60_000;

type Options<Position> = {
  /** Which list it is. */
  list: string;
  /** As it was before it was written down as JSON. */
  read(stored: Record<string, unknown>): Position;
  /** Whether pages may be asked of another process next time; by itself whenever the database is not our own. */
  isShared?: () => boolean;
  mostPages?: number;
};

/** The embedded database serves one server; on any other one there may be several, behind a balancer. */
const maybeOneOfSeveral = () => env.DATABASE_SOCKET === undefined;

const ends = new Batcher({ name: "page-ends", run: storePageCursors, keyOf: ({ key }) => key });

/**
 * Where the pages of a list that somebody reads page by page ended. The next page begins behind the last one's last
 * row, not at a number of rows: what others add or remove meanwhile moves nothing into the reader's way or out of
 * it. Kept in the memory of the process where that is the only one, else in the database; whoever is not known gets
 * his page by counting rows. Readers who cannot be told apart share their ends: the latest counts.
 */
export class PageCursors<Position extends object> {
  private readonly options: Required<Options<Position>>;
  private readonly ends: LRUCache<string, Position>;

  constructor(options: Options<Position>) {
    this.options = { isShared: maybeOneOfSeveral, mostPages: 50_000, ...options };
    this.ends = new LRUCache({ max: this.options.mostPages, ttl: patience });
  }

  /** The end of the page before this one, if this reader has read that. */
  before(reader: string, page: number): Position | null | Promise<Position | null> {
    if (page === 1) return null;
    const key = this.keyOf(reader, page - 1);
    return this.options.isShared() ? this.find(key) : (this.ends.get(key) ?? null);
  }

  /** A page was read; what comes behind its end is the next one. */
  ended(reader: string, page: number, end: Position): void | Promise<void> {
    const key = this.keyOf(reader, page);
    if (this.options.isShared()) return ends.add({ key, position: end });
    this.ends.set(key, end);
  }

  private async find(key: string): Promise<Position | null> {
    const stored = await findPageCursor(key, patience);
    return stored && this.options.read(stored);
  }

  private keyOf(reader: string, page: number): string {
    const whole = JSON.stringify([this.options.list, page, reader]);
    return this.options.isShared() ? createHash("sha256").update(whole).digest("base64url") : whole;
  }
}

/** What no reader comes back to; answers how many. */
export const deleteOldPageCursors = () => deletePageCursors(patience);
