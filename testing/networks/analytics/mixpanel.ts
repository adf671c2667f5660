/** Checks events like Mixpanel's import in strict mode: valid events are stored, invalid ones are listed. */
import { type FakeRequest, type FakeResponse, parsedJson } from "@/testing/networks/fake";

type Fields = Record<string, unknown>;

const no = (status: number, error: string, more: Fields = {}): FakeResponse => ({
  status,
  body: { code: status, error, status: "Error", ...more },
});

type Account = { project: string; username: string; secret: string; now: Date };

export const mixpanelService =
  ({ project, username, secret, now }: Account) =>
  ({ method, url, headers, body }: FakeRequest): FakeResponse => {
    if (method !== "POST" || url.pathname !== "/import") return no(404, "Not found");
    const expected = `Basic ${Buffer.from(`${username}:${secret}`).toString("base64")}`;
    if (headers.authorization !== expected) return no(401, "Invalid credentials");
    if (url.searchParams.get("project_id") !== project) return no(403, "No access to this project");
    const events = parsedJson(body);
    if (!Array.isArray(events)) return no(400, "unable to decode the request body");
    if (events.length > 2_000) return no(413, "request exceeds max limit of 2000 events");
    const failed = (events as Fields[]).flatMap((event, index) => {
      const wrong = complaint(event, now);
      return wrong === null ? [] : [{ index, field: wrong.field, message: wrong.message }];
    });
    if (failed.length > 0 && url.searchParams.get("strict") === "1")
      return no(400, "some data points in the request failed validation", {
        num_records_imported: events.length - failed.length,
        failed_records: failed,
      });
    return { status: 200, body: { code: 200, num_records_imported: events.length, status: "OK" } };
  };

const placeholders = ["anon", "anonymous", "nil", "none", "null", "n/a", "undefined"];

function complaint({ event, properties }: Fields, now: Date) {
  const fields = (properties ?? {}) as Fields;
  const id = fields.distinct_id;
  const of = (field: string, message: string) => ({ field, message: `'${field}' is invalid: ${message}` });
  if (typeof event !== "string" || event === "") return of("event", "must not be empty");
  if (typeof id !== "string" || placeholders.includes(id.toLowerCase()))
    return of("properties.distinct_id", "must be a string and not a placeholder");
  if (!Number.isInteger(fields.time))
    return of("properties.time", "must be specified as seconds since epoch");
  if (Number(fields.time) > now.getTime() + 3_600_000) return of("properties.time", "is in the future");
  if (typeof fields.$insert_id !== "string" || !/^[A-Za-z0-9-]{1,36}$/.test(fields.$insert_id))
    return of("properties.$insert_id", "must be at most 36 letters, digits and hyphens");
  return null;
}
