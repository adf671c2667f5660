/** Checks events like Amazon Ads' Events API, by its schema: each event of a call has its own answer. */
import { type FakeRequest, type FakeResponse, isSha256, parsedJson } from "@/testing/networks/fake";

type Fields = Record<string, unknown>;

const no = (status: number, code: string, message: string): FakeResponse => ({
  status,
  body: { code, message },
});

const types = [
  ...["ADD_TO_SHOPPING_CART", "APPLICATION", "CHECKOUT", "CONTACT", "LEAD", "MOBILE_APP_FIRST_START"],
  ...["OFF_AMAZON_PURCHASES", "OTHER", "PAGE_VIEW", "SEARCH", "SIGN_UP", "SUBSCRIBE"],
];

export const amazonNetwork =
  ({ token, account, client, now }: { token: string; account: string; client: string; now: Date }) =>
  ({ method, url, headers, body }: FakeRequest): FakeResponse => {
    if (headers.authorization !== `Bearer ${token}`)
      return no(401, "UNAUTHORIZED", "Not authorized to access this resource");
    if (headers["amazon-ads-accountid"] !== account || headers["amazon-ads-clientid"] !== client)
      return no(403, "ACCESS_DENIED", "Not authorized to manage this profile");
    if (method !== "POST" || url.pathname !== "/adsApi/v1/create/events")
      return no(404, "NOT_FOUND", "Resource not found");
    const { events } = (parsedJson(body) ?? {}) as { events?: Fields[] };
    if (!Array.isArray(events) || events.length === 0 || events.length > 500)
      return no(400, "BAD_REQUEST", "events must have 1 to 500 items");
    const answers = events.map((event, index) => ({ index, event, message: complaint(event, now) }));
    return {
      status: 207,
      body: {
        success: answers.flatMap(({ index, event, message }) => (message === null ? [{ index, event }] : [])),
        error: answers.flatMap(({ index, message }) =>
          message === null
            ? []
            : [{ index, errors: [{ code: "INVALID_PARAMETER_VALUE", message, fieldLocation: "events" }] }],
        ),
      },
    };
  };

function complaint(event: Fields, now: Date): string | null {
  const about = (event.eventDescription ?? {}) as Fields;
  const keys = event.matchKeys as { type: string; values: unknown[] }[] | undefined;
  const consent = event.consent as { amazonConsent?: Fields } | undefined;
  const { amznAdStorage, amznUserData } = consent?.amazonConsent ?? {};
  if (!types.includes(String(about.conversionType))) return "conversionType is not valid";
  if (!["ANDROID", "FIRE_TV", "IOS", "OFFLINE", "WEBSITE"].includes(String(about.eventSource)))
    return "eventSource is not valid";
  if (about.eventIngestionMethod !== "SERVER_TO_SERVER") return "eventIngestionMethod is not valid";
  if (typeof about.name !== "string" || about.name === "") return "name is required";
  if (!/^[A-Z]{2}$/.test(String(event.countryCode))) return "countryCode is required";
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(String(event.eventTime))) return "eventTime is not valid";
  if (now.getTime() - Date.parse(String(event.eventTime)) > 21 * 86_400_000) return "eventTime is too old";
  if (!Array.isArray(keys) || keys.length === 0) return "At least one match key is required";
  for (const { type, values } of keys) {
    if (values.length !== 1) return "A match key has exactly one value";
    if (["EMAIL", "PHONE"].includes(type) && !isSha256(values[0])) return `${type} must be a SHA-256 hash`;
    if (type === "MAID" && !/^[0-9a-f-]{36}$/i.test(String(values[0]))) return "MAID must not be hashed";
  }
  if (![amznAdStorage, amznUserData].every((given) => given === "GRANTED" || given === "DENIED"))
    return "consent is required";
  if (event.value !== undefined && !/^-?\d+(\.\d{1,2})?$/.test(String(event.value)))
    return "value has at most 2 decimals";
  if (event.value !== undefined && typeof event.value !== "number") return "value must be a number";
  if (about.conversionType === "OFF_AMAZON_PURCHASES" && event.value !== undefined && !event.currencyCode)
    return "currencyCode is required";
  return null;
}
