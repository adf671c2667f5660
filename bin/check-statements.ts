/**
 * Reads the SQL statements that a test run recorded and proves that each one on a data table is pinned to a project.
 * Usage: check-statements.ts FILE. Statements that look over all projects, to find those with work or in tests, begin with an
 * "all projects" comment.
 */
import { readFileSync } from "node:fs";
import { unpinnedTables } from "@/db/pinned";

const file = process.argv[2];
if (!file) throw new Error("Which file?");
const statements = [...new Set(readFileSync(file, "utf8").trim().split("\n"))].map(
  (line) => JSON.parse(line) as string,
);
const loose = statements
  .filter((statement) => !statement.trimStart().startsWith("/* all projects */"))
  .map((statement) => ({ statement, tables: unpinnedTables(statement) }))
  .filter(({ tables }) => tables.length > 0);
for (const { statement, tables } of loose) {
  console.error(
    `not pinned to a project: ${tables.join(", ")}\n  ${statement.replace(/\s+/g, " ").trim().slice(0, 400)}\n`,
  );
}
console.error(`${statements.length} statements, ${loose.length} not pinned to a project`);
process.exitCode = loose.length > 0 ? 1 : 0;
