/** Checks app events like Snapchat: all or nothing, with the first row's error. */
import { type FakeRequest, type FakeResponse, isSha256, parsedJson } from "@/testing/networks/fake";

const no = (status: number, reason: string): FakeResponse => ({
  status,
  body: { status: "INVALID", reason },
});

type Fields = Record<string, unknown>;

export const snapNetwork =
  ({ token, app, now }: { token: string; app: string; now: Date }) =>
  ({ method, url, body }: FakeRequest): FakeResponse => {
    if (url.searchParams.get("access_token") !== token) return no(401, "Invalid access token");
    const [, version, asset, ...rest] = url.pathname.split("/");
    if (method !== "POST" || version !== "v3" || !/^events(\/validate)?$/.test(rest.join("/")))
      return no(404, "Not found");
    if (asset !== app) return no(403, "The token has no access to this app");
    const { data } = (parsedJson(body) ?? {}) as { data?: Fields[] };
    if (!Array.isArray(data) || data.length === 0 || data.length > 2_000)
      return no(400, "data must have 1 to 2000 events");
    const wrong = data.map((event) => complaint(event, now)).find((found) => found !== null);
    return wrong
      ? no(400, wrong)
      : { status: 200, body: { status: "VALID", reason: "All events are valid" } };
  };

function complaint(event: Fields, now: Date): string | null {
  const user = (event.user_data ?? {}) as Fields;
  const app = (event.app_data ?? {}) as Fields;
  const custom = (event.custom_data ?? {}) as Fields;
  const age = now.getTime() / 1_000 - Number(event.event_time);
  const extinfo = app.extinfo as unknown[];
  if (typeof event.event_name !== "string" || event.event_name === "") return "event_name is required";
  if (!Number.isInteger(event.event_time) || age < -60) return "event_time must be past seconds";
  if (age > 37 * 86_400) return "event_time is older than 37 days";
  if (event.action_source !== "MOBILE_APP") return "action_source must be MOBILE_APP";
  if (typeof app.app_id !== "string" || app.app_id === "") return "app_id is required";
  if (![0, 1].includes(app.advertiser_tracking_enabled as number))
    return "advertiser_tracking_enabled is required";
  if (
    !Array.isArray(extinfo) ||
    extinfo.length !== 16 ||
    !/^[ai]2$/.test(String(extinfo[0])) ||
    extinfo[4] === ""
  )
    return "extinfo is malformed";
  if (!["em", "ph", "madid"].some((name) => name in user)) return "one of em, ph and madid is required";
  for (const name of ["em", "ph", "external_id"])
    if (name in user && !(Array.isArray(user[name]) && user[name].every(isSha256)))
      return `${name} is not hashed`;
  if (
    "madid" in user &&
    !isSha256(user.madid) &&
    !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(user.madid))
  )
    return "madid is malformed";
  if (custom.value !== undefined && !/^[A-Z]{3}$/.test(String(custom.currency)))
    return "currency is required";
  return null;
}
