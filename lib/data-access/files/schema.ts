/** Scheduled files: forms and responses. Runs in the browser too. */
import { z } from "zod";
import { requiredLine, timestamp } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { type DatasetName, datasetNames } from "@/lib/data-access/datasets/datasets";
import { fileFormats } from "@/lib/data-access/files/formats/format";
import { fileLayouts, layoutFields, storedLayoutOf } from "@/lib/data-access/files/layouts/stored";
import { fileCadences } from "@/lib/data-access/files/rules";
import {
  isWarehouse,
  oneSecretOf,
  type StorageName,
  storageFields,
  storageNames,
} from "@/lib/data-access/files/storages/fields";

export const maxFileExports = 50;

const noWarehouseText = t("Choose a storage of files. Warehouses receive Cairn's datasets.");

const values = z.record(
  z.string().max(64),
  z.string(t("This must be text.")).trim().max(16_000, t("This is too long.")),
);

export const fileExportInput = z
  .object({
    title: requiredLine(t("Title")),
    datasets: z
      .array(z.enum(datasetNames as [DatasetName, ...DatasetName[]], "Choose datasets of the list."), {
        error: "Choose at least one dataset.",
      })
      .default([])
      .transform((names) => datasetNames.filter((name) => names.includes(name)))
      .meta({ description: "At least one, unless the layout is a former vendor's." }),
    format: z.enum(fileFormats, "Choose a format.").meta({
      description: "Warehouses always receive `parquet`, and former vendors' layouts are `csv`.",
    }),
    ...layoutFields,
    personal: z.boolean("personal must be true or false.").default(false).meta({
      description: "True for personal columns.",
    }),
    cadence: z.enum(fileCadences, t("Choose hourly or daily.")),
    hour: z
      .number({ error: "Choose an hour." })
      .int("Choose an hour.")
      .min(0, "Choose an hour.")
      .max(23, "Choose an hour.")
      .default(3)
      .meta({ description: "The hour of daily runs in the project's time zone." }),
    storage: z.enum(storageNames as [StorageName, ...StorageName[]], t("Choose a storage.")),
    place: values.default({}).meta({ description: "The storage's settings, such as `bucket` and `prefix`." }),
    secrets: values.optional().meta({
      description: "Stored encrypted, and never returned. Without it, the stored ones are kept.",
    }),
    on: z.boolean("on must be true or false.").default(true),
  })
  .transform(({ place, secrets: entered, layout, definition, datasets, ...rest }, context) => {
    // Forms send empty fields for stored secrets.
    const secrets = entered && Object.values(entered).some((value) => value !== "") ? entered : undefined;
    const fields = storageFields(rest.storage);
    const cleaned: Record<string, Record<string, string>> = { place: {}, secrets: {} };
    for (const { name, label, form, problem, optional, secret } of fields) {
      const group = secret ? "secrets" : "place";
      const value = (secret ? secrets : place)?.[name] ?? "";
      const complain = (message: string) =>
        context.addIssue({ code: "custom", path: [group, name], message });
      if (value === "") {
        if (!(optional || (secret && secrets === undefined))) complain(t("{label} is required.", { label }));
      } else if (form.test(value)) cleaned[group]![name] = value;
      else complain(problem);
    }
    const oneOf = oneSecretOf(rest.storage);
    if (oneOf && secrets && !oneOf.names.some((name) => secrets[name]))
      context.addIssue({ code: "custom", path: ["secrets", oneOf.names[0]!], message: oneOf.problem });
    const stored = storedLayoutOf({ layout, definition });
    const wrong = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if (typeof stored === "string") wrong("definition", stored);
    if (layout === "cairn" && datasets.length === 0) wrong("datasets", t("Choose at least one dataset."));
    if (layout !== "cairn" && isWarehouse(rest.storage)) wrong("storage", noWarehouseText);
    const ofCairn = isWarehouse(rest.storage) ? ("parquet" as const) : rest.format;
    return {
      ...rest,
      // Forms send what this returns.
      layout,
      definition,
      stored: typeof stored === "string" ? null : stored,
      datasets: layout === "cairn" ? datasets : [],
      format: layout === "cairn" ? ofCairn : ("csv" as const),
      place: cleaned.place!,
      secrets: secrets && cleaned.secrets!,
    };
  });
export type FileExportInput = z.output<typeof fileExportInput>;

/** The run from whose beginning on changes are written again; null for new changes only. */
export const runFilesBody = z.object({
  again: z
    .number({ error: "again must be the ID of a run." })
    .int("again must be the ID of a run.")
    .positive("again must be the ID of a run.")
    .nullable()
    .default(null),
});

const fileRunStates = ["running", "done", "failed"] as const;

const shownRun = z.object({
  id: z.number().int(),
  state: z.enum(fileRunStates),
  started_at: timestamp,
  ended_at: timestamp.nullable(),
  rows: z.number().int(),
  bytes: z.number().int(),
  files: z.number().int(),
  /** The IDs that were erased since the previous run. */
  erased: z.number().int(),
  manifest: z.string().nullable(),
  problem: z.string().nullable(),
});
export type ShownFileRun = z.output<typeof shownRun>;

const shownExport = z.object({
  id: z.number().int(),
  title: z.string(),
  datasets: z.array(z.enum(datasetNames as [DatasetName, ...DatasetName[]])),
  format: z.enum(fileFormats),
  layout: z.enum(fileLayouts),
  definition: z.string(),
  personal: z.boolean(),
  cadence: z.enum(fileCadences),
  hour: z.number().int(),
  storage: z.enum(storageNames as [StorageName, ...StorageName[]]),
  place: z.record(z.string(), z.string()),
  has_secrets: z.boolean(),
  on: z.boolean(),
  running: z.boolean(),
  next_at: timestamp.nullable(),
  last: shownRun.nullable(),
  succeeded_at: timestamp.nullable(),
  created_by: z.string(),
});
export type ShownFileExport = z.output<typeof shownExport>;

export const fileExportList = z.object({
  exports: z.array(shownExport),
  /** False unless the operator allows a folder. */
  folder: z.boolean(),
});
export const oneFileExport = z.object({ export: shownExport });

const shownFile = z.object({
  name: z.string(),
  dataset: z.string(),
  rows: z.number().int(),
  bytes: z.number().int(),
  sha256: z.string(),
});
export type ShownFile = z.output<typeof shownFile>;

export const fileRunList = z.object({
  export: shownExport,
  runs: z.array(shownRun.extend({ names: z.array(shownFile) })),
});

export const earlierFilesQuery = z.object({
  before: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "before must be the ID of a run.")
    .transform(Number)
    .optional()
    .meta({ description: "Only files of runs before this one. The newest run by default." }),
});
/** The newest first; `more` is true if there are further ones. */
export const earlierFiles = z.object({ files: z.array(shownFile), more: z.boolean() });

export type FileRunList = z.output<typeof fileRunList>;

/** The settings of a layout whose first rows are shown before they are saved. */
export const previewBody = z
  .object({ ...layoutFields, personal: z.boolean("personal must be true or false.").default(false) })
  .transform(({ personal, ...entered }, context) => {
    const stored = storedLayoutOf(entered);
    if (stored !== null && typeof stored !== "string") return { personal, stored };
    const [field, message] =
      stored === null ? ["layout", t("Choose a former vendor.")] : ["definition", stored];
    context.addIssue({ code: "custom", path: [field], message });
    return z.NEVER;
  });

export const layoutPreview = z.object({
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      /** Of the newest facts. */
      rows: z.array(z.array(z.string())),
    }),
  ),
  /** Columns without a counterpart here: they are always empty. */
  empty: z.array(z.string()),
  /** Columns that are empty without personal columns. */
  withheld: z.array(z.string()),
});
export type LayoutPreview = z.output<typeof layoutPreview>;

const hostField = (name: string) => {
  const field = storageFields("sftp").find((one) => one.name === name)!;
  return z.string({ error: field.problem }).trim().regex(field.form, field.problem);
};

/** An SSH server whose key is shown before it is trusted. */
export const hostKeyBody = z.object({
  host: hostField("host").meta({ description: "The server's name or address." }),
  port: z
    .union([z.literal(""), hostField("port")])
    .default("")
    .meta({ description: "22 if empty." }),
});
export const hostKeyRead = z.object({ type: z.string(), fingerprint: z.string() });

export const storageTested = z.object({ accepted: z.boolean(), text: z.string() });
