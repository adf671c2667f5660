import { copyFile, mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorCode } from "@/lib/base/database-failure";
import { type Storage, StorageProblem } from "@/lib/data-access/files/storages/storage";

const texts: Record<string, string> = {
  EACCES: "The server may not write to the folder.",
  EPERM: "The server may not write to the folder.",
  EROFS: "The folder is read-only.",
  ENOSPC: "The disk is full.",
  EDQUOT: "The disk quota is used up.",
  EEXIST: "A file has the name of a folder in the path.",
  ENOTDIR: "A file has the name of a folder in the path.",
};

function problemOf(error: unknown): unknown {
  const code = errorCode(error);
  return code && texts[code] ? new StorageProblem(texts[code]) : error;
}

/** Hidden until it is whole; the name is known, so that the next run removes what a killed process left behind. */
const unfinished = (path: string) => join(dirname(path), `.${basename(path)}.unfinished`);

/** A folder that the operator allows. Names are checked before they arrive here. */
export function folderStorage(root: string): Storage {
  return {
    async put(name, source) {
      const path = join(root, name);
      const part = unfinished(path);
      try {
        await mkdir(dirname(path), { recursive: true });
        if ("text" in source) await writeFile(part, source.text);
        else await copyFile(source.path, part);
        const file = await open(part, "r+");
        await file.sync().finally(() => file.close());
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true }).catch(() => {});
        throw problemOf(error);
      }
    },
    async remove(name) {
      const path = join(root, name);
      try {
        await rm(unfinished(path), { force: true });
        await rm(path, { force: true });
      } catch (error) {
        throw problemOf(error);
      }
    },
  };
}
