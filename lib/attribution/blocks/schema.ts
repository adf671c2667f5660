/** The block list of a project. Runs in the browser too. */
import { z } from "zod";
import { blockActions, blockKinds } from "@/lib/attribution/fraud/blocks";
import { requiredLine, timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { oneOfParam } from "@/lib/base/params";
import { isDay } from "@/lib/platform/keyset";

export const blockLimits = { entries: 2_000, addresses: 500, rows: 1_000 };

export const blockKindLabels = {
  publisher: t("Publisher"),
  network: t("Network"),
  server_clicks: t("Server clicks"),
  address: "IP range",
  country: t("Country"),
  app_version: t("App version"),
  os: t("System"),
} as const satisfies Record<(typeof blockKinds)[number], string>;

/** The examples of the form and of errors. */
export const blockExamples = {
  publisher: "com.example.game",
  network: "AppLovin",
  server_clicks: "AppLovin",
  address: "203.0.113.0/24",
  country: "DE",
  app_version: "2.1.*",
  os: t("Android 9"),
} as const satisfies Record<(typeof blockKinds)[number], string>;

const badMoment = t("Enter a date such as 2026-06-14, or a time with its zone.");
const moment = z
  .string({ error: badMoment })
  // The empty field of a form is a missing time.
  .refine(
    (text) => text === "" || isDay(text) || z.iso.datetime({ offset: true }).safeParse(text).success,
    badMoment,
  );
const wholeNumber = (what: string, max: number) =>
  z
    .number({ error: `${what} must be a number.` })
    .int(`${what} must be a whole number.`)
    .min(1, t("{what} must be at least 1.", { what }))
    .max(max, t("{what} must be at most {max}.", { what, max: max.toLocaleString("en-US") }));

export const blockInput = z
  .object({
    kind: z.enum(blockKinds, {
      error: t("Kind must be one of {blockKinds}.", { blockKinds: blockKinds.join(", ") }),
    }),
    value: requiredLine(t("Value"), 128),
    network: z.string().max(64, "Use at most 64 characters.").nullish().meta({
      description: "Only clicks of this network.",
    }),
    action: z.enum(blockActions, { error: `Action must be one of ${blockActions.join(", ")}.` }).meta({
      description:
        "`tag` flags the install, `hold` also withholds its postbacks, `reject` attributes no install.",
    }),
    max_installs: wholeNumber("Maximum installs", 1_000_000).nullish().meta({
      description: "Of a publisher: only installs after this number within `per_hours`.",
    }),
    per_hours: z.union([z.literal(1), z.literal(24)], { error: t("Choose an hour or a day.") }).nullish(),
    reason: requiredLine(t("Reason"), 300),
    starts_at: moment.nullish().meta({
      description: "The time or first day of affected installs; default: now.",
    }),
    ends_at: moment.nullish().meta({ description: "The time or last day of affected installs." }),
  })
  .refine(({ kind, max_installs }) => kind === "publisher" || !max_installs, {
    path: ["max_installs"],
    error: t("Only a publisher can have a limit."),
  });
export type BlockInput = z.output<typeof blockInput>;

export const blockEntry = z.object({
  id: z.number().int(),
  kind: z.enum(blockKinds),
  value: z.string(),
  network: z.string().nullable(),
  action: z.enum(blockActions),
  max_installs: z.number().int().nullable(),
  per_hours: z.number().int().nullable(),
  reason: z.string(),
  created_by: z.string(),
  created_at: timestamp,
  starts_at: timestamp,
  ends_at: timestamp.nullable(),
});
export type ShownBlockEntry = z.output<typeof blockEntry>;

export const blockListQuery = z.object({ kind: oneOfParam(t("Kind"), blockKinds) });
export const blockList = z.object({ entries: z.array(blockEntry) });
export const oneBlockEntry = z.object({ entry: blockEntry });

export const blockSheetInput = z.object({
  text: z
    .string({ error: t("Paste rows, or choose a CSV file.") })
    .max(500_000, t("The text is too long. Split it."))
    .refine((text) => text.trim() !== "", t("Paste rows, or choose a CSV file.")),
});

const sheetRow = z.object({
  line: z.number().int(),
  /** The cells as typed, by field. */
  values: z.record(z.string(), z.string()),
  problems: z.array(z.string()),
});
export const blockSheetPreview = z.object({
  ignored: z.array(z.string()),
  rows: z.array(sheetRow),
  ready: z.boolean(),
});
export type BlockSheetPreview = z.output<typeof blockSheetPreview>;
export const blockSheetAdded = z.object({ added: z.number().int() });
