import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file that has no name from the beginning, so that nothing of it stays whatever becomes of the process. */
export async function namelessFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), "cairn-moving-"));
  const file = await open(join(folder, "rest"), "w+", 0o600);
  try {
    await rm(folder, { recursive: true });
  } catch (error) {
    await file.close();
    throw error;
  }
  return file;
}

/** What it holds from there on. A stream of the file would close it. */
export async function* readFrom(file: FileHandle, start: number): AsyncGenerator<Buffer> {
  for (let at = start; ; ) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(65_536), 0, 65_536, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
