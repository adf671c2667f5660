/** Placeholders of a query. Runs in the browser too. */

const placeholder = /\{\{\s*([A-Za-z_][A-Za-z0-9_]{0,39})\s*\}\}/g;

/** The names in {{…}}, each once, in the order of the text. */
export const placeholdersIn = (sql: string): string[] => [
  ...new Set([...sql.matchAll(placeholder)].map(([, name]) => name ?? "")),
];

/**
 * Replaces each placeholder by its value as a literal. The database decides its type, as with any literal, so that a
 * day can be compared with a date. A value cannot end the literal; what the query may read is decided by its role alone.
 */
export const fillIn = (sql: string, values: Readonly<Record<string, string>>): string =>
  sql.replace(placeholder, (_all, name: string) => `'${(values[name] ?? "").replaceAll("'", "''")}'`);
