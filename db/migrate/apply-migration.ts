import type { MigrationMeta } from "drizzle-orm/migrator";
import type postgres from "postgres";
import { CannotStart } from "@/lib/base/cannot-start";
import { errorCode } from "@/lib/base/database-failure";

/**
 * A migration that waits for a lock on a table makes all later statements on it wait too. So it waits for less time
 * than Postgres takes to detect a deadlock, lets the other statements pass, and tries again. Behind a backup or a long
 * report that may take minutes.
 */
const lockTimeoutMs = 400;
const inTheWay = new Set(["40P01", "55P03"]);

export async function makeJournal(on: postgres.Sql): Promise<void> {
  await on`create schema if not exists drizzle`;
  await on`
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null,
    created_at bigint)`;
}

/** Applies the whole migration or none of it. The error has `name` if the locks were never free. */
export async function applyMigration(
  on: postgres.Sql,
  { sql: statements, hash, folderMillis }: MigrationMeta,
  name: string,
  timeoutMs = 10 * 60_000,
): Promise<void> {
  const until = performance.now() + timeoutMs;
  for (let attempt = 1; ; attempt++) {
    try {
      await on.begin(async (tx) => {
        // As settings of the transaction they also apply behind a pooler. The migration itself has no time limit.
        await tx.unsafe(
          `set local lock_timeout = ${lockTimeoutMs}; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
        );
        for (const statement of statements) await tx.unsafe(statement);
        await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
      });
      return;
    } catch (error) {
      if (!inTheWay.has(errorCode(error) ?? "")) throw error;
      if (performance.now() > until) {
        throw new CannotStart(
          `Migration ${name} needs a lock on tables that are in use, for example by a backup or a long ` +
            "query. Nothing was changed. Stop those statements, or try again later.",
        );
      }
      await new Promise((resolve) => setTimeout(resolve, Math.min(100 * attempt, 2_000)));
    }
  }
}
