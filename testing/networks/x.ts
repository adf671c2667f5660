/** Checks conversions like X's Conversion API: all or nothing. */
import { type FakeRequest, type FakeResponse, isSha256, parsedJson } from "@/testing/networks/fake";

type Fields = Record<string, unknown>;

const no = (status: number, code: string, message: string, parameter?: string): FakeResponse => ({
  status,
  body: {
    errors: [{ code, message, ...(parameter !== undefined && { parameter }) }],
    request: { params: {} },
  },
});

export const xNetwork =
  ({ token, pixel, events }: { token: string; pixel: string; events: readonly string[] }) =>
  ({ method, url, headers, body }: FakeRequest): FakeResponse => {
    if (headers["x-pixel-token"] !== token)
      return no(401, "UNAUTHORIZED_ACCESS", "This request is not properly authenticated");
    const [, requested] = /^\/12\/measurement\/conversions\/([0-9a-z]+)$/.exec(url.pathname) ?? [];
    if (method !== "POST" || requested !== pixel)
      return no(404, "ROUTE_NOT_FOUND", "The requested resource could not be found");
    const { conversions } = (parsedJson(body) ?? {}) as { conversions?: Fields[] };
    if (!Array.isArray(conversions) || conversions.length === 0)
      return no(400, "MISSING_PARAMETER", '"conversions" is a required parameter', "conversions");
    if (conversions.length > 500)
      return no(400, "INVALID_PARAMETER", "Conversion count limit is 500", "conversions");
    for (const conversion of conversions) {
      const complaint = complaintAbout(conversion);
      if (complaint !== null) return no(400, "INVALID_PARAMETER", complaint, "");
      if (!events.includes(String(conversion.event_id)))
        return no(
          404,
          "NOT_FOUND",
          `event_id (${conversion.event_id}) does not belong to provided account`,
          "event_id",
        );
    }
    return {
      status: 200,
      body: { request: { params: {} }, data: { conversions_processed: conversions.length, debug_id: "d" } },
    };
  };

function complaintAbout(conversion: Fields): string | null {
  const identifiers = conversion.identifiers as Fields[] | undefined;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(conversion.conversion_time)))
    return `Expected Time in yyyy-MM-ddTHH:mm:ss.SSSZ, got "${conversion.conversion_time}" for conversion_time`;
  const known = ["twclid", "hashed_email", "hashed_phone_number"];
  if (!identifiers?.some((each) => known.some((name) => each[name])))
    return "At least one user identifier must be provided";
  for (const name of ["hashed_email", "hashed_phone_number"])
    for (const { [name]: hash } of identifiers)
      if (hash !== undefined && !isSha256(hash)) return `${name} (${hash}) is not a valid SHA-256 hash`;
  if (conversion.value !== undefined && typeof conversion.value !== "number")
    return "value must be of type double";
  if (conversion.value !== undefined && !/^[A-Z]{3}$/.test(String(conversion.price_currency)))
    return "price_currency is not a valid currency";
  return null;
}
