/**
 * Reads the SQL statements that a test run recorded, and proves that each one on data names its project in every part
 * (db/project-filter.ts). Usage: check-statements.ts FILE. Two kinds are marked at their beginning: statements over all
 * projects, which search for work or belong to tests, and batches over several projects.
 */
import { readFileSync } from "node:fs";
import { tablesWithoutProjectFilter } from "@/db/project-filter";

const file = process.argv[2];
if (!file) throw new Error("Name a file of recorded statements.");
const statements = [...new Set(readFileSync(file, "utf8").trim().split("\n"))].map(
  (line) => JSON.parse(line) as string,
);
const loose = statements
  .map((statement) => ({ statement, tables: tablesWithoutProjectFilter(statement) }))
  .filter(({ tables }) => tables.length > 0);
for (const { statement, tables } of loose) {
  console.error(
    `not pinned to a project: ${tables.join(", ")}\n  ${statement.replace(/\s+/g, " ").trim().slice(0, 400)}\n`,
  );
}
console.error(`${statements.length} statements, ${loose.length} not pinned to a project`);
process.exitCode = loose.length > 0 ? 1 : 0;
