/** Checks conversions like Google's Data Manager: immediately, and all or nothing. */
import { type FakeRequest, type FakeResponse, isSha256, parsedJson } from "@/testing/networks/fake";

const error = (status: number, name: string, reason: string, description: string): FakeResponse => ({
  status,
  body: {
    error: {
      code: status,
      status: name,
      message: "There was a problem with the request.",
      details: [
        { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: "datamanager.googleapis.com" },
        {
          "@type": "type.googleapis.com/google.rpc.BadRequest",
          fieldViolations: [{ field: "events", description }],
        },
      ],
    },
  },
});
const invalid = (description: string, reason = "INVALID_ARGUMENT") =>
  error(400, "INVALID_ARGUMENT", reason, description);

type Fields = Record<string, unknown>;

/** `statuses` are the successive results when a request's state is polled. */
type Known = { token: string; account: string; now: Date; statuses?: Fields[][] };

export const googleNetwork =
  ({ token, account, now, statuses = [] }: Known) =>
  ({ method, url, headers, body }: FakeRequest): FakeResponse => {
    if (url.pathname === "/token") return tokenFor(body, token);
    if (headers.authorization !== `Bearer ${token}`)
      return error(401, "UNAUTHENTICATED", "ACCESS_TOKEN_EXPIRED", "Request had invalid credentials.");
    if (method === "GET" && url.pathname === "/v1/requestStatus:retrieve")
      return url.searchParams.get("requestId") === "request-1"
        ? { status: 200, body: { requestStatusPerDestination: statuses.shift() ?? [] } }
        : error(404, "NOT_FOUND", "NOT_FOUND", "Unknown request.");
    if (method !== "POST" || url.pathname !== "/v1/events:ingest")
      return invalid("Unknown method", "NOT_FOUND");
    const request = (parsedJson(body) ?? {}) as {
      destinations?: Fields[];
      events?: Fields[];
      encoding?: string;
      validateOnly?: boolean;
    };
    const { destinations = [], events = [], encoding, validateOnly } = request;
    if (destinations.length === 0 || destinations.length > 10)
      return invalid("At most 10 destinations", "TOO_MANY_DESTINATIONS");
    for (const { operatingAccount, productDestinationId } of destinations) {
      const { accountType, accountId } = (operatingAccount ?? {}) as Fields;
      if (accountType !== "GOOGLE_ADS" || !/^\d{10}$/.test(String(accountId)))
        return invalid("Invalid account");
      if (accountId !== account)
        return error(403, "PERMISSION_DENIED", "PERMISSION_DENIED", "No access to the operating account.");
      if (!/^\d+$/.test(String(productDestinationId)))
        return invalid("Invalid destination", "INVALID_DESTINATION");
    }
    if (events.length === 0 || events.length > 2_000) return invalid("At most 2000 events");
    if (encoding !== "HEX" && events.some(({ userData }) => userData)) return invalid("Encoding is missing");
    const references = destinations.map(({ reference }) => reference);
    const wrong = events.map((event) => complaint(event, references, now)).find((found) => found !== null);
    if (wrong) return invalid(wrong);
    return { status: 200, body: validateOnly ? {} : { requestId: "request-1" } };
  };

function complaint(event: Fields, references: unknown[], now: Date): string | null {
  const identifiers = ((event.userData as Fields)?.userIdentifiers ?? []) as Fields[];
  const click = Object.entries((event.adIdentifiers ?? {}) as Fields);
  const consent = (event.consent ?? {}) as Fields;
  if (typeof event.transactionId !== "string") return "transactionId is required";
  const at = String(event.eventTimestamp);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(at)) return "eventTimestamp is required";
  if (Date.parse(at) > now.getTime()) return "eventTimestamp is in the future";
  if (now.getTime() - Date.parse(at) > 90 * 86_400_000) return "eventTimestamp is too old";
  if (event.eventSource !== "APP") return "eventSource is required";
  const meant = event.destinationReferences as unknown[];
  if (!Array.isArray(meant) || !meant.every((each) => references.includes(each))) return "unknown reference";
  if (click.length === 0 && identifiers.length === 0) return "an identifier is required";
  if (click.length > 1 || click.some(([name]) => !["gclid", "gbraid", "wbraid"].includes(name)))
    return "one click ID is expected";
  if (!identifiers.every((each) => Object.values(each).every(isSha256))) return "INVALID_SHA256_FORMAT";
  if (
    event.conversionValue !== undefined &&
    (typeof event.conversionValue !== "number" || !/^[A-Z]{3}$/.test(String(event.currency)))
  )
    return "conversionValue needs a currency";
  const answers = ["CONSENT_GRANTED", "CONSENT_DENIED", "CONSENT_STATUS_UNSPECIFIED", undefined];
  if (
    !answers.includes(consent.adUserData as string) ||
    !answers.includes(consent.adPersonalization as string)
  )
    return "INVALID_ENUM_VALUE";
  return null;
}

function tokenFor(body: string, token: string): FakeResponse {
  const reported = new URLSearchParams(body);
  if (
    reported.get("grant_type") !== "refresh_token" ||
    reported.get("client_id") !== "c" ||
    reported.get("client_secret") !== "s"
  )
    return {
      status: 401,
      body: { error: "invalid_client", error_description: "The OAuth client was not found." },
    };
  if (reported.get("refresh_token") !== "r")
    return {
      status: 400,
      body: { error: "invalid_grant", error_description: "Token has been expired or revoked." },
    };
  return { status: 200, body: { access_token: token, expires_in: 3_599, token_type: "Bearer" } };
}
