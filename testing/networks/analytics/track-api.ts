/** Checks batches like Segment and RudderStack: the whole call is accepted or rejected. */
import { type FakeRequest, type FakeResponse, parsedJson } from "@/testing/networks/fake";

type Fields = Record<string, unknown>;

export const trackService =
  ({ key, maxBytes, checksKey }: { key: string; maxBytes: number; checksKey: boolean }) =>
  ({ method, url, headers, body }: FakeRequest): FakeResponse => {
    const no = (status: number, message: string): FakeResponse =>
      checksKey ? { status, body: message } : { status, body: { success: false, message } };
    if (method !== "POST" || url.pathname !== "/v1/batch") return no(404, "404 page not found");
    if (checksKey && headers.authorization !== `Basic ${Buffer.from(`${key}:`).toString("base64")}`)
      return no(401, "invalid write key");
    const { batch } = (parsedJson(body) ?? {}) as { batch?: Fields[] };
    if (!Array.isArray(batch)) return no(400, "invalid json");
    if (body.length > maxBytes) return no(checksKey ? 413 : 400, "request size exceeds max limit");
    const wrong = batch.map(complaint).find((found) => found !== null);
    if (wrong) return no(400, wrong);
    return { status: 200, body: checksKey ? "OK" : { success: true } };
  };

function complaint(message: Fields): string | null {
  if (JSON.stringify(message).length > 32_000) return "message exceeds 32 KB";
  if (!["track", "identify"].includes(String(message.type))) return "unknown type";
  if (typeof message.messageId !== "string") return "messageId is missing";
  if (typeof message.userId !== "string" && typeof message.anonymousId !== "string")
    return "userId and anonymousId are missing";
  if (message.type === "track" && (typeof message.event !== "string" || message.event === ""))
    return "event is missing";
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(message.timestamp))) return "timestamp is not ISO 8601";
  return null;
}
