/** Calls to storage over HTTP, with the guard against private networks, and retries. */
import { setTimeout as sleep } from "node:timers/promises";
import { StorageProblem } from "@/lib/data-access/files/storages/storage";
import { guardOf, problemTexts } from "@/lib/outbound/requests/post";
import { type SafeFetchAnswer, SafeFetchError, safeFetch } from "@/lib/platform/safe-fetch";

const timeoutMs = 60_000;
const waitsMs = [500, 2_000];
const lasting = ["refused_address", "unresolved", "tls"];

export type StorageCall = {
  method: "GET" | "PUT" | "POST" | "DELETE";
  url: URL;
  headers: Record<string, string>;
  body?: Uint8Array;
};

async function send({ method, url, headers, body }: StorageCall): Promise<SafeFetchAnswer> {
  return safeFetch(url.href, {
    ...guardOf(url),
    method,
    headers: method === "GET" ? headers : { ...headers, "content-length": String(body?.byteLength ?? 0) },
    ...(body ? { body } : {}),
    timeoutMs,
  });
}

/** Temporary problems are retried for a few seconds, so every call must be repeatable. Returns any other response. */
export async function callStorage(make: () => Promise<StorageCall>): Promise<SafeFetchAnswer> {
  for (const wait of [...waitsMs, null]) {
    const call = await make();
    try {
      const answer = await send(call);
      if (answer.status < 500 || wait === null) return answer;
    } catch (error) {
      if (!(error instanceof SafeFetchError)) throw error;
      if (wait === null || lasting.includes(error.problem))
        throw new StorageProblem(
          error.problem === "timeout"
            ? `The storage did not respond within ${timeoutMs / 1_000} seconds.`
            : `${call.url.host}: ${problemTexts[error.problem]}`,
        );
    }
    await sleep(wait);
  }
  throw new Error("unreachable");
}

/** The text of an element in a response. */
export const xmlText = (body: string, name: string) =>
  new RegExp(`<${name}>([^<]{1,300})</${name}>`).exec(body)?.[1];

type Answered = Pick<SafeFetchAnswer, "status" | "body">;

/** The storage's error, in words if its code is known. */
export function storageProblem(
  { status, body }: Answered,
  { method, name, texts }: { method: string; name: string; texts: Record<string, string> },
): StorageProblem {
  const code = xmlText(body, "Code");
  const message = xmlText(body, "Message");
  const why = code
    ? (texts[code] ?? `${code}${message ? `: ${message}` : ""}`)
    : "Its response has no explanation.";
  const what = method === "DELETE" ? "remove" : "store";
  return new StorageProblem(
    `The storage did not ${what} ${name} (status ${status}). ${why}`,
    [401, 403, 405].includes(status),
  );
}
