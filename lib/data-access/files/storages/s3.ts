import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { type FileSource, type Storage, StorageProblem } from "@/lib/data-access/files/storages/storage";
import { guardOf, problemTexts } from "@/lib/outbound/requests/post";
import { type SafeFetchAnswer, SafeFetchError, safeFetch } from "@/lib/platform/safe-fetch";

/** S3 accepts parts from 5 MiB on, and 10,000 of them. */
const partBytes = 8 * 1024 * 1024;
const timeoutMs = 60_000;
const waitsMs = [500, 2_000];

type Call = {
  method: "PUT" | "POST" | "DELETE";
  name: string;
  query?: Record<string, string>;
  body?: Uint8Array;
  type?: string;
};

const tag = (body: string, name: string) => new RegExp(`<${name}>([^<]{1,300})</${name}>`).exec(body)?.[1];

const codeTexts: Record<string, string> = {
  NoSuchBucket: "The bucket does not exist.",
  InvalidAccessKeyId: "The storage does not know the access key ID.",
  SignatureDoesNotMatch: "The secret access key is not valid.",
  AccessDenied: "The key may not do this. It needs PutObject, DeleteObject and AbortMultipartUpload.",
};

function problemOf({ status, body }: SafeFetchAnswer, { method, name }: Call): StorageProblem {
  const code = tag(body, "Code");
  const message = tag(body, "Message");
  const why = code
    ? (codeTexts[code] ?? `${code}${message ? `: ${message}` : ""}`)
    : "It has no explanation.";
  const what = method === "DELETE" ? "remove" : "store";
  return new StorageProblem(
    `The storage did not ${what} ${name} (status ${status}). ${why}`,
    [401, 403, 405].includes(status),
  );
}

/** Path-style addresses, which all services understand. */
export function s3Storage(place: Record<string, string>, secrets: Record<string, string>): Storage {
  const { region = "", bucket = "", access_key_id: accessKeyId = "" } = place;
  const base = (place.endpoint || `https://s3.${region}.amazonaws.com`).replace(/\/$/, "");

  async function send({ method, name, query = {}, body, type }: Call): Promise<SafeFetchAnswer> {
    const path = name.split("/").map(encodeURIComponent).join("/");
    const url = new URL(`${base}/${bucket}/${path}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: {
        "x-amz-content-sha256": createHash("sha256")
          .update(body ?? "")
          .digest("hex"),
        ...(type ? { "content-type": type } : {}),
      },
      accessKeyId,
      secretAccessKey: secrets.secret_access_key ?? "",
      service: "s3",
      region,
    }).sign();
    return safeFetch(signed.url.href, {
      ...guardOf(url),
      method,
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(body ? { "content-length": String(body.byteLength) } : {}),
      },
      ...(body ? { body } : {}),
      timeoutMs,
    });
  }

  /** Temporary problems are retried for a few seconds; every call may be repeated. */
  async function call(input: Call): Promise<SafeFetchAnswer> {
    for (const wait of [...waitsMs, null]) {
      try {
        const answer = await send(input);
        if (answer.status < 300 || (input.method === "DELETE" && answer.status === 404)) return answer;
        if (answer.status < 500 || wait === null) throw problemOf(answer, input);
      } catch (error) {
        if (!(error instanceof SafeFetchError)) throw error;
        if (wait === null || ["refused_address", "unresolved", "tls"].includes(error.problem))
          throw new StorageProblem(
            error.problem === "timeout"
              ? `The storage did not respond within ${timeoutMs / 1_000} seconds.`
              : `${new URL(base).host}: ${problemTexts[error.problem]}`,
          );
      }
      await sleep(wait);
    }
    throw new Error("unreachable");
  }

  /** An upload in parts becomes a file when it is completed; until then, nothing is visible. */
  async function putParts(name: string, source: { path: string; bytes: number }, type: string) {
    const begun = await call({ method: "POST", name, query: { uploads: "" }, type });
    const uploadId = tag(begun.body, "UploadId");
    if (!uploadId) throw new StorageProblem("The storage's response has no UploadId.");
    const file = await open(source.path);
    try {
      const parts: string[] = [];
      for (let at = 0; at < source.bytes; at += partBytes) {
        const body = Buffer.alloc(Math.min(partBytes, source.bytes - at));
        await file.read(body, 0, body.length, at);
        const partNumber = String(parts.length + 1);
        const { headers } = await call({ method: "PUT", name, query: { partNumber, uploadId }, body });
        parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${headers.etag ?? ""}</ETag></Part>`);
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
    async put(name: string, source: FileSource, type: string) {
      if ("path" in source && source.bytes > partBytes) return putParts(name, source, type);
      const body = "text" in source ? Buffer.from(source.text) : await whole(source);
      await call({ method: "PUT", name, body, type });
    },
    async remove(name: string) {
      await call({ method: "DELETE", name });
    },
  };
}

async function whole({ path, bytes }: { path: string; bytes: number }): Promise<Buffer> {
  const file = await open(path);
  try {
    const body = Buffer.alloc(bytes);
    await file.read(body, 0, bytes, 0);
    return body;
  } finally {
    await file.close();
  }
}
