import { Refusal } from "@/lib/base/refusal";
import { rangeEndOf } from "@/lib/base/time";
import { readPurpose } from "@/lib/campaigns/purposes";
import { type SheetField, sheetFieldOf } from "@/lib/campaigns/sheet/fields";
import { parseNamedDay } from "@/lib/campaigns/sheet/named-day";
import { maxSheetRows } from "@/lib/campaigns/sheet/schema";
import { readTable, UnreadableSheet } from "@/lib/platform/sheet";
import { runInSteps } from "@/lib/platform/steps";

export type TypedRow = { line: number; values: Partial<Record<SheetField, string>> };
export type TypedSheet = { columns: SheetField[]; ignored: string[]; rows: TypedRow[] };

/** Reads pasted or uploaded text. A sheet with one column is a list of names, with or without a header. */
export async function readSheet(text: string): Promise<TypedSheet> {
  const sheet = /[,;\t|]/.test(text) ? await readColumns(text) : readNames(text);
  if (sheet.rows.length > maxSheetRows)
    throw new Refusal(
      "file_unreadable",
      `A sheet has at most ${maxSheetRows.toLocaleString("en-US")} campaigns. Split it.`,
    );
  if (!sheet.columns.includes("name"))
    throw new Refusal(
      "file_unreadable",
      "The Name column is missing. The first line must contain the column names.",
    );
  if (sheet.rows.length === 0)
    throw new Refusal("file_unreadable", "The sheet has no campaigns below the column names.");
  return sheet;
}

function readNames(text: string): TypedSheet {
  const lines = text.split(/\r\n|\r|\n/).map((name, i) => ({ line: i + 1, values: { name: name.trim() } }));
  const filled = lines.filter(({ values }) => values.name !== "");
  const isHeaded = sheetFieldOf(filled[0]?.values.name ?? "") === "name";
  return { columns: ["name"], ignored: [], rows: filled.slice(isHeaded ? 1 : 0) };
}

async function readColumns(text: string): Promise<TypedSheet> {
  const { header, lines } = await tableOf(text);
  const fields = header.cells.map(sheetFieldOf);
  const columns = fields.filter((field) => field !== null);
  const twice = columns.find((field, i) => columns.indexOf(field) !== i);
  if (twice !== undefined) {
    const headers = header.cells.filter((_, i) => fields[i] === twice).join(" and ");
    throw new Refusal("file_unreadable", `Two columns have the same meaning: ${headers}. Remove one.`);
  }
  const rows = lines.map(({ line, cells }) => ({
    line,
    values: Object.fromEntries(
      fields.flatMap((field, i) => {
        const cell = cells[i]?.trim() ?? "";
        return field === null || cell === "" ? [] : [[field, cell]];
      }),
    ),
  }));
  return {
    columns,
    ignored: header.cells.filter((head, i) => fields[i] === null && head.trim() !== ""),
    rows,
  };
}

async function tableOf(text: string) {
  try {
    return await runInSteps(readTable(text, (header) => sheetFieldOf(header) !== null));
  } catch (error) {
    if (error instanceof UnreadableSheet) throw new Refusal("file_unreadable", error.message);
    throw error;
  }
}

/** Days such as `1 Dec` as YYYY-MM-DD: without a year, the next one from today. */
export const withFullDates = (sheet: TypedSheet, today: string): TypedSheet => ({
  ...sheet,
  rows: sheet.rows.map(({ line, values }) => ({
    line,
    values: {
      ...values,
      ...(values.starts_at && { starts_at: parseNamedDay(values.starts_at, today) ?? values.starts_at }),
      ...(values.ends_at && { ends_at: parseNamedDay(values.ends_at, today) ?? values.ends_at }),
    },
  })),
});

/**
 * Converts typed cells to the body of a new campaign. A day without a time is a whole day in the project's zone: a
 * campaign starts at its first moment and ends at its last. Invalid values stay as text, so that validation rejects
 * them.
 */
export function campaignBody({ values }: TypedRow, timeZone: string): Record<string, unknown> {
  const {
    tags,
    starts_at: start,
    ends_at: end,
    click_limit: limit,
    reengagement_days: days,
    purpose,
    affiliate: _,
    template: __,
    ...same
  } = values;
  const time = (text: string, of: "start" | "end") => {
    const ofDay = of === "start" ? "T00:00" : "T23:59:59.999";
    const whole = /^\d{4}-\d{2}-\d{2}$/.test(text) ? text + ofDay : text.replace(" ", "T");
    return rangeEndOf(whole, timeZone, of)?.toISOString() ?? text;
  };
  return {
    ...same,
    ...(tags && { tags: tags.split(/[,;|]/).flatMap((tag) => tag.trim() || []) }),
    ...(start && { starts_at: time(start, "start") }),
    ...(end && { ends_at: time(end, "end") }),
    ...(limit && { click_limit: /^\d[\d,.' ]*$/.test(limit) ? Number(limit.replace(/\D/g, "")) : limit }),
    ...(days && { reengagement_days: /^\d+$/.test(days) ? Number(days) : days }),
    ...(purpose && { purpose: readPurpose(purpose) }),
  };
}
