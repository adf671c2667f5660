import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";

/**
 * What comes is kept on the disk until all of it is there, and read from there. The file has no name from the beginning,
 * so that nothing of it stays whatever becomes of the process.
 */
export async function setAside<T>(
  chunks: AsyncIterable<Buffer>,
  read: (from: Readable) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "cairn-import-"));
  const file = await open(join(folder, "rest"), "w+", 0o600);
  try {
    await rm(folder, { recursive: true });
    await file.writeFile(chunks);
    const from = file.createReadStream({ start: 0, autoClose: false });
    try {
      return await read(from);
    } finally {
      from.destroy();
    }
  } finally {
    await file.close();
  }
}
