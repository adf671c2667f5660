/** Files of spend as the dashboard uploads, maps and stores them. */

import { z } from "zod";
import { decimalMarks, threeDigitMeanings } from "@/lib/base/amounts";
import { timestamp } from "@/lib/base/fields";
import { networkName } from "@/lib/campaigns/network-name";
import { currencyCode } from "@/lib/spend/schema";
import { fieldNames } from "@/lib/spend/upload/fields";
import { doubtKinds } from "@/lib/spend/upload/rows";
import { dateForms } from "@/lib/spend/upload/values";

export const maxBytes = 10 * 1024 * 1024;

export const uploadName = z.object({
  name: z
    .string()
    .trim()
    .max(200)
    .optional()
    .transform((text) => text || "spend.csv")
    .meta({ description: "The file's name." }),
});

const column = z.number().int().min(0).max(300).nullish();

const settings = z.object({
  /** For each field the index of its column, from 0. */
  columns: z.strictObject(
    Object.fromEntries(fieldNames.map((name) => [name, column])) as Record<
      (typeof fieldNames)[number],
      typeof column
    >,
  ),
  network: z.string().transform(networkName).nullable(),
  currency: currencyCode,
  date_form: z.enum(dateForms),
  decimal_mark: z.enum(decimalMarks),
  /** The meaning of `5,000` and `5.000`. Null until it is decided; missing in uploads from earlier versions. */
  three_digits: z.enum(threeDigitMeanings).nullish(),
  /** The file replaces all stored spend of its campaigns and days, or only the same parts. */
  replaces: z.enum(["days", "parts"]),
  /** Invalid lines are left out instead of rejecting the file. */
  leave_out: z.boolean(),
  /** Whether doubtful lines are stored unchanged or left out. */
  doubts: z.partialRecord(z.enum(doubtKinds), z.enum(["take", "leave"])).optional(),
  /** For unmatched campaigns of the file: the chosen campaign, or null for none. */
  campaigns: z
    .array(z.object({ key: z.string().max(1_000), campaign: z.number().int().positive().nullable() }))
    .max(500),
});

export const uploadSettings = settings;
export type UploadSettings = z.output<typeof settings>;

const problem = z.object({
  line: z.number().int(),
  column: z.string(),
  value: z.string(),
  text: z.string(),
});

const preview = z.object({
  settings,
  columns: z.array(z.object({ header: z.string(), samples: z.array(z.string()) })),
  header_line: z.number().int(),
  lines: z.number().int(),
  /** Required fields without a column. */
  missing: z.array(z.string()),
  /** The file's days are valid with the month first and with the day first. */
  date_ambiguous: z.boolean(),
  /** Amounts that may be thousands or decimals, such as `5,000`. Null if there are none. */
  three_digits: z
    .object({
      lines: z.number().int(),
      first: z.array(z.number().int()),
      /** One of these amounts, with both readings. */
      text: z.string(),
      thousands: z.number(),
      decimals: z.number(),
      choice: z.enum(threeDigitMeanings).nullable(),
    })
    .nullable(),
  days: z.object({ from: z.string(), to: z.string() }).nullable(),
  campaigns: z.number().int(),
  rows: z.number().int(),
  added: z.number().int(),
  skipped: z.number().int(),
  left: z.number().int(),
  amounts: z.array(z.object({ currency: z.string(), amount_minor: z.number().int() })),
  /** In the project's currency; null while a rate is missing. */
  amount_minor: z.number().int().nullable(),
  replaced: z.object({ rows: z.number().int(), amount_minor: z.number().int() }),
  problems: z.array(problem),
  problem_count: z.number().int(),
  /** Questions about lines that may be intended or a mistake. */
  doubts: z.array(
    z.object({
      kind: z.enum(doubtKinds),
      lines: z.number().int(),
      first: z.array(z.number().int()),
      choice: z.enum(["take", "leave"]).nullable(),
    }),
  ),
  unmatched: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      lines: z.number().int(),
      /** True once the uploader chose a campaign, or chose to leave this one out. */
      decided: z.boolean(),
      campaign: z.object({ id: z.number().int(), name: z.string(), display_id: z.string() }).nullable(),
    }),
  ),
  missing_rates: z.array(z.object({ currency: z.string(), day: z.string(), rows: z.number().int() })),
  sample: z.array(
    z.object({
      day: z.string(),
      campaign: z.string(),
      ad_set: z.string().nullable(),
      creative: z.string().nullable(),
      keyword: z.string().nullable(),
      platform: z.string().nullable(),
      country: z.string().nullable(),
      currency: z.string(),
      amount_minor: z.number().int(),
    }),
  ),
  /** The file is ready to store. */
  ready: z.boolean(),
});

export type SpendUploadPreview = z.output<typeof preview>;

export const oneUpload = z.object({
  upload: z.object({
    id: z.number().int(),
    name: z.string(),
    state: z.enum(["DRAFT", "STORING", "STORED", "FAILED"]),
    created_by: z.string(),
    created_at: timestamp,
    total: z.number().int(),
    stored: z.number().int(),
    problem: z.string().nullable(),
    /** Present while the upload can be changed. */
    preview: preview.nullable(),
  }),
});
export type SpendUpload = z.output<typeof oneUpload>;
