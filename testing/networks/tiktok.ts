/** Checks app events like TikTok: with 200 and an error code. */
import { type FakeRequest, type FakeResponse, isSha256, parsedJson } from "@/testing/networks/fake";

const answer = (code: number, message: string): FakeResponse => ({
  status: 200,
  body: { code, message, request_id: "request-1", data: {} },
});

type Fields = Record<string, unknown>;

export const tiktokNetwork =
  ({ token, app, now }: { token: string; app: string; now: Date }) =>
  ({ method, url, headers, body }: FakeRequest): FakeResponse => {
    if (headers["access-token"] !== token)
      return answer(40_105, "Access token is incorrect or has been revoked.");
    if (method !== "POST" || url.pathname !== "/open_api/v1.3/event/track/")
      return answer(40_002, "Unknown path");
    const code = (parsedJson(body) ?? {}) as {
      event_source?: string;
      event_source_id?: string;
      data?: Fields[];
    };
    if (code.event_source !== "app") return answer(40_002, "event_source: must be app");
    if (code.event_source_id !== app) return answer(40_001, "No permission to operate the event source");
    if (!Array.isArray(code.data) || code.data.length === 0 || code.data.length > 1_000)
      return answer(40_002, "data: length must be 1 to 1000");
    const wrong = code.data.map((event) => complaint(event, now)).find((found) => found !== null);
    return wrong ? answer(40_002, wrong) : answer(0, "OK");
  };

const uuid = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

function complaint(event: Fields, now: Date): string | null {
  const user = (event.user ?? {}) as Fields;
  const app = (event.app ?? {}) as Fields;
  const properties = (event.properties ?? {}) as Fields;
  const age = now.getTime() / 1_000 - Number(event.event_time);
  if (typeof event.event !== "string" || event.event === "") return "event: missing";
  if (!Number.isInteger(event.event_time) || age < -60) return "event_time: must be past seconds";
  if (age > 28 * 86_400) return "event_time: older than 28 days";
  if (typeof event.event_id !== "string") return "event_id: missing";
  if (typeof event.limited_data_use !== "boolean") return "limited_data_use: must be boolean";
  for (const name of ["email", "phone", "external_id"])
    if (name in user && !(Array.isArray(user[name]) && user[name].every(isSha256)))
      return `${name}: must be SHA-256`;
  if (
    "idfa" in user &&
    !isSha256(user.idfa) &&
    !new RegExp(`^${uuid.replaceAll("a-f", "A-F")}$`).test(String(user.idfa))
  )
    return "idfa: malformed";
  if ("gaid" in user && !isSha256(user.gaid) && !new RegExp(`^${uuid}$`).test(String(user.gaid)))
    return "gaid: malformed";
  if (
    !["AUTHORIZED", "DENIED", "NOT_DETERMINED", "RESTRICTED", "NOT_APPLICABLE"].includes(
      String(user.att_status),
    )
  )
    return "att_status: unknown";
  if ("idfa" in user && !["AUTHORIZED", "NOT_APPLICABLE"].includes(String(user.att_status)))
    return "idfa: not allowed with this att_status";
  if (typeof app.app_id !== "string" || app.app_id === "") return "app_id: missing";
  if (
    properties.value !== undefined &&
    (typeof properties.value !== "number" || !/^[A-Z]{3}$/.test(String(properties.currency)))
  )
    return "currency: missing";
  return null;
}
