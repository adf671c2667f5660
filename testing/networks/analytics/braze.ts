/** Checks objects like Braze: a wrong object is listed with its list and position, the others are processed. */
import { type FakeRequest, type FakeResponse, parsedJson } from "@/testing/networks/fake";

type Fields = Record<string, unknown>;

const no = (status: number, message: string): FakeResponse => ({ status, body: { message } });

export const brazeService =
  ({ key }: { key: string }) =>
  ({ method, url, headers, body }: FakeRequest): FakeResponse => {
    if (method !== "POST" || url.pathname !== "/users/track") return no(404, "Not Found");
    if (headers.authorization !== `Bearer ${key}`) return no(401, "Invalid API key");
    const { attributes = [], events = [] } = (parsedJson(body) ?? {}) as Record<string, Fields[]>;
    if (attributes.length + events.length === 0)
      return no(400, "No attributes, events or purchases were sent");
    if (attributes.length + events.length > 75) return no(400, "A request has at most 75 objects");
    const errors = [
      ...attributes.flatMap((each, index) => errorOf(identityProblem(each), "attributes", index)),
      ...events.flatMap((each, index) =>
        errorOf(identityProblem(each) ?? eventProblem(each), "events", index),
      ),
    ];
    return { status: 201, body: { message: "success", ...(errors.length > 0 ? { errors } : {}) } };
  };

const errorOf = (type: string | null, input_array: string, index: number) =>
  type === null ? [] : [{ type, input_array, index }];

const identityProblem = (each: Fields) =>
  ["external_id", "braze_id"].filter((name) => typeof each[name] === "string" && each[name] !== "").length ===
  1
    ? null
    : "'external_id' or 'braze_id' or 'user_alias' is required";

function eventProblem({ name, time, properties }: Fields): string | null {
  if (typeof name !== "string" || name === "") return "'name' is required";
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(time))) return "'time' is not ISO 8601";
  return typeof properties === "object" && properties !== null ? null : "'properties' must be an object";
}
