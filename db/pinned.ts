import { dataTables } from "@/db/tables";

const tables = dataTables.join("|");
const reference = new RegExp(
  `\\b(from|join|update|into|using)\\s+(only\\s+)?"?(${tables})"?(?!\\w)(?:\\s+(?:as\\s+)?"?([a-z_]+)"?)?`,
  "g",
);
const noAlias = new Set([
  "on",
  "set",
  "where",
  "order",
  "group",
  "left",
  "join",
  "cross",
  "values",
  "select",
  "returning",
  "inner",
  "limit",
  "for",
  "using",
  "default",
]);

/**
 * The data tables that a statement uses without tying them to a project. This is not a parser: each use of a table must
 * have its `project_id`, or its alias's, somewhere in the statement next to a comparison, or among the columns it
 * inserts.
 */
export function unpinnedTables(statement: string): string[] {
  const text = statement.replace(/--.*$/gm, "").replace(/\s+/g, " ").toLowerCase();
  const loose: string[] = [];
  for (const [, verb = "", , table = "", word] of text.matchAll(reference)) {
    const alias = word && !noAlias.has(word) ? word : null;
    const pinned =
      verb === "into"
        ? new RegExp(`into "?${table}"?(?: as [a-z_]+)? ?\\([^)]*project_id`).test(text)
        : alias
          ? new RegExp(`\\b${alias}"?\\."?project_id"? ?(=|in\\b)|= ?"?${alias}"?\\."?project_id`).test(text)
          : /(?<![\w.])"?project_id"? ?(=|in\b)/.test(text) ||
            new RegExp(`\\b${table}\\.project_id ?=`).test(text);
    if (!pinned) loose.push(table);
  }
  return loose;
}
