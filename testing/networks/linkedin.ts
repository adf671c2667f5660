/** Checks conversions like LinkedIn: each row of a batch has its own result. */
import { type FakeRequest, type FakeResponse, isSha256, parsedJson } from "@/testing/networks/fake";

const no = (status: number, code: string, message: string): FakeResponse => ({
  status,
  body: { status, code, message },
});

type Fields = Record<string, unknown>;

export const linkedinNetwork =
  ({ token, rules, now }: { token: string; rules: string[]; now: Date }) =>
  ({ method, url, headers, body }: FakeRequest): FakeResponse => {
    if (headers.authorization !== `Bearer ${token}`)
      return no(401, "INVALID_ACCESS_TOKEN", "Invalid access token");
    if (headers["linkedin-version"] !== "202608")
      return no(426, "NONEXISTENT_VERSION", "Requested version is not active");
    if (headers["x-restli-protocol-version"] !== "2.0.0" || headers["x-restli-method"] !== "BATCH_CREATE")
      return no(400, "BAD_REQUEST", "Not a batch");
    if (method !== "POST" || url.pathname !== "/rest/conversionEvents")
      return no(404, "NOT_FOUND", "No such resource");
    const { elements } = (parsedJson(body) ?? {}) as { elements?: Fields[] };
    if (!Array.isArray(elements) || elements.length === 0 || elements.length > 5_000)
      return no(400, "BAD_REQUEST", "A batch has 1 to 5000 elements");
    return {
      status: 200,
      body: {
        elements: elements.map((element) => {
          const wrong = complaint(element, rules, now);
          return wrong ? { status: 400, error: { status: 400, message: wrong } } : { status: 201 };
        }),
      },
    };
  };

const types = [
  "SHA256_EMAIL",
  "LINKEDIN_FIRST_PARTY_ADS_TRACKING_UUID",
  "GOOGLE_AID",
  "ACXIOM_ID",
  "ORACLE_MOAT_ID",
];

function complaint(element: Fields, rules: string[], now: Date): string | null {
  const ids = ((element.user as Fields)?.userIds ?? []) as Fields[];
  const value = element.conversionValue as Fields | undefined;
  const age = now.getTime() - Number(element.conversionHappenedAt);
  const [, rule] = /^urn:lla:llaPartnerConversion:(\d+)$/.exec(String(element.conversion)) ?? [];
  if (rule === undefined || !rules.includes(rule)) return "conversion does not exist";
  if (!Number.isInteger(element.conversionHappenedAt) || Number(element.conversionHappenedAt) < 1e12)
    return "conversionHappenedAt must be in milliseconds";
  if (age > 90 * 86_400_000) return "conversionHappenedAt is older than 90 days";
  if (age < 0) return "conversionHappenedAt is in the future";
  if (typeof element.eventId !== "string" || element.eventId.length > 64)
    return "eventId has at most 64 characters";
  if (ids.length === 0) return "userIds is empty";
  for (const { idType, idValue } of ids) {
    if (!types.includes(String(idType))) return "idType is unknown";
    if (idType === "SHA256_EMAIL" && !isSha256(idValue)) return "SHA256_EMAIL is not hashed";
    if (typeof idValue !== "string" || idValue === "") return "idValue is empty";
  }
  if (value && (typeof value.amount !== "string" || !/^[A-Z]{3}$/.test(String(value.currencyCode))))
    return "conversionValue is malformed";
  return null;
}
