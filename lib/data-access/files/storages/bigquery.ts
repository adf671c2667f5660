import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { now } from "@/db/clock";
import { env } from "@/lib/base/env";
import type { ColumnType } from "@/lib/data-access/datasets/columns";
import { callStorage, type StorageCall } from "@/lib/data-access/files/storages/http";
import { readSource } from "@/lib/data-access/files/storages/read-part";
import {
  type FileSource,
  type Storage,
  StorageProblem,
  type UploadProgress,
} from "@/lib/data-access/files/storages/storage";
import { type WarehouseFile, warehouseFile } from "@/lib/data-access/files/storages/tables";
import { type GoogleAccount, googleBearer } from "@/lib/platform/google-bearer";
import { jsonObjectIn } from "@/lib/platform/json-object";

const scope = "https://www.googleapis.com/auth/bigquery";
/** Shorter than the time for which a run is claimed. */
const maxWaitMs = 4 * 60_000;

const types: Record<ColumnType, string> = {
  text: "STRING",
  bigint: "INTEGER",
  boolean: "BOOLEAN",
  numeric: "BIGNUMERIC",
  date: "DATE",
  time: "TIMESTAMP",
  texts: "STRING",
  json: "STRING",
};

type Rows = Extract<WarehouseFile, { is: "rows" }>;
type Job = { status?: { state?: string; errorResult?: { message?: string; reason?: string } } };

/** The current rows: the highest version of each key, without removed ones. */
const currentRows = (dataset: string, { table, key }: Pick<Rows, "table" | "key">): string =>
  `select * except (_op, _version) from \`${dataset}.${table}\` where true
qualify row_number() over (partition by ${key.join(", ")} order by _version desc) = 1 and _op = 'upsert'`;

/** A dataset of BigQuery. Each file is loaded into the table of its own dataset. */
export function bigqueryStorage(
  place: Record<string, string>,
  secrets: Record<string, string>,
  personal: boolean,
): Storage {
  const base = env.OUTBOUND_URLS.bigquery ?? "https://bigquery.googleapis.com";
  const { project = "", dataset = "", location = "" } = place;
  const account = jsonObjectIn(secrets.service_account ?? "") as GoogleAccount;
  const inProject = `/bigquery/v2/projects/${encodeURIComponent(project)}`;
  const viewed = new Set<string>();

  async function call(method: StorageCall["method"], path: string, body?: Buffer, type = "application/json") {
    const bearer = await googleBearer(account, scope, now());
    if ("is" in bearer) throw new StorageProblem(bearer.text, bearer.is === "refused");
    const headers = { authorization: `Bearer ${bearer.text}`, "content-type": type };
    const { status, body: text } = await callStorage(async () => ({
      ...{ method, url: new URL(base + path), headers },
      ...(body ? { body } : {}),
    }));
    return { status, json: jsonObjectIn(text) };
  }

  function problem({ status, json }: Awaited<ReturnType<typeof call>>): StorageProblem {
    const message = (json.error as { message?: unknown } | undefined)?.message;
    const why = typeof message === "string" ? message.slice(0, 300) : "Its response has no explanation.";
    return new StorageProblem(`BigQuery answered ${status}. ${why}`, [401, 403].includes(status));
  }

  /** Loads a file with a job of the file's own name, so that a repeated call does not load it twice. */
  async function load(name: string, data: Buffer, load: object, progress?: UploadProgress): Promise<void> {
    const jobId = `cairn_${createHash("sha256").update(name).digest("hex").slice(0, 40)}`;
    const job = {
      jobReference: { projectId: project, jobId, ...(location ? { location } : {}) },
      configuration: { load },
    };
    const boundary = `cairn-${randomUUID()}`;
    const head = `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(job)}\r\n--${boundary}\r\nContent-Type: application/octet-stream\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), data, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const path = `/upload${inProject}/jobs?uploadType=multipart`;
    const begun = await call("POST", path, body, `multipart/related; boundary=${boundary}`);
    if (begun.status >= 300 && begun.status !== 409) throw problem(begun);
    const until = performance.now() + maxWaitMs;
    for (let waitMs = 500; ; waitMs = Math.min(waitMs * 2, 10_000)) {
      const found = await call(
        "GET",
        `${inProject}/jobs/${jobId}${location ? `?location=${encodeURIComponent(location)}` : ""}`,
      );
      if (found.status >= 300) throw problem(found);
      const { state, errorResult } = (found.json as Job).status ?? {};
      if (errorResult)
        throw new StorageProblem(
          `BigQuery did not load ${name}. ${(errorResult.message ?? "").slice(0, 300)}`,
        );
      if (state === "DONE") return;
      if (performance.now() > until)
        throw new StorageProblem(`BigQuery did not load ${name} within 4 minutes.`);
      await progress?.();
      await sleep(waitMs);
    }
  }

  const into = (table: string) => ({
    destinationTable: { projectId: project, datasetId: dataset, tableId: table },
    createDisposition: "CREATE_IF_NEEDED",
    writeDisposition: "WRITE_APPEND",
  });

  /** The view stays as it is if it exists, with changes that people made to it. */
  async function makeView(file: Rows): Promise<void> {
    if (viewed.has(file.table)) return;
    const view = {
      tableReference: { projectId: project, datasetId: dataset, tableId: `${file.table}_current` },
      view: { query: currentRows(dataset, file), useLegacySql: false },
    };
    const path = `${inProject}/datasets/${encodeURIComponent(dataset)}/tables`;
    const made = await call("POST", path, Buffer.from(JSON.stringify(view)));
    if (made.status >= 300 && made.status !== 409) throw problem(made);
    viewed.add(file.table);
  }

  return {
    async put(name: string, source: FileSource, _type: string, progress?: UploadProgress) {
      const file = warehouseFile(name, place.tables ?? "", personal);
      const data = await readSource(source);
      if (file.is === "rows") {
        await load(
          name,
          data,
          {
            ...into(file.table),
            sourceFormat: "PARQUET",
            schemaUpdateOptions: ["ALLOW_FIELD_ADDITION", "ALLOW_FIELD_RELAXATION"],
            clustering: { fields: file.key.slice(0, 4) },
            schema: {
              fields: file.columns.map(({ name: column, type, required }) => ({
                name: column,
                type: types[type],
                mode: required ? "REQUIRED" : "NULLABLE",
              })),
            },
          },
          progress,
        );
        await makeView(file);
        return;
      }
      const run = file.is === "manifest" ? file.run : null;
      const row = JSON.stringify({ run, manifest: data.toString() });
      await load(name, Buffer.from(`${row}\n`), {
        ...into(file.is === "manifest" ? file.table : `${file.table}_test`),
        sourceFormat: "NEWLINE_DELIMITED_JSON",
        schema: {
          fields: [
            { name: "run", type: "INTEGER" },
            { name: "manifest", type: "STRING" },
          ],
        },
      });
    },
    async remove(name: string) {
      const file = warehouseFile(name, place.tables ?? "", personal);
      // The rows of an interrupted run are changes, too, and the next run writes higher versions of them.
      if (file.is !== "test") return;
      const path = `${inProject}/datasets/${encodeURIComponent(dataset)}/tables/${file.table}_test`;
      const removed = await call("DELETE", path);
      if (removed.status >= 300 && removed.status !== 404) throw problem(removed);
    },
  };
}
