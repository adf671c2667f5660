import type postgres from "postgres";
import type { Project } from "@/lib/accounts/access/project";
import { env } from "@/lib/base/env";
import { Refusal } from "@/lib/base/refusal";
import { findSince, fixValueFormats } from "@/lib/moving/export-queries";
import {
  copyChanged,
  copyDeleted,
  copyKeys,
  createSentKeysTable,
  type FollowedTable,
  type FollowMoment,
  type FollowPosition,
  findFollowed,
  findMoment,
  findSession,
} from "@/lib/moving/follow-queries";
import { countRows } from "@/lib/moving/import-queries";
import { StoredKeys } from "@/lib/moving/stored-keys";
import { factTables } from "@/lib/moving/tables";
import { refuseWithoutRoom } from "@/lib/moving/unlinked-file";
import type { ExportWriter } from "@/lib/moving/writer";

/** The result and the duration of a round. The freeze for the last round will take about as long. */
export type FollowRound = { rows: number; deleted: number; seconds: number };

const lost = () =>
  new Refusal(
    "unavailable",
    "The connection to the database was lost, so the progress of the export is unknown. Export it again.",
  );

const pooled = () =>
  new Refusal(
    "wrong_state",
    "--follow needs a direct connection to Postgres, without a pooler. Run it with a DATABASE_URL that " +
      "points to Postgres itself, and without DATABASE_PREPARE.",
  );

/** An upper limit of the size of a row's key in the temporary file of a round. */
const keyBytes = 100;

type Progress = (line: string) => void;

/**
 * Sends the facts of a project while it stays active: first all of them, then the changes in rounds. A change is
 * recognized by the transaction number of its row, and by the keys of sent rows in tables of the session.
 */
export class ProjectFollow {
  readonly #on: postgres.Sql;
  readonly #project: Project;
  readonly #to: ExportWriter;
  readonly #tables: FollowedTable[];
  #before: FollowMoment | null = null;

  private constructor(on: postgres.Sql, project: Project, to: ExportWriter, tables: FollowedTable[]) {
    this.#on = on;
    this.#project = project;
    this.#to = to;
    this.#tables = tables;
  }

  static async begin(on: postgres.Sql, project: Project, to: ExportWriter): Promise<ProjectFollow> {
    if (!env.DATABASE_PREPARE) throw pooled();
    const tables = await findFollowed(on, factTables);
    let rows = 0;
    for (const { table } of tables) rows += await countRows(on, table, project.id);
    await refuseWithoutRoom(rows * keyBytes);
    await on.begin(async (tx) => {
      for (const followed of tables) await createSentKeysTable(tx, followed);
    });
    return new ProjectFollow(on, project, to, tables);
  }

  /** `first` sends the content before the rows of that moment. */
  async round(
    progress: Progress,
    first?: (tx: postgres.TransactionSql) => Promise<void>,
  ): Promise<FollowRound> {
    const begin = performance.now();
    const sent = await StoredKeys.during(async (storedKeys) => {
      const sent = await this.#on.begin("isolation level repeatable read read only", async (tx) => {
        await fixValueFormats(tx);
        await first?.(tx);
        return this.send(tx, progress, storedKeys);
      });
      await storedKeys.store(this.#on, (tx) => this.#stay(tx), lost);
      return sent;
    });
    await this.#to.flush();
    return { ...sent, seconds: (performance.now() - begin) / 1_000 };
  }

  /** The changes since the previous round, as the transaction sees them. Unused state is dropped. */
  async send(
    tx: postgres.TransactionSql,
    progress: Progress,
    storedKeys?: StoredKeys,
  ): Promise<Omit<FollowRound, "seconds">> {
    const before = this.#before;
    if (before) await this.#stay(tx);
    const moment = await findMoment(tx, before?.oldest ?? null);
    if (before) {
      if (moment.transactions === null) throw lost();
      await this.#to.line({ round: true, since: await findSince(tx, this.#project.id) });
    }
    this.#before = moment;
    const sum = { rows: 0, deleted: 0 };
    for (const followed of this.#tables) {
      const at = { project: this.#project.id, transactions: moment.transactions };
      const deleted = await this.#sendDeleted(tx, followed, at, storedKeys);
      const rows = await this.#sendRows(tx, followed, at, storedKeys);
      if (rows + deleted > 0) progress(`${followed.table}: ${rowsText(rows, deleted)}`);
      sum.rows += rows;
      sum.deleted += deleted;
    }
    return sum;
  }

  async #sendDeleted(
    tx: postgres.TransactionSql,
    followed: FollowedTable,
    at: FollowPosition,
    storedKeys?: StoredKeys,
  ): Promise<number> {
    if (at.transactions === null) return 0;
    const { table, key: columns } = followed;
    const rows = await copyDeleted(tx, followed, { ...at, transactions: at.transactions });
    return this.#to.someRows({ gone: table, columns }, rows, (chunks) =>
      storedKeys && followed.isUnique ? storedKeys.rows(followed, true, chunks) : chunks,
    );
  }

  async #sendRows(
    tx: postgres.TransactionSql,
    followed: FollowedTable,
    at: FollowPosition,
    storedKeys?: StoredKeys,
  ): Promise<number> {
    if (storedKeys) {
      const keys = await copyKeys(tx, followed, at);
      for await (const _ of storedKeys.rows(followed, false, keys));
      keys._read(0);
    }
    const { columns, rows } = await copyChanged(tx, followed, at);
    const about = { table: followed.table, columns };
    return at.transactions === null ? this.#to.rows(about, rows) : this.#to.someRows(about, rows);
  }

  /** After a lost connection the driver would continue on another one, which lacks the tables of sent keys. */
  async #stay(tx: postgres.TransactionSql): Promise<void> {
    if ((await findSession(tx)) !== this.#before?.session) throw lost();
  }
}

const rowsText = (rows: number, deleted: number) =>
  deleted === 0
    ? rows.toLocaleString("en")
    : `${rows.toLocaleString("en")}, in place of ${deleted.toLocaleString("en")} that changed or went`;
