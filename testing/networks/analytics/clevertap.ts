/** Checks records like CleverTap: it repeats the records that it did not process, without their position. */
import { type FakeRequest, type FakeResponse, parsedJson } from "@/testing/networks/fake";

type Fields = Record<string, unknown>;

const no = (status: number, error: string): FakeResponse => ({
  status,
  body: { status: "fail", code: status, error },
});

export const clevertapService =
  ({ account, passcode }: { account: string; passcode: string }) =>
  ({ method, url, headers, body }: FakeRequest): FakeResponse => {
    if (headers["x-clevertap-account-id"] !== account || headers["x-clevertap-passcode"] !== passcode)
      return no(401, "Invalid Credentials");
    if (method !== "POST" || url.pathname !== "/1/upload") return no(404, "Not found");
    const { d: records } = (parsedJson(body) ?? {}) as { d?: Fields[] };
    if (!Array.isArray(records) || records.length === 0) return no(400, "Payload has no records");
    if (records.length > 1_000) return no(400, "Payload has more than 1000 records");
    const unprocessed = records.flatMap((record) => {
      const wrong = complaint(record);
      return wrong === null ? [] : [{ status: "fail", ...wrong, record }];
    });
    const processed = records.length - unprocessed.length;
    const status = unprocessed.length === 0 ? "success" : processed === 0 ? "fail" : "partial";
    return { status: 200, body: { status, processed, unprocessed } };
  };

function complaint(record: Fields): { code: number; error: string } | null {
  if (typeof record.identity !== "string" && typeof record.objectId !== "string")
    return { code: 509, error: "Identity is missing" };
  if (record.type === "profile")
    return typeof record.profileData === "object" ? null : { code: 525, error: "Profile data is missing" };
  if (record.type !== "event") return { code: 510, error: "Unknown type" };
  if (typeof record.evtName !== "string" || record.evtName === "")
    return { code: 511, error: "Event name is mandatory" };
  if (!Number.isInteger(record.ts) || Number(record.ts) > 1e11)
    return { code: 512, error: "Incorrect timestamp" };
  return null;
}
