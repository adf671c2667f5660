import { open } from "node:fs/promises";
import { callStorage, storageProblem } from "@/lib/data-access/files/storages/http";
import { readPart, readSource } from "@/lib/data-access/files/storages/read-part";
import type { FileSource, Storage, UploadProgress } from "@/lib/data-access/files/storages/storage";

const partBytes = 8 * 1024 * 1024;
const version = "2021-08-06";

const texts: Record<string, string> = {
  ContainerNotFound: "The container does not exist.",
  AuthenticationFailed: "The shared access signature is not valid, or has expired.",
  AuthorizationPermissionMismatch: "The signature may not do this. It needs Create, Write and Delete.",
  AuthorizationFailure: "The signature may not do this from this address.",
};

type Call = {
  method: "PUT" | "DELETE";
  name: string;
  query?: Record<string, string>;
  body?: Buffer;
  type?: string;
};

/** Azure Blob Storage with a shared access signature of the container. */
export function azureStorage(place: Record<string, string>, secrets: Record<string, string>): Storage {
  const base = (place.endpoint || `https://${place.account}.blob.core.windows.net`).replace(/\/$/, "");
  const signature = (secrets.sas_token ?? "").replace(/^\?/, "");

  async function call({ method, name, query = {}, body, type }: Call): Promise<void> {
    const path = name.split("/").map(encodeURIComponent).join("/");
    const url = new URL(`${base}/${place.container}/${path}?${signature}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    const headers = {
      "x-ms-version": version,
      "x-ms-date": new Date().toUTCString(),
      ...(method === "PUT" && !query.comp ? { "x-ms-blob-type": "BlockBlob" } : {}),
      ...(type ? { "content-type": type, "x-ms-blob-content-type": type } : {}),
    };
    const answer = await callStorage(async () => ({ method, url, headers, ...(body ? { body } : {}) }));
    if (answer.status < 300 || (method === "DELETE" && answer.status === 404)) return;
    throw storageProblem(answer, { method, name, texts });
  }

  /** Blocks become a file when their list is stored. Azure removes other blocks after a week. */
  async function putBlocks(
    name: string,
    source: { path: string; bytes: number },
    type: string,
    progress?: UploadProgress,
  ) {
    const file = await open(source.path);
    try {
      const blocks: string[] = [];
      for (let at = 0; at < source.bytes; at += partBytes) {
        const block = Buffer.from(String(blocks.length).padStart(6, "0")).toString("base64");
        const body = await readPart(file, at, Math.min(partBytes, source.bytes - at));
        await call({ method: "PUT", name, query: { comp: "block", blockid: block }, body });
        blocks.push(`<Latest>${block}</Latest>`);
        await progress?.();
      }
      const body = Buffer.from(
        `<?xml version="1.0" encoding="utf-8"?><BlockList>${blocks.join("")}</BlockList>`,
      );
      await call({ method: "PUT", name, query: { comp: "blocklist" }, body, type });
    } finally {
      await file.close();
    }
  }

  return {
    async put(name: string, source: FileSource, type: string, progress?: UploadProgress) {
      if ("path" in source && source.bytes > partBytes) return putBlocks(name, source, type, progress);
      await call({ method: "PUT", name, body: await readSource(source), type });
    },
    remove: (name: string) => call({ method: "DELETE", name }),
  };
}
