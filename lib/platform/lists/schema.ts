/** The parameters, rows and export of a list of facts, declared once. Runs in the browser too. */
import { z } from "zod";
import type { timestamp } from "@/lib/base/fields";
import { limitParam } from "@/lib/base/params";
import type { CsvColumns } from "@/lib/base/text/csv";
import { beforeNamedParam, beforeParam, nextCursor } from "@/lib/platform/keyset";

type Shape = z.core.$ZodLooseShape;
type Timestamp = typeof timestamp;

/** A row as the database returns it, with times as dates. */
export type DatabaseRow<Row extends Shape> = {
  [Field in keyof Row]: Row[Field] extends Timestamp
    ? Date
    : Row[Field] extends z.ZodNullable<Timestamp>
      ? Date | null
      : z.output<Row[Field]>;
};

/** A row as it is returned: only the declared fields, with times as text. */
export const shownRow = <Row extends Shape>(fields: Row, row: DatabaseRow<Row>) =>
  Object.fromEntries(
    Object.keys(fields).map((field) => {
      const value: unknown = row[field];
      return [field, value instanceof Date ? value.toISOString() : value];
    }),
  ) as z.output<z.ZodObject<Row>>;

type TimeField<Row extends Shape> = {
  [Field in keyof Row]: Row[Field] extends Timestamp ? Field : never;
}[keyof Row];

type Declared<Name extends string, Filter extends Shape, Row extends Shape, Sums extends Shape> = {
  /** The field of the answer that holds the rows. */
  name: Name;
  /** The name of the list on the screen, in the reference and in the audit log. */
  title: string;
  /** The parameters that filter the list. */
  filter: Filter;
  /** The fields of a row; its `id` distinguishes rows of the same moment. */
  row: Row;
  /** The time field that the list is sorted by, newest first. */
  at: TimeField<Row> & string;
  /** The IDs were chosen by apps and are not UUIDs. */
  isNamed?: boolean;
  /** Sums over all matching rows, next to their number. */
  sums?: Sums;
  /** The columns of the export, in which amounts are in the project's currency. */
  columns(project: { currency: string }): CsvColumns<DatabaseRow<Row>>;
};

const pageParams = { before: beforeParam, limit: limitParam(50, 200) };
const counts = {
  count: z.number().int(),
  /** More rows match than were counted. */
  more: z.boolean(),
};

type ListSchema<Name extends string, Filter extends Shape, Row extends Shape, Sums extends Shape> = Omit<
  Declared<Name, Filter, Row, Sums>,
  "filter" | "sums"
> & {
  filter: z.ZodObject<Filter>;
  /** The filter, and the page of its result. */
  query: z.ZodObject<Filter & typeof pageParams>;
  page: z.ZodObject<Record<Name, z.ZodArray<z.ZodObject<Row>>> & { next: typeof nextCursor }>;
  totals: z.ZodObject<typeof counts & Sums>;
};

export type AnyListSchema = {
  name: string;
  title: string;
  row: Shape;
  at: string;
  filter: z.ZodObject;
  query: z.ZodObject;
  page: z.ZodObject;
  totals: z.ZodObject;
  columns(project: { currency: string }): Record<string, unknown>;
};

export function listSchema<
  const Name extends string,
  Filter extends Shape,
  Row extends Shape & { id: z.ZodString },
  Sums extends Shape = Record<never, never>,
>(declared: Declared<Name, Filter, Row, Sums>): ListSchema<Name, Filter, Row, Sums> {
  const { name, filter, row, sums, isNamed } = declared;
  return {
    ...declared,
    filter: z.object(filter),
    query: z.object({ ...filter, ...pageParams, ...(isNamed && { before: beforeNamedParam }) }),
    page: z.object({ [name]: z.array(z.object(row)), next: nextCursor }),
    totals: z.object({ count: counts.count, ...sums, more: counts.more }),
  } as unknown as ListSchema<Name, Filter, Row, Sums>;
}
