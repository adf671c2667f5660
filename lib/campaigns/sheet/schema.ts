/** Creates campaigns from a sheet: a CSV file, or pasted rows. */
import { z } from "zod";

export const maxSheetRows = 1_000;

export const sheetInput = z.object({
  text: z
    .string({ error: "Paste rows, or choose a CSV file." })
    .refine((text) => text.trim() !== "", "Paste rows, or choose a CSV file."),
  /** A campaign whose settings fill the empty cells of the sheet. */
  template: z.number().int().positive().nullable().optional(),
  /** A saved template instead; a row may use another one. */
  saved_template: z.number().int().positive().nullable().optional(),
  /** Creates the valid rows and leaves out the others, instead of creating none. */
  only_ready: z.boolean().optional(),
});

const problem = z.object({ field: z.string(), message: z.string() });

export const sheetRow = z.object({
  line: z.number().int(),
  /** The cells as typed, by field; a day such as `1 Dec` with its year. */
  values: z.record(z.string(), z.string()),
  problems: z.array(problem),
});
export type SheetRow = z.output<typeof sheetRow>;

export const sheetPreview = z.object({
  columns: z.array(z.string()),
  /** Unknown headers; their cells are left out. */
  ignored: z.array(z.string()),
  rows: z.array(sheetRow),
  ready: z.boolean(),
});

export const sheetCreated = z.object({
  created: z.array(
    z.object({
      id: z.number().int(),
      line: z.number().int(),
      name: z.string(),
      display_id: z.string(),
      link: z.string(),
      shareable_link: z.string(),
    }),
  ),
  /** Lines whose display ID another member took at the same moment. */
  taken: z.array(z.number().int()),
  /** Lines that were left out because of problems. */
  left: z.array(z.number().int()),
});
