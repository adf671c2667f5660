/** A list read from the newest row on: its pages, totals and export, made from its declaration. */
import type { z } from "zod";
import type { ProjectId } from "@/lib/base/ids";
import type { CsvColumns } from "@/lib/base/text/csv";
import { type Cursor, cutPage, keysetCsv, maxCounted } from "@/lib/platform/keyset";
import { type AnyListSchema, type DatabaseRow, shownRow } from "@/lib/platform/lists/schema";

type Owner = { id: ProjectId; currency: string };
type Filter<Schema extends AnyListSchema> = z.output<Schema["filter"]>;
type Totals<Schema extends AnyListSchema> = z.output<Schema["totals"]>;

type Reads<Schema extends AnyListSchema, Project, Filtered> = {
  /** Turns the query into the arguments of the statements. */
  toFilter(project: Project, query: Filter<Schema>): Filtered | Promise<Filtered>;
  /** Reads the newest rows first, after a cursor. */
  find(
    project: ProjectId,
    filtered: Filtered,
    before: Cursor | null,
    limit: number,
  ): PromiseLike<readonly DatabaseRow<Schema["row"]>[]>;
  /** Counts the newest matching rows, up to a maximum. */
  count(project: ProjectId, filtered: Filtered, max: number): Promise<Omit<Totals<Schema>, "more">>;
};

/** Removes fields of a row that its reader may not see. */
export type RowMask = <Row>(row: Row) => Row;

export type ListDefinition<Schema extends AnyListSchema, Project> = {
  schema: Schema;
  page(project: Project, query: z.output<Schema["query"]>, mask?: RowMask): Promise<z.output<Schema["page"]>>;
  csv(project: Project, query: Filter<Schema>, mask?: RowMask): Promise<string>;
  totals(project: Project, query: Filter<Schema>): Promise<Totals<Schema>>;
};

const asItIs: RowMask = (row) => row;

export function list<Schema extends AnyListSchema, Project extends Owner, Filtered>(
  schema: Schema,
  { toFilter, find, count }: Reads<Schema, Project, Filtered>,
): ListDefinition<Schema, Project> {
  type Row = DatabaseRow<Schema["row"]>;
  const cursorOf = (row: Row): Cursor => ({ at: row[schema.at] as Date, id: row.id as string });
  return {
    schema,
    async page(project, query, mask = asItIs) {
      const { before, limit } = query as { before: Cursor | null; limit: number };
      const rows = await find(
        project.id,
        await toFilter(project, query as Filter<Schema>),
        before,
        limit + 1,
      );
      const { page, next } = cutPage(rows, limit, cursorOf);
      return { [schema.name]: page.map((row) => shownRow(schema.row, mask(row))), next } as z.output<
        Schema["page"]
      >;
    },
    async csv(project, query, mask = asItIs) {
      const filtered = await toFilter(project, query);
      const columns = schema.columns(project) as CsvColumns<Row>;
      const read = async (before: Cursor | null, limit: number) =>
        (await find(project.id, filtered, before, limit)).map(mask);
      return keysetCsv(columns, read, cursorOf);
    },
    async totals(project, query) {
      const counted = await count(project.id, await toFilter(project, query), maxCounted + 1);
      const { count: found } = counted as unknown as { count: number };
      return { ...counted, count: Math.min(found, maxCounted), more: found > maxCounted } as Totals<Schema>;
    },
  };
}
