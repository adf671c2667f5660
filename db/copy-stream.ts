import { once } from "node:events";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type postgres from "postgres";

/**
 * The format of backups and of exported projects: lines of JSON. After a line that names a table, its rows follow in
 * COPY text format, ended by a line of their own. A row never contains a raw line break, because COPY escapes it.
 */
export const endOfRows = "\\.\n";

/** Rejects with `stored` when the file fails (a missing folder, a full disk), because the stream then never drains. */
export async function writeTo(to: Writable, chunk: string | Buffer, stored: Promise<void>): Promise<void> {
  if (!to.write(chunk)) await Promise.race([once(to, "drain"), stored]);
}

export function countNewlines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}

/** The end of the last of the whole lines, at most `max` lines. */
function endOfLines(bytes: Buffer, max: number): number {
  let end = 0;
  for (let lines = 0; lines < max && end < bytes.length; lines++) end = bytes.indexOf(10, end) + 1;
  return end;
}

/** The columns in the order in which COPY writes them. */
export async function tableColumns(tx: postgres.ISql, table: string): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = ${table}::text::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`;
  return rows.map(({ name }) => name);
}

/**
 * Stores rows in COPY format. If the database rejects the last rows (a duplicate key), the driver reports that only to
 * the statement. That has resolved long before, and the stream never ends.
 */
export async function copyIn(
  tx: postgres.ISql,
  { table, columns }: { table: string; columns: string[] },
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const statement = tx`copy ${tx(table)} (${tx(columns)}) from stdin`;
  const rejectable = statement as unknown as { reject(error: unknown): void };
  const refused = new Promise<never>((_, reject) => {
    const answer = rejectable.reject;
    rejectable.reject = (error) => {
      answer(error);
      reject(error);
    };
  });
  // If the statement itself fails, its own error is thrown.
  refused.catch(() => {});
  await Promise.race([pipeline(Readable.from(rows), await statement.writable()), refused]);
}

/** Reads lines as bytes, because a row may hold characters that a text reader would take for a line break. */
export class CopyReader {
  #rest: Buffer = Buffer.alloc(0);
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #damaged: () => Error;
  readonly #seen: (bytes: Buffer) => void;

  /** `seen` gets every byte that was read, in order. */
  constructor(from: AsyncIterable<Buffer>, damaged: () => Error, seen: (bytes: Buffer) => void = () => {}) {
    this.#chunks = from[Symbol.asyncIterator]();
    this.#damaged = damaged;
    this.#seen = seen;
  }

  async #more(): Promise<void> {
    const chunk = await this.#chunks.next();
    if (chunk.done) throw this.#damaged();
    this.#rest = this.#rest.length === 0 ? chunk.value : Buffer.concat([this.#rest, chunk.value]);
  }

  #readBytes(bytes: number): Buffer {
    const taken = this.#rest.subarray(0, bytes);
    this.#rest = this.#rest.subarray(bytes);
    this.#seen(taken);
    return taken;
  }

  async line(): Promise<string> {
    while (!this.#rest.includes(10)) await this.#more();
    return this.#readBytes(this.#rest.indexOf(10) + 1)
      .toString("utf8")
      .trimEnd();
  }

  /**
   * The next whole rows of a table, at most `max`. Null after the last one; the line that ends the rows is then read.
   */
  async some(max = Number.POSITIVE_INFINITY): Promise<Buffer | null> {
    while (this.#rest.indexOf(endOfRows) !== 0) {
      const end = this.#rest.indexOf(`\n${endOfRows}`);
      const whole = end >= 0 ? end + 1 : this.#rest.lastIndexOf(10) + 1;
      if (whole > 0) return this.#readBytes(endOfLines(this.#rest.subarray(0, whole), max));
      await this.#more();
    }
    this.#readBytes(endOfRows.length);
    return null;
  }

  /** The unread rest, without a call of `seen`. */
  async *rest(): AsyncGenerator<Buffer> {
    yield this.#rest;
    this.#rest = Buffer.alloc(0);
    for (let chunk = await this.#chunks.next(); !chunk.done; chunk = await this.#chunks.next())
      yield chunk.value;
  }

  /** All rows up to the line that ends them, in chunks. */
  async *rows(counted: (rows: number) => void): AsyncGenerator<Buffer> {
    for (let taken = await this.some(); taken !== null; taken = await this.some()) {
      counted(countNewlines(taken));
      yield taken;
    }
  }
}
