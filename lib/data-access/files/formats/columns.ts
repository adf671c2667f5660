/** The columns of files. */
import { type DatasetName, datasetOf } from "@/lib/data-access/datasets/datasets";
import type { FileColumn } from "@/lib/data-access/files/formats/format";
import { rawColumns } from "@/lib/data-access/raw/schema";

/** Those of the raw API. Removed rows have only their key, so no other column is required. */
export function fileColumns(dataset: DatasetName, personal: boolean): FileColumn[] {
  const { removals, key } = datasetOf(dataset);
  const isRequired = (name: string, required = false) => required && (!removals || name in key);
  return [
    { name: "_op", type: "text", required: true },
    { name: "_version", type: "bigint", required: true },
    ...(removals === "people" ? [{ name: "user_key", type: "text", required: true } as const] : []),
    ...rawColumns(dataset, personal).map(([name, { type, required }]) => ({
      name,
      type,
      required: isRequired(name, required) && removals !== "people",
    })),
  ];
}

/** The columns that the manifest adds up. */
export const summedColumns = (columns: readonly FileColumn[]): string[] =>
  columns.flatMap(({ name }) => (/_(minor|millionths)$|^impressions$/.test(name) ? [name] : []));
