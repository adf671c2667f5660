import { type FileHandle, mkdtemp, open, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorCode } from "@/lib/base/database-failure";
import { Refusal } from "@/lib/base/refusal";

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** Rejects the import at the beginning if the temporary folder has too little room. */
export async function refuseWithoutRoom(bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  const free = bavail * bsize;
  if (free >= bytes) return;
  throw new Refusal(
    "disk_full",
    `The temporary folder ${tmpdir()} has ${megabytes(free)} free, but the export needs about ${megabytes(bytes)}. ` +
      "Free up space, or set TMPDIR to another folder.",
  );
}

/** Turns a full disk into a sentence that names its folder; returns any other error as it is. */
export function fullFolder(error: unknown): unknown {
  if (!["ENOSPC", "EDQUOT"].includes(errorCode(error) ?? "")) return error;
  return new Refusal(
    "disk_full",
    `The disk of the temporary folder ${tmpdir()} is full. Free up space, or set TMPDIR to another folder.`,
  );
}

/** A file that is unlinked from the beginning, so that it disappears with the process in any case. */
export async function namelessFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), "cairn-moving-")).catch((error) => {
    throw fullFolder(error);
  });
  const file = await open(join(folder, "rest"), "w+", 0o600);
  try {
    await rm(folder, { recursive: true });
  } catch (error) {
    await file.close();
    throw error;
  }
  return file;
}

/** The content of the file from a position on. A stream would close the file. */
export async function* readFileFrom(file: FileHandle, start: number): AsyncGenerator<Buffer> {
  for (let at = start; ; ) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(65_536), 0, 65_536, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
