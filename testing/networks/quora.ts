/** Checks one conversion like Quora's Conversion API, as far as Quora's own tag shows it. */
import { type FakeRequest, type FakeResponse, parsedJson } from "@/testing/networks/fake";

type Fields = Record<string, unknown>;

const names = [
  ...["Generic", "ViewContent", "AppInstall", "Purchase", "GenerateLead", "CompleteRegistration"],
  ...["AddPaymentInfo", "AddToCart", "AddToWishlist", "InitiateCheckout", "Search"],
];

const no = (status: number, message: string): FakeResponse => ({ status, body: { error: { message } } });

export const quoraNetwork =
  ({ token, account }: { token: string; account: number }) =>
  ({ method, url, headers, body }: FakeRequest): FakeResponse => {
    if (headers.authorization !== `Bearer ${token}`) return no(401, "Invalid access token.");
    if (method !== "POST" || url.pathname !== "/ads/v0/conversion") return no(404, "Not found.");
    const { account_id, conversion, user, device } = (parsedJson(body) ?? {}) as Record<string, Fields>;
    if (typeof account_id !== "number") return no(400, "account_id must be an integer");
    if (account_id !== account) return no(403, "The token does not belong to the account.");
    if (typeof user !== "object" || typeof device !== "object")
      return no(400, "user and device are required");
    if (!names.includes(String(conversion?.event_name))) return no(400, "event_name is not valid");
    const { timestamp, value, click_id, event_id } = conversion ?? {};
    if (!Number.isInteger(timestamp) || Number(timestamp) < 1e15)
      return no(400, "timestamp must be in microseconds");
    if (value !== undefined && typeof value !== "number") return no(400, "value must be a float");
    if (click_id !== undefined && typeof click_id !== "string") return no(400, "click_id must be a string");
    if (event_id === "") return no(400, "event_id must not be empty");
    return { status: 200, body: {} };
  };
