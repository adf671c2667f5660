/** A warehouse that reads scheduled files: DuckDB, with the files that manifests name. */
import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect } from "vitest";
import { type DatasetName, datasetOf } from "@/lib/data-access/datasets/datasets";

type ManifestFile = { name: string; dataset: string; rows: number; bytes: number; sha256: string };
export type ReadManifest = {
  run: number;
  from: string | null;
  to: string;
  previous: string | null;
  files: ManifestFile[];
  totals: Record<string, { upserts: number; deletes: number; sums: Record<string, number> }>;
};

/** Every file below the folder, hidden ones included. */
export async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** The manifests in their order, each with proof that its files are whole. */
export async function manifestsIn(folder: string): Promise<ReadManifest[]> {
  const names = (await filesBelow(folder)).filter((name) => /\/_manifests\/\d+\.json$/.test(name));
  const manifests: ReadManifest[] = [];
  for (const name of names) {
    const manifest = JSON.parse(await readFile(join(folder, name), "utf8")) as ReadManifest;
    for (const file of manifest.files) {
      const path = join(folder, file.name);
      expect((await stat(path)).size, file.name).toBe(file.bytes);
      expect(
        createHash("sha256")
          .update(await readFile(path))
          .digest("hex"),
        file.name,
      ).toBe(file.sha256);
    }
    expect(manifest.previous === null ? null : basename(manifest.previous)).toBe(
      manifests.length === 0 ? null : `${String(manifests.at(-1)!.run).padStart(10, "0")}.json`,
    );
    manifests.push(manifest);
  }
  return manifests;
}

const readers = (list: string, name: string) => {
  if (name.endsWith(".parquet")) return `read_parquet(${list}, union_by_name = true)`;
  if (name.endsWith(".csv.gz"))
    return `read_csv(${list}, header = true, all_varchar = true, union_by_name = true)`;
  return `read_ndjson_auto(${list}, union_by_name = true)`;
};

/** Runs a query over views of the datasets' present rows: the last version of each key, without removed ones. */
export async function queryFiles<Row>(
  folder: string,
  datasets: readonly DatasetName[],
  query: string,
): Promise<Row[]> {
  const manifests = await manifestsIn(folder);
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const duck = await instance.connect();
  try {
    for (const dataset of datasets) {
      const { key, removals } = datasetOf(dataset);
      const names = removals === "people" ? ["user_key"] : Object.keys(key);
      const files = manifests.flatMap((one) => one.files.filter((file) => file.dataset === dataset));
      const list = `[${files.map(({ name }) => `'${join(folder, name)}'`).join(", ")}]`;
      await duck.run(`
        create view ${dataset} as
        select * from (
          select *, row_number() over (partition by ${names.join(", ")} order by _version::bigint desc) as _rank
          from ${readers(list, files[0]?.name ?? ".parquet")}
        ) where _rank = 1 and _op = 'upsert'`);
    }
    return (await duck.runAndReadAll(query)).getRowObjectsJson() as Row[];
  } finally {
    duck.closeSync();
    instance.closeSync();
  }
}
