import type { Readable } from "node:stream";
import { fullFolder, namelessFile } from "@/lib/moving/unlinked-file";

/** Writes the received parts to disk until all of them have arrived, then reads them from there. */
export async function bufferToFile<T>(
  chunks: AsyncIterable<Buffer>,
  read: (from: Readable) => Promise<T>,
): Promise<T> {
  const file = await namelessFile();
  try {
    await file.writeFile(chunks).catch((error) => {
      throw fullFolder(error);
    });
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
