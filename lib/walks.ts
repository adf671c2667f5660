import { LRUCache } from "lru-cache";

/** How long a reader may take between two pages. */
const patience = 10 * 60_000;

/**
 * Where the pages of a list that somebody reads page by page ended. The next page begins behind the last one's last
 * row, not at a number of rows: what others add or remove meanwhile moves nothing into the reader's way or out of
 * it. Kept in the memory of the process; whoever is not known gets his page by counting rows. Readers who cannot be
 * told apart share their ends: the latest counts.
 */
export class Walks<Position extends object> {
  private readonly ends: LRUCache<string, Position>;

  constructor(mostPages = 50_000) {
    this.ends = new LRUCache({ max: mostPages, ttl: patience });
  }

  /** The end of the page before this one, if this reader has read that. */
  before(reader: string, page: number): Position | null {
    return this.ends.get(`${page - 1} ${reader}`) ?? null;
  }

  /** A page was read; what comes behind its end is the next one. */
  ended(reader: string, page: number, end: Position): void {
    this.ends.set(`${page} ${reader}`, end);
  }
}
