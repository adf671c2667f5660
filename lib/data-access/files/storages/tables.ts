/** What warehouses need to know of a file: its table, and the columns. Pure. */
import { type DatasetName, datasetNames, datasetOf } from "@/lib/data-access/datasets/datasets";
import { fileColumns } from "@/lib/data-access/files/formats/columns";
import type { FileColumn } from "@/lib/data-access/files/formats/format";

export type WarehouseFile =
  | { is: "rows"; dataset: DatasetName; table: string; key: string[]; columns: FileColumn[] }
  | { is: "manifest"; table: string; run: number }
  /** Of "Test storage". */
  | { is: "test"; table: string };

/** The table of each dataset has its name, behind a prefix of the member's choice. */
export function warehouseFile(name: string, prefix: string, personal: boolean): WarehouseFile {
  const dataset = datasetNames.find((known) => name.includes(`/dataset=${known}/`));
  if (dataset) {
    const { removals, key } = datasetOf(dataset);
    return {
      is: "rows",
      dataset,
      table: prefix + dataset,
      key: removals === "people" ? ["user_key"] : Object.keys(key),
      columns: fileColumns(dataset, personal),
    };
  }
  const run = /\/_manifests\/(\d+)\.json$/.exec(name)?.[1];
  const table = `${prefix}runs`;
  return run === undefined ? { is: "test", table } : { is: "manifest", table, run: Number(run) };
}
