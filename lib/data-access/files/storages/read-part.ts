import { type FileHandle, open } from "node:fs/promises";
import type { FileSource } from "@/lib/data-access/files/storages/storage";

/** A part of a file. A read may return fewer bytes than requested. */
export async function readPart(file: FileHandle, start: number, bytes: number): Promise<Buffer> {
  const part = Buffer.alloc(bytes);
  for (let done = 0; done < bytes; ) {
    const { bytesRead } = await file.read(part, done, bytes - done, start + done);
    if (bytesRead === 0) throw new Error("the prepared file is shorter than its size");
    done += bytesRead;
  }
  return part;
}

/** All of a small file. */
export async function readSource(source: FileSource): Promise<Buffer> {
  if ("text" in source) return Buffer.from(source.text);
  const file = await open(source.path);
  try {
    return await readPart(file, 0, source.bytes);
  } finally {
    await file.close();
  }
}
