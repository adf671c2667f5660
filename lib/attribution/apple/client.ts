import type { AppleReply } from "@/lib/attribution/apple/answer";

/** Apple holds a request for up to a second before it reports that it has no data yet. */
const timeoutMs = 8_000;
const maxCharacters = 64 * 1024;

/** Sends one request. A failed request does not count as an answer. */
export async function fetchAttribution(address: string, token: string): Promise<AppleReply> {
  let status: number;
  let text: string;
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: token,
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    text = await response.text();
  } catch (error) {
    return { notYet: error instanceof Error && error.name === "TimeoutError" ? "timeout" : "unreachable" };
  }
  if (status === 200) return read(text);
  const later = status === 404 || status === 408 || status === 429 || status >= 500;
  return later ? { notYet: `status ${status}` } : { refused: `status ${status}` };
}

function read(text: string): AppleReply {
  try {
    const parsed: unknown = text.length > maxCharacters ? null : JSON.parse(text);
    if (typeof parsed === "object" && parsed !== null && "attribution" in parsed)
      return { body: parsed as Record<string, unknown> };
  } catch {
    // The body may be a proxy's page; Apple's answer is JSON.
  }
  return { notYet: "unreadable response" };
}
