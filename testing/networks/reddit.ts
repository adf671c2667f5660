/** Checks conversion events like Reddit: all or nothing. */
import { type FakeRequest, type FakeResponse, isSha256, parsedJson } from "@/testing/networks/fake";

const no = (status: number, message: string): FakeResponse => ({
  status,
  body: { error: { code: status, message } },
});

type Fields = Record<string, unknown>;

const types = [
  "PAGE_VISIT",
  "VIEW_CONTENT",
  "SEARCH",
  "ADD_TO_CART",
  "ADD_TO_WISHLIST",
  "PURCHASE",
  "LEAD",
  "SIGN_UP",
  "CUSTOM",
];

export const redditNetwork =
  ({ token, pixel, now }: { token: string; pixel: string; now: Date }) =>
  ({ method, url, headers, body }: FakeRequest): FakeResponse => {
    if (/^(node|undici|curl|python)/i.test(headers["user-agent"] ?? "node"))
      return no(429, "Your user agent was automatically ratelimited.");
    if (!headers.authorization?.startsWith("Bearer ")) return no(401, "No bearer token provided");
    if (headers.authorization !== `Bearer ${token}`) return no(401, "UNAUTHORIZED");
    const [, datasetId] = /^\/api\/v3\/pixels\/([^/]+)\/conversion_events$/.exec(url.pathname) ?? [];
    if (method !== "POST" || datasetId === undefined) return no(404, "Not Found");
    if (datasetId !== pixel)
      return no(403, `You're not authorized to post conversions to Pixel ID ${datasetId}.`);
    const { data } = (parsedJson(body) ?? {}) as { data?: { events?: Fields[] } };
    const events = data?.events ?? [];
    if (events.length === 0 || events.length > 1_000) return no(400, "Bad Request");
    const wrong = events.map((event) => complaint(event, now)).filter((found) => found !== null);
    return wrong.length > 0
      ? no(400, `There were ${wrong.length} invalid conversion events. None were processed. ${wrong[0]}`)
      : {
          status: 200,
          body: { data: { message: `Successfully processed ${events.length} conversion events.` } },
        };
  };

function complaint(event: Fields, now: Date): string | null {
  const type = (event.type ?? {}) as Fields;
  const user = (event.user ?? {}) as Fields;
  const metadata = (event.metadata ?? {}) as Fields;
  const age = now.getTime() - Number(event.event_at);
  if (!Number.isInteger(event.event_at) || Number(event.event_at) < 1e12)
    return "event_at must be in milliseconds";
  if (age > 7 * 86_400_000) return "event_at is older than 7 days";
  if (age < -60_000) return "event_at is in the future";
  if (!["WEBSITE", "APP", "PHYSICAL_STORE", "OTHER"].includes(String(event.action_source)))
    return "action_source is required";
  if (!types.includes(String(type.tracking_type))) return "type.tracking_type is invalid";
  const custom = type.custom_event_name;
  if (
    (type.tracking_type === "CUSTOM") !==
    (typeof custom === "string" && custom !== "" && custom.length <= 64)
  )
    return "type.custom_event_name is invalid";
  for (const name of ["email", "phone_number", "external_id", "idfa", "aaid"])
    if (name in user && !isSha256(user[name])) return `user.${name} is not hashed`;
  if (Object.keys(user).length === 0 && event.click_id === undefined) return "a match key is required";
  if (
    "data_processing_options" in user &&
    !(user.data_processing_options as { modes?: string[] }).modes?.includes("LDU")
  )
    return "user.data_processing_options is invalid";
  if (
    metadata.value !== undefined &&
    (typeof metadata.value !== "number" || !/^[A-Z]{3}$/.test(String(metadata.currency)))
  )
    return "metadata.currency is required";
  return null;
}
