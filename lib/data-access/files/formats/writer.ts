import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { FileColumn, FileFormat, RowWriter } from "@/lib/data-access/files/formats/format";
import { csvBody, csvHead, ndjsonBody } from "@/lib/data-access/files/formats/lines";
import { parquetWriter } from "@/lib/data-access/files/formats/parquet";

/** Opens a new file of a format. After an error, the file is removed with its folder. */
export async function openWriter(
  format: FileFormat,
  path: string,
  columns: readonly FileColumn[],
): Promise<RowWriter> {
  if (format === "parquet") {
    const file = await open(path, "wx");
    const writer = parquetWriter(file, columns);
    return {
      write: (rows) => writer.write(rows),
      async end() {
        await writer.end();
        await file.close();
      },
      abandon: () => file.close(),
    };
  }
  const gzip = createGzip({ level: 6 });
  const file = createWriteStream(path, { flags: "wx" });
  const done = finished(gzip.pipe(file));
  // An error of the disk is reported by the next write, and by the end.
  done.catch(() => {});
  gzip.on("error", (error) => file.destroy(error));
  file.on("error", (error) => gzip.destroy(error));
  const send = async (text: string) => {
    if (!gzip.write(text)) await Promise.race([once(gzip, "drain"), done]);
  };
  if (format === "csv") await send(csvHead(columns));
  const body = format === "csv" ? csvBody : ndjsonBody;
  return {
    write: (rows) => send(body(columns, rows)),
    async end() {
      gzip.end();
      await done;
    },
    async abandon() {
      gzip.destroy();
      file.destroy();
    },
  };
}
