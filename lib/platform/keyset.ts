/**
 * Lists read from the newest row on: the cursor at the end of a page, and the range of days. Runs in the browser too.
 */
import { z } from "zod";
import { rejectValue } from "@/lib/base/params";
import { type CsvColumns, csvHeader, csvRows } from "@/lib/base/text/csv";
import { rangeEndOf } from "@/lib/base/time";

/** The last row of a page. The next page begins after it, even if rows were added meanwhile. */
export type Cursor = { at: Date; id: string };

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** The time, and the ID as a tie-breaker for rows of the same moment. */
const cursorParam = (id: string) => {
  const pattern = new RegExp(`^(\\d{1,15})\\.(${id})$`, "su");
  return z
    .string()
    .optional()
    .transform((text, context): Cursor | null => {
      if (text === undefined) return null;
      const match = pattern.exec(text);
      if (!match)
        return rejectValue(context, "The cursor is not valid. Send `next` from the previous response.");
      return { at: new Date(Number(match[1])), id: match[2]! };
    })
    .meta({ description: "`next` from the previous response." });
};

export const beforeParam = cursorParam(uuid);

/** For rows whose IDs were chosen by apps. */
export const beforeNamedParam = cursorParam(".{1,256}");

/** `rows` holds one more row than the page if there is another page. */
export function cutPage<Row>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => Cursor) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > limit && last ? cursorOf(last) : null;
  return { page, next: next && `${next.at.getTime()}.${next.id}` };
}

export const nextCursor = z.string().nullable();

export const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && rangeEndOf(`${text}T00:00`, "UTC", "start") !== null;

const dayParam = (what: string) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined) return null;
      return isDay(text) ? text : rejectValue(context, `${what} must be a date such as 2026-03-31.`);
    })
    .meta({ description: "A day in the project's time zone. Included.", example: "2026-03-31" });

export const dayParams = { from: dayParam("from"), to: dayParam("to") };

export type TimeRange = { start: Date | null; end: Date | null };

/** From the first moment of one day to the last moment of another, in the given time zone. */
export const timeRangeOf = (
  zone: string,
  { from, to }: { from: string | null; to: string | null },
): TimeRange => ({
  start: from === null ? null : rangeEndOf(`${from}T00:00`, zone, "start"),
  end: to === null ? null : rangeEndOf(`${to}T23:59:59.999`, zone, "end"),
});

const exported = { most: 100_000, atOnce: 5_000 };

/** The newest rows as CSV, read in parts, so that no answer of the database is large. */
export async function keysetCsv<Row, At = Cursor>(
  columns: CsvColumns<Row>,
  find: (before: At | null, limit: number) => Promise<readonly Row[]>,
  cursorOf: (row: Row) => At,
): Promise<string> {
  const parts = [csvHeader(columns)];
  let before: At | null = null;
  for (let given = 0; given < exported.most; given += exported.atOnce) {
    const rows = await find(before, exported.atOnce);
    parts.push(csvRows(columns, rows));
    const last = rows.at(-1);
    if (!last || rows.length < exported.atOnce) break;
    before = cursorOf(last);
  }
  return parts.join("");
}

/** Counting further would cost more than the number is worth; the answer then shows that there are more rows. */
export const maxCounted = 100_000;
