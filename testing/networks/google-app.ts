/** Checks app events like Google's app conversion tracking: 200 with a list of errors. */
import type { FakeRequest, FakeResponse } from "@/testing/networks/fake";

const types = [
  "first_open",
  "session_start",
  "in_app_purchase",
  "view_item_list",
  "view_item",
  "view_search_results",
  "add_to_cart",
  "ecommerce_purchase",
  "custom",
];
const required = [
  "app_event_type",
  "rdid",
  "id_type",
  "lat",
  "app_version",
  "os_version",
  "sdk_version",
  "timestamp",
];

const answer = (...errors: string[]): FakeResponse => ({
  status: 200,
  body: { ad_events: [], errors, attributed: false },
});

/** `adEvents`: Google claims the install, with these details. */
export const googleAppNetwork =
  ({ token, link, adEvents = [] }: { token: string; link: string; adEvents?: object[] }) =>
  ({ method, url, headers, body }: FakeRequest): FakeResponse => {
    const reported = url.searchParams;
    if (method !== "POST" || url.pathname !== "/pagead/conversion/app/1.0") return { status: 404, body: "" };
    if (body !== "" || headers["content-length"] !== "0") return { status: 411, body: "" };
    if (reported.get("dev_token") !== token) return answer("dev_token_invalid");
    if (reported.get("link_id") !== link) return answer("link_id_invalid");
    const missing = required.find((name) => !reported.get(name));
    if (missing) return answer(`${missing}_missing`);
    const wrong = complaint(Object.fromEntries(reported), headers);
    if (wrong) return answer(wrong);
    const claims = reported.get("app_event_type") === "first_open" ? adEvents : [];
    return { status: 200, body: { ad_events: claims, errors: [], attributed: claims.length > 0 } };
  };

function complaint(reported: Record<string, string>, headers: FakeRequest["headers"]): string | null {
  const isIphone = reported.id_type === "idfa";
  const isZero = /^[0-]+$/.test(reported.rdid ?? "");
  if (!types.includes(reported.app_event_type ?? "")) return "app_event_type_invalid";
  if ((reported.app_event_type === "custom") !== Boolean(reported.app_event_name))
    return "app_event_name_invalid";
  if (!["idfa", "advertisingid"].includes(reported.id_type ?? "")) return "id_type_invalid";
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(reported.rdid ?? "")) return "rdid_invalid";
  if (isZero !== (reported.lat === "1")) return "lat_invalid";
  if (!/^\d{10}\.\d{6}$/.test(reported.timestamp ?? "")) return "timestamp_invalid";
  if (isZero && !isIphone && reported.gclid_only_request !== "1") return "gclid_only_request_missing";
  if (isZero && !reported.market_referrer_gclid && !reported.gclid && !reported.gbraid)
    return "identifier_missing";
  if (isIphone && (reported.gclid || reported.market_referrer_gclid)) return "gclid_not_allowed";
  if (reported.value && !/^[A-Z]{3}$/.test(reported.currency_code ?? "")) return "currency_code_missing";
  if (!/^[01]{3}$/.test(`${reported.eea}${reported.ad_user_data}${reported.ad_personalization}`))
    return "consent_invalid";
  if (
    !/^\S+\/\S+ \((Android|iOS) [^;]+; [^;]+; [^;]+; Build\/[^;]*; Proxy\)$/.test(headers["user-agent"] ?? "")
  )
    return "user_agent_invalid";
  if (!/^[0-9a-f.:]{7,}$/i.test(String(headers["x-forwarded-for"] ?? ""))) return "x_forwarded_for_missing";
  return null;
}
