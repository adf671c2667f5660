/** Checks batches like PostHog's capture: the project key is in the body, and the whole call is accepted or rejected. */
import { type FakeRequest, type FakeResponse, parsedJson } from "@/testing/networks/fake";

type Fields = Record<string, unknown>;

export const posthogService =
  ({ key }: { key: string }) =>
  ({ method, url, body }: FakeRequest): FakeResponse => {
    const no = (status: number, text: string): FakeResponse => ({ status, body: text });
    if (method !== "POST" || url.pathname !== "/batch/") return no(404, "not found");
    const { api_key: given, batch } = (parsedJson(body) ?? {}) as { api_key?: unknown; batch?: Fields[] };
    if (given === undefined) return no(401, "request is missing an API key");
    if (given !== key) return no(401, "API key is not valid: it belongs to no project");
    if (body.length > 20_000_000) return no(413, "payload too large");
    if (!Array.isArray(batch) || batch.length === 0) return no(400, "request holds no event");
    const wrong = batch.map(complaint).find((found) => found !== null);
    return wrong ? no(400, wrong) : { status: 200, body: { status: 1 } };
  };

function complaint({ event, distinct_id: id, uuid, timestamp, properties }: Fields): string | null {
  if (typeof event !== "string" || event === "") return "event submitted with an empty event name";
  if (typeof id !== "string" || id === "") return "event submitted without a distinct_id";
  if (typeof uuid !== "string" || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid))
    return "event submitted with an invalid uuid";
  if (Number.isNaN(Date.parse(String(timestamp)))) return "event submitted with an invalid timestamp";
  if (typeof properties !== "object" || properties === null) return "event submitted without properties";
  return null;
}
