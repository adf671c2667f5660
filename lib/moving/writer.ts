import { createHash } from "node:crypto";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import { countNewlines, endOfRows, writeTo } from "@/db/copy-stream";
import type { ExportedRows } from "@/lib/moving/export-queries";

/** Compresses the output and adds a checksum, so that the reader can verify it. */
export class ExportWriter {
  readonly #hash = createHash("sha256");
  readonly #packed = createGzip({ level: 3 });
  readonly #stored: Promise<void>;
  #failure: { error: unknown } | null = null;

  constructor(to: Writable) {
    this.#stored = pipeline(this.#packed, to);
    // Between two rounds there may be no caller that handles the failure.
    this.#stored.catch((error) => {
      this.#failure = { error };
    });
  }

  async bytes(chunk: string | Buffer): Promise<void> {
    if (this.#failure) throw this.#failure.error;
    this.#hash.update(chunk);
    await writeTo(this.#packed, chunk, this.#stored);
  }

  line = (value: object) => this.bytes(`${JSON.stringify(value)}\n`);

  /** Writes a part: its description, its rows, and the line that ends them. */
  async rows(about: object, rows: ExportedRows): Promise<number> {
    await this.line(about);
    const count = await this.#each(rows, rows);
    await this.bytes(endOfRows);
    return count;
  }

  /** Writes a part only if it has rows; `through` gets them too. */
  async someRows(
    about: object,
    rows: ExportedRows,
    through: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer> = (chunks) => chunks,
  ): Promise<number> {
    const count = await this.#each(rows, through(rows), () => this.line(about));
    if (count > 0) await this.bytes(endOfRows);
    return count;
  }

  async #each(
    rows: ExportedRows,
    chunks: AsyncIterable<Buffer>,
    begin?: () => Promise<void>,
  ): Promise<number> {
    let count = 0;
    for await (const chunk of chunks) {
      if (count === 0) await begin?.();
      count += countNewlines(chunk);
      await this.bytes(chunk);
    }
    // As in a backup: if the last rows filled the stream, the driver would not continue to read its socket.
    rows._read(0);
    return count;
  }

  sum = () => this.#hash.copy().digest("hex");

  /** Flushes, so that the reader gets all data so far without waiting for a full block. */
  flush(): Promise<void> {
    const flushed = new Promise<void>((resolve) => this.#packed.flush(constants.Z_SYNC_FLUSH, resolve));
    return Promise.race([flushed, this.#stored]);
  }

  async end(): Promise<void> {
    this.#packed.end();
    await this.#stored;
  }

  async giveUp(): Promise<void> {
    this.#packed.destroy();
    await this.#stored.catch(() => {});
  }
}
