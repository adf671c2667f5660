/** Checks app events like Pinterest: each event of a call has its own answer. */
import { type FakeRequest, type FakeResponse, isSha256, parsedJson } from "@/testing/networks/fake";

type Fields = Record<string, unknown>;

const no = (status: number, message: string): FakeResponse => ({ status, body: { code: status, message } });

export const pinterestNetwork =
  ({ token, account, now }: { token: string; account: string; now: Date }) =>
  ({ method, url, headers, body }: FakeRequest): FakeResponse => {
    if (headers.authorization !== `Bearer ${token}`) return no(401, "Authentication failed.");
    const [, requested] = /^\/v5\/ad_accounts\/(\d+)\/events$/.exec(url.pathname) ?? [];
    if (method !== "POST" || requested === undefined) return no(404, "Not found.");
    if (requested !== account) return no(403, "You are not permitted to access that resource.");
    const { data } = (parsedJson(body) ?? {}) as { data?: Fields[] };
    if (!Array.isArray(data) || data.length === 0 || data.length > 1_000)
      return no(400, "'data' must have 1 to 1000 events.");
    const events = data.map((event) => {
      const error_message = complaint(event, now);
      return error_message === null ? { status: "processed" } : { status: "failed", error_message };
    });
    const processed = events.filter(({ status }) => status === "processed").length;
    return {
      status: processed === events.length ? 200 : 422,
      body: { num_events_received: events.length, num_events_processed: processed, events },
    };
  };

function complaint(event: Fields, now: Date): string | null {
  const user = (event.user_data ?? {}) as Fields;
  const custom = (event.custom_data ?? {}) as Fields;
  const age = now.getTime() / 1_000 - Number(event.event_time);
  if (!Number.isInteger(event.event_time) || Number(event.event_time) > 1e11)
    return "event_time must be in seconds";
  if (age < -60 || age > 7 * 86_400) return "event_time is out of range";
  if (!/^[a-z_]{3,32}$/.test(String(event.event_name))) return "event_name is invalid";
  if (!["app_ios", "app_android", "web", "offline"].includes(String(event.action_source)))
    return "action_source is invalid";
  if (typeof event.event_id !== "string") return "event_id is required";
  if (typeof event.app_id !== "string") return "app_id is required";
  if (typeof event.opt_out !== "boolean") return "opt_out must be a boolean";
  for (const name of ["em", "ph", "external_id", "hashed_maids"])
    if (user[name] !== undefined && !(Array.isArray(user[name]) && user[name].every(isSha256)))
      return `${name} is not a list of SHA-256 hashes`;
  if (user.em === undefined && user.hashed_maids === undefined) return "em or hashed_maids is required";
  if (custom.value !== undefined && typeof custom.value !== "string") return "value must be a string";
  if (custom.value !== undefined && !/^[A-Z]{3}$/.test(String(custom.currency)))
    return "currency is required";
  return null;
}
