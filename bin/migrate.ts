import { migrate } from "@/db/migrate/migrate";
import { withDatabase } from "@/server/database/database";
import { runProgram } from "@/server/run-program";

await runProgram(async () => {
  const { applied, note } = await withDatabase(migrate);
  const list = applied.map((tag) => `  ${tag}\n`).join("");
  const done = applied.length === 0 ? "The database is up to date.\n" : `Migrated:\n${list}`;
  process.stdout.write(note ? `${note}\n` : done);
});
