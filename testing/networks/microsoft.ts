/** Checks events like Microsoft's Conversions API: all or nothing. */
import { type FakeRequest, type FakeResponse, isSha256, parsedJson } from "@/testing/networks/fake";

type Fields = Record<string, unknown>;

const no = (status: number, code: string, message: string, details?: Fields[]): FakeResponse => ({
  status,
  body: { error: { code, message, ...(details && { details }) } },
});

export const microsoftNetwork =
  ({ token, tag }: { token: string; tag: string }) =>
  ({ method, url, headers, body }: FakeRequest): FakeResponse => {
    if (headers.authorization !== `Bearer ${token}`)
      return no(401, "Unauthorized", "You are not authorized to access this resource.");
    const [, requested] = /^\/v1\/(\d+)\/events$/.exec(url.pathname) ?? [];
    if (method !== "POST" || requested !== tag) return no(404, "NotFound", "The tag does not exist.");
    const { data } = (parsedJson(body) ?? {}) as { data?: Fields[] };
    if (!Array.isArray(data) || data.length === 0 || data.length > 1_000)
      return no(400, "ValidationError", "'data' must have 1 to 1000 events.");
    const details = data.flatMap((event, index) => {
      const errorMessage = complaint(event);
      return errorMessage === null ? [] : [{ index, errorMessage }];
    });
    return details.length > 0
      ? no(400, "ValidationError", "One or multiple parameters did not pass validation checks.", details)
      : { status: 200, body: { eventsReceived: data.length } };
  };

function complaint(event: Fields): string | null {
  const user = (event.userData ?? {}) as Fields;
  const custom = (event.customData ?? {}) as Fields;
  if (!["pageLoad", "custom"].includes(String(event.eventType)))
    return "'eventType' must be one of the following: pageLoad, custom.";
  if (!Number.isInteger(event.eventTime) || Number(event.eventTime) > 1e11)
    return "'eventTime' must be in seconds.";
  if (!["G", "D"].includes(String(event.adStorageConsent))) return "'adStorageConsent' must be G or D.";
  for (const name of ["em", "ph"])
    if (user[name] !== undefined && !isSha256(user[name])) return `'${name}' must be a valid SHA256 string.`;
  for (const name of ["idfa", "gaid"])
    if (user[name] !== undefined && !/^[0-9a-f-]{36}$/i.test(String(user[name])))
      return `'${name}' must be a valid UUID.`;
  if (custom.value !== undefined && typeof custom.value !== "number") return "'value' must be a number.";
  if (custom.value !== undefined && !/^[A-Z]{3}$/.test(String(custom.currency)))
    return "'currency' must not be empty.";
  return null;
}
