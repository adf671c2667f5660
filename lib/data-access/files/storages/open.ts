import { resolve } from "node:path";
import { env } from "@/lib/base/env";
import { azureStorage } from "@/lib/data-access/files/storages/azure";
import { bigqueryStorage } from "@/lib/data-access/files/storages/bigquery";
import { clickhouseStorage } from "@/lib/data-access/files/storages/clickhouse";
import type { StorageName } from "@/lib/data-access/files/storages/fields";
import { folderStorage } from "@/lib/data-access/files/storages/folder";
import { s3Storage } from "@/lib/data-access/files/storages/s3";
import { sftpStorage } from "@/lib/data-access/files/storages/sftp";
import { type Storage, StorageProblem } from "@/lib/data-access/files/storages/storage";

export type StorageSettings = {
  place: Record<string, string>;
  secrets: Record<string, string>;
  /** Whether the files have personal columns; warehouses make their tables accordingly. */
  personal: boolean;
};

export const noFolderText = "This server allows no folder. The operator can set EXPORT_FOLDER.";

/** Google's interface for programs that were written for S3. */
const gcsAddress = "https://storage.googleapis.com";

/** The storage with paths below the export's folder in it. */
export function openStorage(
  { slug }: { slug: string },
  name: StorageName,
  { place, ...settings }: StorageSettings,
): Storage {
  const storage = openWhole(slug, name, { place, ...settings });
  const path = (file: string) => (place.prefix ? `${place.prefix}/${file}` : file);
  return {
    put: (file, ...upload) => storage.put(path(file), ...upload),
    remove: (file) => storage.remove(path(file)),
  };
}

function openWhole(slug: string, name: StorageName, { place, secrets, personal }: StorageSettings): Storage {
  if (name === "clickhouse") return clickhouseStorage(place, secrets, personal);
  if (name === "bigquery") return bigqueryStorage(place, secrets, personal);
  if (name === "s3") return s3Storage(place, secrets);
  if (name === "gcs") return s3Storage({ ...place, endpoint: gcsAddress, region: "auto" }, secrets);
  if (name === "sftp") return sftpStorage(place, secrets);
  if (name === "azure") return azureStorage(place, secrets);
  if (!env.EXPORT_FOLDER) throw new StorageProblem(noFolderText);
  // Members choose the rest of the path, so each project has its own folder.
  return folderStorage(resolve(env.EXPORT_FOLDER, slug));
}
