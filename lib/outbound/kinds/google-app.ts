/** Sends app events to Google's app conversion tracking API, one per call. It requires a developer token. */
import { isIP } from "node:net";
import { z } from "zod";
import { claimInGoogleAnswer } from "@/lib/attribution/evidence/google-claim";
import { requiredLine } from "@/lib/base/fields";
import { version } from "@/lib/base/version";
import { deviceText, storedAddressName } from "@/lib/facts/app-calls/device";
import { countriesWithConsent } from "@/lib/facts/consent/permissions";
import { consentSignalsOf } from "@/lib/facts/consent/signals";
import { defineNetwork } from "@/lib/outbound/kinds/define-network";
import { googleIdsOf } from "@/lib/outbound/kinds/google-ids";
import { advertisingIdOfFact, type Fact, type FactInstall } from "@/lib/outbound/mapping/fact";
import { deviceIdAs } from "@/lib/outbound/mapping/hash";
import {
  type DeliveryVerdict,
  type HttpAnswer,
  type Rendering,
  verdictOfStatus,
} from "@/lib/outbound/mapping/kind";
import {
  languageTagOf,
  mayTrack,
  noIdentifier,
  renderedPayload,
  responseBody,
  sentEventName,
  suggestedRule,
  unsupportedHere,
  withoutEmpty,
} from "@/lib/outbound/mapping/payload";
import { tokenField } from "@/lib/outbound/mapping/token-field";
import { readPulledList, readPulledText } from "@/lib/spend/pull/rows";

const settings = z.object({
  link_id: requiredLine("Link ID", 32).regex(
    /^[0-9A-Fa-f]{32}$/,
    "A link ID has 32 characters from 0 to 9 and A to F.",
  ),
});
const secrets = z.object({ dev_token: tokenField("Developer token") });
type Settings = z.output<typeof settings>;

const standard = [
  "first_open",
  "session_start",
  "in_app_purchase",
  "view_item_list",
  "view_item",
  "view_search_results",
  "add_to_cart",
  "ecommerce_purchase",
] as const;

/** The value for a missing ID. */
const zeros = "00000000-0000-0000-0000-000000000000";

const flag = (value: boolean) => (value ? "1" : "0");

/** In seconds, to the millionth. */
const timeOf = (at: Date) =>
  `${Math.floor(at.getTime() / 1_000)}.${String(at.getTime() % 1_000).padStart(3, "0")}000`;

const eventOf = (name: string) =>
  standard.some((known) => known === name)
    ? { app_event_type: name }
    : { app_event_type: "custom", app_event_name: name };

const isInside = ({ deviceData, country }: FactInstall) =>
  consentSignalsOf(deviceData).eea ?? (country !== null && countriesWithConsent.includes(country));

/** Printable characters, without the delimiters of a user agent. */
const word = (value: string | null) => (value ?? "").replaceAll(/[^\x20-\x7e]|[;()]/g, "").trim();

function agentOf(install: FactInstall): string {
  const system = `${install.platform === "IOS" ? "iOS" : "Android"} ${word(install.osVersion)}`;
  const locale = word(languageTagOf(install)).replaceAll("-", "_");
  const build = `Build/${word(deviceText(install.deviceData, "build_id", "build_number"))}`;
  return `Cairn/${version} (${system}; ${locale}; ${word(install.deviceModel)}; ${build}; Proxy)`;
}

function render({ fact, rule, value }: Rendering<Settings>) {
  const { install } = fact;
  if (install === null || install.platform === "UNKNOWN")
    return unsupportedHere("Google accepts these events only with their Android or iOS install.");
  if (install.osVersion === null || install.appVersion === null)
    return unsupportedHere("The app didn't send its version and OS version, which Google requires.");
  const address = deviceText(install.deviceData, "ip_address", "ip", storedAddressName);
  // The header has the app's value, unchanged.
  if (address === null || isIP(address) === 0)
    return unsupportedHere(
      "Google requires the IP address of the device, and none is stored. Switch on Settings → Privacy → IP addresses: new installs then have it for 30 days, unless the user refused consent.",
    );
  const isIphone = install.platform === "IOS";
  const ids = clicksOf(fact, isIphone);
  const device = mayTrack(fact) ? deviceIdAs(advertisingIdOfFact(fact), "as_written") : null;
  const [click] = Object.values(ids);
  if (device === null && click === undefined)
    return noIdentifier("There is no advertising ID that may be sent, and no Google click.");
  const query = withoutEmpty({
    ...eventOf(sentEventName({ rule, fact })),
    rdid: device ?? zeros,
    id_type: isIphone ? "idfa" : "advertisingid",
    lat: flag(device === null),
    app_version: install.appVersion,
    os_version: install.osVersion,
    sdk_version: version,
    timestamp: timeOf(fact.at),
    value: value && String(value.amount),
    currency_code: value?.currency,
    ...ids,
    // Without this flag, Google would try to match the device.
    gclid_only_request: device === null && !isIphone ? "1" : null,
    app_open_source:
      fact.kind === "reengagement" ? (googleIdsOf(fact).cameByAd ? "ad_click" : "organic") : null,
    eea: flag(isInside(install)),
    ad_user_data: flag(fact.permissions.adUserData),
    ad_personalization: flag(fact.permissions.adPersonalization),
  });
  const headers = { "user-agent": agentOf(install), "x-forwarded-for": address };
  return renderedPayload({ query, headers }, [
    { of: "advertising_id", is: device },
    { of: "click_id", is: click ?? null },
  ]);
}

/** Google distinguishes the click IDs of its referrer and of deep links, and accepts only the aggregated one on iPhones. */
function clicksOf(fact: Fact, isIphone: boolean): Record<string, string> {
  const { gbraid, referrerGclid, deepLinkGclid } = googleIdsOf(fact);
  return withoutEmpty({
    market_referrer_gclid: isIphone ? null : referrerGclid,
    gclid: isIphone ? null : deepLinkGclid,
    gbraid,
  }) as Record<string, string>;
}

const claimOf = (body: Record<string, unknown>) => {
  const claim = claimInGoogleAnswer(body);
  return claim === null ? {} : { claim };
};

function read(answer: HttpAnswer): DeliveryVerdict {
  const plain = verdictOfStatus(answer);
  const body = responseBody(answer);
  const { errors, attributed } = body;
  const messages = readPulledList(errors).map((each) =>
    typeof each === "string" ? each : JSON.stringify(each),
  );
  if (messages.length === 0)
    return plain.is === "sent" && typeof attributed === "boolean"
      ? { is: "sent", code: attributed ? "attributed" : "not attributed", ...claimOf(body) }
      : plain;
  const why = messages.join(", ");
  const code = readPulledText(readPulledList(errors)[0]) || plain.code;
  if (plain.is === "retry") return { ...plain, code, why };
  // Wrong credentials fail every call.
  return /token|link_id/i.test(why) ? { is: "pause", code, why } : { is: "dead", code, why };
}

export const googleApp = defineNetwork<Settings, z.output<typeof secrets>>({
  code: "google_app",
  label: "Google Ads app events",
  about: "Sends app events to Google like an attribution partner. You need a developer token from Google.",
  network: "GOOGLE",
  base: "https://www.googleadservices.com",
  settings,
  secrets,
  fields: [
    {
      name: "link_id",
      label: "Link ID",
      hint: "In Google Ads under Linked accounts, Third-party app analytics: one for each app.",
    },
    {
      name: "dev_token",
      label: "Developer token",
      hint: "Apply to Google for it, for app conversion tracking and remarketing. Google also requires IP addresses: see Settings → Privacy.",
      secret: true,
    },
  ],
  acceptsRefunds: false,
  suggested: [
    suggestedRule("install", "first_open", { value: { from: "none" } }),
    suggestedRule("organic", "first_open", { value: { from: "none" } }),
    suggestedRule("reengagement", "session_start", { value: { from: "none" } }),
    suggestedRule("signup", "sign_up", { value: { from: "none" } }),
    suggestedRule("payment", "in_app_purchase"),
  ],
  knownEvents: standard,
  maxRows: 1,
  maxAgeDays: null,
  render,
  request: ([row], { settings, secrets, base }) => {
    const { query = {}, headers = {} } = (row?.payload ?? {}) as Record<string, Record<string, string>>;
    const all = new URLSearchParams({ dev_token: secrets.dev_token, link_id: settings.link_id, ...query });
    return {
      method: "POST",
      url: `${base}/pagead/conversion/app/1.0?${all}`,
      headers,
      // Google requires `Content-Length: 0`, which a call without a body does not send.
      body: "",
    };
  },
  read,
});
