/** Checks events like Amplitude's batch upload: one wrong event rejects all, and the key is in the body. */
import { type FakeRequest, type FakeResponse, parsedJson } from "@/testing/networks/fake";

type Fields = Record<string, unknown>;

const no = (status: number, error: string, more: Fields = {}): FakeResponse => ({
  status,
  body: { code: status, error, ...more },
});

export const amplitudeService =
  ({ key }: { key: string }) =>
  ({ method, url, body }: FakeRequest): FakeResponse => {
    if (method !== "POST" || url.pathname !== "/batch") return no(404, "Not found");
    const { api_key: given, events, options } = (parsedJson(body) ?? {}) as Fields;
    if (typeof given !== "string")
      return no(400, "Request missing required field", { missing_field: "api_key" });
    if (given !== key) return no(400, `Invalid API key: ${given}`);
    if (!Array.isArray(events) || events.length === 0) return no(400, "Invalid events JSON");
    if (events.length > 2_000 || body.length > 20_000_000) return no(413, "Payload too large");
    const shortest = Number((options as Fields | undefined)?.min_id_length ?? 5);
    for (const [n, event] of (events as Fields[]).entries()) {
      if (typeof event.event_type !== "string" || event.event_type === "")
        return no(400, "Request missing required field", { events_with_missing_fields: { event_type: [n] } });
      const ids = ["user_id", "device_id"].filter((name) => String(event[name] ?? "").length >= shortest);
      if (ids.length === 0)
        return no(400, "Invalid id length for user_id or device_id", {
          events_with_invalid_id_lengths: { user_id: [n] },
        });
      const wrong = wrongField(event);
      if (wrong !== null)
        return no(400, "Invalid field values on some events", {
          events_with_invalid_fields: { [wrong]: [n] },
        });
    }
    return {
      status: 200,
      body: { code: 200, events_ingested: events.length, payload_size_bytes: body.length },
    };
  };

function wrongField({
  time,
  insert_id: insert,
  revenue,
  event_properties: event,
  user_properties: user,
}: Fields) {
  if (!Number.isInteger(time) || Number(time) < 1e12) return "time";
  if (typeof insert !== "string") return "insert_id";
  if (revenue !== undefined && typeof revenue !== "number") return "revenue";
  if (event !== undefined && (typeof event !== "object" || event === null)) return "event_properties";
  if (user !== undefined && (typeof user !== "object" || user === null)) return "user_properties";
  return null;
}
