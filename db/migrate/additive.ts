import { isContract } from "@/db/migrate/compatibility";
import { dataTables } from "@/db/tables";

const big = new Set<string>(dataTables);

/** A migration that blocks writes on purpose states the duration, and why it is acceptable. */
const blocking = /^-- blocks writes: \S.*$/m;

const name = `(?:"?public"?\\.)?"?([a-z_]+)"?`;
const pattern = (text: string) => new RegExp(text.replaceAll("NAME", name).replaceAll(" ", "\\s+"), "i");

type Rule = { found: RegExp; unless?: RegExp; why: string };

/** Each pattern captures the table. */
const breaks: Rule[] = [
  { found: pattern("^drop table (?:if exists )?NAME"), why: "drops a table" },
  { found: pattern("^alter table .*?NAME rename"), why: "renames" },
  {
    found: pattern("^alter table .*?NAME drop (?:column|constraint)"),
    why: "drops a column or constraint",
  },
  { found: pattern("^alter table .*?NAME alter column \\S+ drop default"), why: "drops a default" },
  { found: pattern("^alter table .*?NAME alter column \\S+ (?:set data )?type"), why: "changes a type" },
  {
    found: pattern("^alter table .*?NAME alter column \\S+ set not null"),
    why: "requires a value that the previous version may leave out",
  },
  {
    found: pattern("^alter table .*?NAME add column .*not null"),
    unless: /\bdefault\b/i,
    why: "requires a column that the previous version does not write",
  },
  {
    found: pattern("^alter table .*?NAME add constraint"),
    unless: /\bnot\s+valid\b/i,
    why: "adds a constraint that the previous version may violate (NOT VALID ignores existing rows)",
  },
  {
    found: pattern("^create unique index .*? on NAME"),
    why: "forbids values that the previous version may write",
  },
  {
    found: /^drop\s+(?:index|view|type|function|sequence|schema)\s+(?:if\s+exists\s+)?"?([a-z_]+)/i,
    why: "drops something",
  },
];

const holdsUp: Rule[] = [
  { found: pattern("^create index .*?on NAME"), why: "blocks writes while the index is created" },
  {
    found: pattern("^(?:update|delete from) (?:only )?NAME"),
    why: "changes rows of a large table in one statement: do it in batches (db/insert-once.ts)",
  },
  { found: pattern("^alter table .*?NAME add column .*generated always as"), why: "rewrites a large table" },
  { found: pattern("^(?:truncate|lock)(?: table)? NAME"), why: "blocks all statements" },
];

function read(migration: string) {
  const statements = migration
    .replace(/^\s*--(?!>).*$/gm, "")
    .split(/--> statement-breakpoint|;/)
    .map((text) => text.trim().replace(/\s+/g, " "))
    .filter(Boolean);
  const made = new Set(
    statements.map((text) => pattern("^create table (?:if not exists )?NAME").exec(text)?.[1]),
  );
  return { statements, made };
}

/** The statements of a migration that would break the previous version, which serves during and after it. */
export function notAdditive(migration: string): string[] {
  const { statements, made } = read(migration);
  // The previous version leaves a new column empty, and empty values are never equal.
  const added = statements.flatMap(
    (text) => /add column "?([a-z_0-9]+)"? (?!.*default)/i.exec(text)?.[1] ?? [],
  );
  const isOfNewColumn = (text: string) =>
    added.some((column) => new RegExp(`^create unique index .*?\\([^()]*"?\\b${column}\\b`, "i").test(text));
  const wrong = (rules: Rule[], matters: (table: string) => boolean) =>
    statements.flatMap((text) =>
      rules.flatMap(({ found, unless, why }) => {
        const table = found.exec(text)?.[1];
        if (!table || made.has(table) || unless?.test(text) || isOfNewColumn(text) || !matters(table))
          return [];
        return [`${why}: ${text.slice(0, 100)}`];
      }),
    );
  return [
    ...(isContract(migration) ? [] : wrong(breaks, () => true)),
    ...(blocking.test(migration) ? [] : wrong(holdsUp, (table) => big.has(table))),
  ];
}

/**
 * The added columns. A statement of the previous version may use the same name for a column of another table. The name
 * then becomes ambiguous, or means the wrong column.
 */
export function addedColumns(migration: string): string[] {
  if (/^-- names are qualified: \S.*$/m.test(migration)) return [];
  const { made, statements } = read(migration);
  return statements.flatMap((text) => {
    const table = pattern("^alter table .*?NAME add column").exec(text)?.[1];
    const column = /add column (?:if not exists )?"?([a-z_0-9]+)"?/i.exec(text)?.[1];
    return table && column && !made.has(table) ? [column] : [];
  });
}
