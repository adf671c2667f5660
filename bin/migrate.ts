import { withDatabase } from "@/server/database";
import { runProgram } from "@/server/explain";

await runProgram(() =>
  withDatabase(async ({ applied }) => {
    const list = applied.map((tag) => `  ${tag}\n`).join("");
    process.stdout.write(applied.length === 0 ? "The database is up to date.\n" : `Migrated:\n${list}`);
  }),
);
