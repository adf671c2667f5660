import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { AwsV4Signer } from "aws4fetch";
import { callStorage, storageProblem, xmlText } from "@/lib/data-access/files/storages/http";
import { readPart, readSource } from "@/lib/data-access/files/storages/read-part";
import {
  type FileSource,
  type Storage,
  StorageProblem,
  type UploadProgress,
} from "@/lib/data-access/files/storages/storage";
import type { SafeFetchAnswer } from "@/lib/platform/safe-fetch";

/** S3 accepts parts from 5 MiB on, and 10,000 of them. */
const partBytes = 8 * 1024 * 1024;

type Call = {
  method: "PUT" | "POST" | "DELETE";
  name: string;
  query?: Record<string, string>;
  body?: Uint8Array;
  type?: string;
};

const codeTexts: Record<string, string> = {
  NoSuchBucket: "The bucket does not exist.",
  InvalidAccessKeyId: "The storage does not know the access key ID.",
  SignatureDoesNotMatch: "The secret access key is not valid.",
  AccessDenied: "The key may not do this. It needs PutObject, DeleteObject and AbortMultipartUpload.",
};

const problemOf = (answer: SafeFetchAnswer, { method, name }: Pick<Call, "method" | "name">) =>
  storageProblem(answer, { method, name, texts: codeTexts });

/** Path-style addresses, which all services understand. */
export function s3Storage(place: Record<string, string>, secrets: Record<string, string>): Storage {
  const { region = "", bucket = "", access_key_id: accessKeyId = "" } = place;
  const base = (place.endpoint || `https://s3.${region}.amazonaws.com`).replace(/\/$/, "");

  async function call(input: Call): Promise<SafeFetchAnswer> {
    const { method, name, query = {}, body, type } = input;
    const path = name.split("/").map(encodeURIComponent).join("/");
    const url = new URL(`${base}/${bucket}/${path}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    const hash = createHash("sha256")
      .update(body ?? "")
      .digest("hex");
    const answer = await callStorage(async () => {
      // Signed for each try, because a signature is valid for minutes.
      const signed = await new AwsV4Signer({
        method,
        url: url.href,
        headers: { "x-amz-content-sha256": hash, ...(type ? { "content-type": type } : {}) },
        accessKeyId,
        secretAccessKey: secrets.secret_access_key ?? "",
        service: "s3",
        region,
      }).sign();
      const headers = Object.fromEntries(signed.headers);
      return { method, url: new URL(signed.url.href), headers, ...(body ? { body } : {}) };
    });
    if (answer.status < 300 || (method === "DELETE" && answer.status === 404)) return answer;
    throw problemOf(answer, input);
  }

  /** An upload in parts becomes a file when it is completed; until then, nothing is visible. */
  async function putParts(
    name: string,
    source: { path: string; bytes: number },
    type: string,
    progress?: UploadProgress,
  ) {
    const begun = await call({ method: "POST", name, query: { uploads: "" }, type });
    const uploadId = xmlText(begun.body, "UploadId");
    if (!uploadId) throw new StorageProblem("The storage's response has no UploadId.");
    const file = await open(source.path);
    try {
      const parts: string[] = [];
      for (let at = 0; at < source.bytes; at += partBytes) {
        const body = await readPart(file, at, Math.min(partBytes, source.bytes - at));
        const partNumber = String(parts.length + 1);
        const { headers } = await call({ method: "PUT", name, query: { partNumber, uploadId }, body });
        parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${headers.etag ?? ""}</ETag></Part>`);
        await progress?.();
      }
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
      const answer = await call({ method: "POST", name, query: { uploadId }, body, type: "application/xml" });
      // The response may begin before S3 knows the result, so an error can have status 200.
      if (/<Error>/.test(answer.body)) throw problemOf(answer, { method: "POST", name });
    } catch (error) {
      await call({ method: "DELETE", name, query: { uploadId } }).catch(() => {});
      throw error;
    } finally {
      await file.close();
    }
  }

  return {
    async put(name: string, source: FileSource, type: string, progress?: UploadProgress) {
      if ("path" in source && source.bytes > partBytes) return putParts(name, source, type, progress);
      const body = await readSource(source);
      await call({ method: "PUT", name, body, type });
    },
    async remove(name: string) {
      await call({ method: "DELETE", name });
    },
  };
}
