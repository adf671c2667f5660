import type { MigrationMeta } from "drizzle-orm/migrator";
import type postgres from "postgres";
import { CannotStart } from "@/lib/base/cannot-start";
import { errorCode } from "@/lib/base/database-failure";

/**
 * Who waits for a table keeps everybody waiting who comes for it later. So a migration waits less than Postgres takes
 * to find a deadlock, lets all others pass, and tries again: behind a backup or a long report that may be minutes.
 */
const lockTimeoutMs = 400;
const inTheWay = new Set(["40P01", "55P03"]);

export async function makeJournal(on: postgres.Sql): Promise<void> {
  await on`create schema if not exists drizzle`;
  await on`
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
}

/** All of it or nothing; `name` is told when others never let it pass. */
export async function applyMigration(
  on: postgres.Sql,
  { sql: statements, hash, folderMillis }: MigrationMeta,
  name: string,
  patienceMs = 10 * 60_000,
): Promise<void> {
  const until = performance.now() + patienceMs;
  for (let attempt = 1; ; attempt++) {
    try {
      await on.begin(async (tx) => {
        // As settings of the transaction they hold behind a pooler too. The work itself may take as long as it takes.
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
          `Migration ${name} needs tables that others have been using without a pause, such as a backup or a long ` +
            "query. Nothing was changed by it; end them, or try again when they have ended.",
        );
      }
      await new Promise((resolve) => setTimeout(resolve, Math.min(100 * attempt, 2_000)));
    }
  }
}
