import { z } from "zod";
import { limitParam } from "@/lib/base/params";
import { columnTypes } from "@/lib/data-access/datasets/columns";
import { type DatasetName, datasetNames, datasetOf } from "@/lib/data-access/datasets/datasets";

const maxRows = 10_000;

export const rawParams = z.object({
  dataset: z.string().meta({
    description: "The dataset.",
    enum: datasetNames,
    example: "installs",
  }),
});

export const rawQuery = z.object({
  cursor: z.string().max(10_000).optional().meta({
    description:
      "Where to continue: `_cursor` of the last line that you have stored, or the header `Cairn-Next-Cursor`. Without it, reading begins with all rows.",
  }),
  since: z
    .string()
    .regex(/^\d{1,16}$/, "since must be the `_position` of a line.")
    .optional()
    .meta({
      description:
        "For tools that store numbers: the highest `_position` of an earlier pass that was read to its end. Ignored with `cursor`.",
    }),
  limit: limitParam(1_000, maxRows),
  personal: z
    .enum(["true", "false"], { error: "personal must be true or false." })
    .optional()
    .meta({ description: "`true` for personal columns. The key needs the permission “Personal data”." }),
});

/** A line of any dataset. */
export const rawLine = z
  .object({
    _op: z.enum(["upsert", "delete"]).meta({
      description:
        "`upsert`: the row's present state. `delete`: the row was removed; only its key is returned.",
    }),
    _cursor: z.string().meta({ description: "The cursor after this line." }),
    _position: z.number().int().meta({ description: "The `since` after a complete pass." }),
  })
  .catchall(z.unknown())
  .meta({ description: "The columns are in the dataset's schema." });

type Json = Record<string, unknown>;

/** The columns of a dataset in the raw API. Views have further ones. */
export const rawColumns = (name: DatasetName, personal: boolean) =>
  Object.entries(datasetOf(name).columns).filter(
    ([, column]) => !column.viewOnly && (personal || !column.personal),
  );

/** The JSON Schema of a dataset's lines. */
export function rawSchema(name: DatasetName): Json {
  const dataset = datasetOf(name);
  const columns = Object.entries(dataset.columns).filter(([, column]) => !column.viewOnly);
  const key = dataset.removals === "people" ? ["user_key"] : Object.keys(dataset.key);
  const properties = Object.fromEntries(
    columns.map(([column, { type, about, personal, required }]) => {
      const { description, ...json } = columnTypes[type].json as Json & { type?: string };
      const of = required || !json.type ? json : { ...json, type: [json.type, "null"] };
      const words = [about, description, personal ? "Personal." : null].filter(Boolean).join(" ");
      return [column, { ...of, description: words }];
    }),
  );
  const lines = z.toJSONSchema(rawLine) as { properties: Json };
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `cairn:raw/${name}/v1`,
    title: name,
    description: dataset.about,
    type: "object",
    "x-primary-key": key,
    properties: {
      ...(dataset.removals === "people"
        ? {
            user_key: {
              type: "string",
              description: "A hash of the user's ID; erased users are deleted by it.",
            },
          }
        : {}),
      ...properties,
      ...lines.properties,
    },
    required: [...key, "_op", "_cursor", "_position"],
  };
}
