/** Checks app events like Meta's dataset: all or nothing, with its error format. */
import { type FakeRequest, type FakeResponse, isSha256, parsedJson } from "@/testing/networks/fake";

const error = (code: number, message: string): FakeResponse => ({
  status: code === 190 ? 401 : 400,
  body: { error: { code, type: "OAuthException", message, error_user_msg: message, fbtrace_id: "trace" } },
});

type Fields = Record<string, unknown>;

export const metaNetwork =
  ({ token, dataset, now }: { token: string; dataset: string; now: Date }) =>
  ({ method, url, headers, body }: FakeRequest): FakeResponse => {
    if (headers.authorization !== `Bearer ${token}`) return error(190, "Invalid OAuth access token");
    if (method !== "POST" || url.pathname !== `/v24.0/${dataset}/events`)
      return error(100, "Unsupported post request");
    const { data } = (parsedJson(body) ?? {}) as { data?: Fields[] };
    if (!Array.isArray(data) || data.length === 0) return error(100, "(#100) param data must be non-empty");
    if (data.length > 1_000) return error(100, "Too many events");
    const wrong = data.map((event) => complaint(event, now)).find((found) => found !== null);
    if (wrong) return error(100, wrong);
    return { status: 200, body: { events_received: data.length, messages: [], fbtrace_id: "trace" } };
  };

function complaint(event: Fields, now: Date): string | null {
  const user = (event.user_data ?? {}) as Fields;
  const app = (event.app_data ?? {}) as Fields;
  const custom = (event.custom_data ?? {}) as Fields;
  const extinfo = app.extinfo as unknown[];
  const age = now.getTime() / 1_000 - Number(event.event_time);
  if (typeof event.event_name !== "string" || event.event_name === "") return "event_name is missing";
  if (!Number.isInteger(event.event_time)) return "event_time must be in whole seconds";
  if (age > 7 * 86_400) return "Event Timestamp Too Old";
  if (age < -60) return "Event Timestamp in the Future";
  if (event.action_source !== "app") return "action_source must be app";
  if (typeof event.event_id !== "string") return "event_id is missing";
  if (![0, 1].includes(app.advertiser_tracking_enabled as number))
    return "advertiser_tracking_enabled is missing";
  if (![0, 1].includes(app.application_tracking_enabled as number))
    return "application_tracking_enabled is missing";
  if (!Array.isArray(extinfo) || extinfo.length !== 16 || !extinfo.every((each) => typeof each === "string"))
    return "extinfo must be 16 strings";
  if (!["a2", "i2"].includes(extinfo[0] as string) || extinfo[4] === "")
    return "extinfo lacks the platform or the version of the system";
  for (const name of ["em", "ph", "external_id"])
    if (name in user && !(Array.isArray(user[name]) && user[name].every(isSha256)))
      return `${name} is not hashed`;
  if ("madid" in user && (typeof user.madid !== "string" || !/^[0-9a-f-]{36}$/.test(user.madid)))
    return "madid is malformed";
  if ("fbc" in user && !/^fb\.1\.\d{13}\..+$/.test(String(user.fbc))) return "fbc is malformed";
  if (Object.keys(user).length === 0) return "user_data is empty";
  if (
    event.event_name === "Purchase" &&
    (typeof custom.value !== "number" || !/^[A-Z]{3}$/.test(String(custom.currency)))
  )
    return "Purchase needs value and currency";
  return null;
}
