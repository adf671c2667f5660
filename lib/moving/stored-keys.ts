import type { FileHandle } from "node:fs/promises";
import type postgres from "postgres";
import { CopyReader, endOfRows } from "@/db/copy-stream";
import { analyzeSent, type FollowedTable, removeSentKeys, storeSentKeys } from "@/lib/moving/follow-queries";
import { TableRows } from "@/lib/moving/table-rows";
import { fullFolder, namelessFile, readFileFrom } from "@/lib/moving/unlinked-file";

/** Listeners read the outbox only up to the oldest open transaction, so each transaction is small. */
const atOnce = { rows: 200_000, bytes: 64_000_000 };

/** `start` is the position in the file. */
type Piece = { followed: FollowedTable; isDeletion: boolean; start: number };

/** The keys of a round, kept on disk until the transaction that reads them has ended and they can be stored. */
export class StoredKeys {
  readonly #file: FileHandle;
  #written = 0;
  readonly #pieces: Piece[] = [];

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async during<T>(work: (keys: StoredKeys) => Promise<T>): Promise<T> {
    const file = await namelessFile();
    try {
      return await work(new StoredKeys(file));
    } finally {
      await file.close();
    }
  }

  async *rows(
    followed: FollowedTable,
    isDeletion: boolean,
    rows: AsyncIterable<Buffer>,
  ): AsyncGenerator<Buffer> {
    const start = this.#written;
    let failure: { error: unknown } | null = null;
    for await (const chunk of rows) {
      // The rest is read even after a failure: until its end the connection accepts no other statement, not even a
      // rollback.
      if (failure) continue;
      try {
        await this.#write(chunk);
      } catch (error) {
        failure = { error: fullFolder(error) };
        continue;
      }
      yield chunk;
    }
    if (failure) throw failure.error;
    if (this.#written === start) return;
    await this.#write(Buffer.from(endOfRows));
    this.#pieces.push({ followed, isDeletion, start });
  }

  async #write(bytes: Buffer): Promise<void> {
    await this.#file.appendFile(bytes);
    this.#written += bytes.length;
  }

  async store(
    on: postgres.Sql,
    check: (tx: postgres.TransactionSql) => Promise<void>,
    lost: () => Error,
  ): Promise<void> {
    for (const { followed, isDeletion, start } of this.#pieces) {
      const lines = new TableRows(new CopyReader(readFileFrom(this.#file, start), lost), "", 0);
      while (!lines.isOver)
        await on.begin(async (tx) => {
          await check(tx);
          await (isDeletion ? removeSentKeys : storeSentKeys)(tx, followed, lines.upTo(atOnce));
        });
      await analyzeSent(on, followed);
    }
  }
}
