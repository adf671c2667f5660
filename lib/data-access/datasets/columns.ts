/** The types of columns in datasets, as Postgres returns them and as JSON Schema describes them. */
export const columnTypes = {
  text: { json: { type: "string" } },
  bigint: { json: { type: "integer" } },
  boolean: { json: { type: "boolean" } },
  numeric: { json: { type: "string", description: "A decimal number." } },
  date: { json: { type: "string", format: "date" } },
  time: { json: { type: "string", format: "date-time" } },
  texts: { json: { type: "array", items: { type: "string" } } },
  json: { json: {} },
} as const;
export type ColumnType = keyof typeof columnTypes;

export type DatasetColumn = {
  type: ColumnType;
  /** The expression over the table `t` and its project `p`. */
  sql: string;
  about: string;
  /** Only for readers who may see personal data. */
  personal?: true;
  /** Depends on the project's settings, so it changes without the row: only in views. */
  viewOnly?: true;
  required?: true;
};

export type DatasetColumns = Record<string, DatasetColumn>;

type More = Partial<Pick<DatasetColumn, "personal" | "viewOnly" | "required">> & { sql?: string };
const column =
  (type: ColumnType, expression: (name: string) => string) =>
  (about: string, { sql, ...more }: More = {}) =>
  (name: string): DatasetColumn => ({ type, sql: sql ?? expression(name), about, ...more });

const own = (name: string) => `t.${name}`;
export const textColumn = column("text", own);
export const integerColumn = column("bigint", own);
export const booleanColumn = column("boolean", own);
export const timeColumn = column("time", own);
export const textListColumn = column("texts", own);
export const jsonColumn = column("json", own);
/** IDs are texts, so that no reader rounds or adds them. */
export const idText = column("text", (name) => `t.${name}::text`);
export const dateText = column("date", (name) => `t.${name}::text`);
export const decimalText = column("numeric", (name) => `t.${name}::text`);

/** The day of a time in the project's zone. */
export const dayColumnOf = (at: string) => (): DatasetColumn => ({
  type: "date",
  sql: `((t.${at} at time zone p.time_zone)::date)::text`,
  about: `The day of \`${at}\` in the project's time zone.`,
  viewOnly: true,
});

/** The project's currency, which the amounts of a row are in. */
export const currency = () => (): DatasetColumn => ({
  type: "text",
  sql: "p.currency",
  about: "The project's currency.",
});

export const columnsFrom = (named: Record<string, (name: string) => DatasetColumn>): DatasetColumns =>
  Object.fromEntries(Object.entries(named).map(([name, make]) => [name, make(name)]));

/**
 * Rows of files as JSON has them, one array for each column: times are milliseconds since 1970, lists and objects are
 * JSON in text, days and decimal numbers are texts. A column without any value is null.
 */
export type RowsByColumn = { length: number; columns: Record<string, readonly unknown[] | null> };
