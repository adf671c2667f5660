import { type CopyReader, countNewlines } from "@/db/copy-stream";

type Bounds = { rows: number; bytes: number };

/** Reads the rows of a table in chunks, and puts the columns of this instance in front of each row. */
export class TableRows {
  count = 0;
  isOver = false;
  readonly #reading: CopyReader;
  readonly #prefix: Buffer;
  #left: number;

  constructor(reading: CopyReader, prefix: string, left: number) {
    this.#reading = reading;
    this.#prefix = Buffer.from(prefix);
    this.#left = left;
  }

  /** Skips the rows that are already stored. */
  async skip(): Promise<void> {
    while (this.#left > 0 && !this.isOver) {
      const chunk = await this.#reading.some(this.#left);
      if (chunk === null) {
        this.isOver = true;
        return;
      }
      const rows = countNewlines(chunk);
      this.#left -= rows;
      this.count += rows;
    }
  }

  async *upTo({ rows, bytes }: Bounds): AsyncGenerator<Buffer> {
    const until = this.count + rows;
    for (let size = 0; this.count < until && size < bytes; ) {
      const chunk = await this.#reading.some(until - this.count);
      if (chunk === null) {
        this.isOver = true;
        return;
      }
      const own = withPrefix(chunk, this.#prefix);
      this.count += countNewlines(chunk);
      size += own.length;
      yield own;
    }
  }
}

function withPrefix(chunk: Buffer, prefix: Buffer): Buffer {
  const own = Buffer.allocUnsafe(chunk.length + countNewlines(chunk) * prefix.length);
  let to = 0;
  for (let from = 0; from < chunk.length; ) {
    const end = chunk.indexOf(10, from) + 1;
    to += prefix.copy(own, to);
    to += chunk.copy(own, to, from, end);
    from = end;
  }
  return own;
}
