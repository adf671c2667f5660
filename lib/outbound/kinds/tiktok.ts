/** Sends app events to TikTok's Events API, which returns 200 and reports errors in `code`. */
import { z } from "zod";
import { clearableText, requiredLine } from "@/lib/base/fields";
import { deviceText } from "@/lib/facts/app-calls/device";
import { defineNetwork } from "@/lib/outbound/kinds/define-network";
import { deviceIdForm, deviceIdFormField } from "@/lib/outbound/kinds/device-id-form";
import { appStoreField, appStoreId, noStoreId, storeIdOf } from "@/lib/outbound/kinds/store-id";
import { advertisingIdOfFact, type Fact, type FactInstall } from "@/lib/outbound/mapping/fact";
import { deviceIdAs, hashedEmail, hashedPhone, hashedUserId } from "@/lib/outbound/mapping/hash";
import {
  type DeliveryVerdict,
  type HttpAnswer,
  type Rendering,
  verdictOfStatus,
} from "@/lib/outbound/mapping/kind";
import {
  clickParam,
  eventDataFields,
  jsonHeaders,
  languageTagOf,
  listOfPresent,
  mayTrack,
  noIdentifier,
  permittedIdentity,
  refusedVerdict,
  renderedPayload,
  responseBody,
  sentEventName,
  suggestedRule,
  unixSeconds,
  unsupportedHere,
  vendorIdOf,
  withoutEmpty,
} from "@/lib/outbound/mapping/payload";
import { tokenField } from "@/lib/outbound/mapping/token-field";
import { readPulledText } from "@/lib/spend/pull/rows";
import { tiktokErrorKind } from "@/lib/spend/pull/tiktok-errors";

const settings = z.object({
  app_id: requiredLine("TikTok App ID", 40).regex(/^\d+$/, "A TikTok App ID has digits only."),
  app_store_id: appStoreId,
  device_id_form: deviceIdForm,
  test_event_code: clearableText("Test event code", 64).optional(),
});
const secrets = z.object({ access_token: tokenField("Access token") });
type Settings = z.output<typeof settings>;

/** The data that TikTok has a field for; other event data is not sent. */
const dataNames = ["contents", "content_type", "content_ids", "description", "num_items", "search_string"];

/** Systems before iOS 14 have no tracking prompt. */
function attStatusOf({ permissions }: Fact, { platform, osVersion }: FactInstall) {
  const major = Number.parseInt(osVersion ?? "", 10);
  if (platform !== "IOS" || major < 14) return "NOT_APPLICABLE";
  if (permissions.att === null) return "NOT_DETERMINED";
  return permissions.att === "authorized" ? "AUTHORIZED" : "DENIED";
}

/** The click ID that TikTok's macro added to the link. */
const callbackOf = (fact: Fact) =>
  fact.decision?.network === "TIKTOK" || clickParam(fact, "ttclid") !== null
    ? clickParam(fact, "clickid", "callback")
    : null;

function render({ fact, rule, value, settings }: Rendering<Settings>) {
  const { install, decision } = fact;
  if (install === null || install.platform === "UNKNOWN")
    return unsupportedHere("TikTok accepts app events only with their Android or iOS install.");
  const appId = storeIdOf(install, settings.app_store_id);
  if (appId === null) return unsupportedHere(noStoreId(install));
  const person = permittedIdentity(fact);
  const email = hashedEmail(person.email, "plain");
  const phone = hashedPhone(person.phone, "e164");
  const externalId = person.id && hashedUserId(person.id);
  const advertising = mayTrack(fact) ? advertisingIdOfFact(fact) : null;
  const isHashed = settings.device_id_form === "SHA-256";
  const device = deviceIdAs(advertising, isHashed ? "sha256_lower" : "as_written");
  const idfv = vendorIdOf(fact);
  const callback = callbackOf(fact);
  if (![email, phone, externalId, device, idfv, callback].some(Boolean))
    return noIdentifier("There is no TikTok click and no ID of the device or person.");
  const isOurs = decision?.network === "TIKTOK";
  const deviceName = advertising?.kind === "idfa" ? "idfa" : "gaid";
  const payload = {
    event: sentEventName({ rule, fact }),
    event_time: unixSeconds(fact.at),
    event_id: fact.uid,
    limited_data_use: !fact.permissions.adPersonalization,
    user: withoutEmpty({
      email: listOfPresent(email),
      phone: listOfPresent(phone),
      external_id: listOfPresent(externalId),
      [deviceName]: device,
      idfv,
      user_agent: deviceText(install.deviceData, "user_agent"),
      locale: languageTagOf(install),
      att_status: attStatusOf(fact, install),
    }),
    app: withoutEmpty({ app_id: appId, app_version: install.appVersion }),
    ad: withoutEmpty({
      callback,
      attributed: isOurs,
      attribution_type: isOurs ? decision.touch : null,
      attribution_provider: "Cairn",
      is_retargeting: fact.kind === "reengagement",
    }),
    ...withoutEmpty({
      properties: eventDataFields({ fact, value }, dataNames),
    }),
  };
  return renderedPayload(payload, [
    { of: "email", is: email, hashedAt: "user.email.0" },
    { of: "phone", is: phone, hashedAt: "user.phone.0" },
    { of: "user_id", is: externalId, hashedAt: "user.external_id.0" },
    { of: "advertising_id", is: device, hashedAt: isHashed ? `user.${deviceName}` : null },
    { of: "vendor_id", is: idfv },
    { of: "click_id", is: callback },
  ]);
}

function read(answer: HttpAnswer, rows: number): DeliveryVerdict {
  const { code: rawCode, message, request_id: request } = responseBody(answer);
  const plain = verdictOfStatus(answer);
  if (typeof rawCode !== "number") {
    if (plain.is !== "sent") return plain;
    return { is: "retry", code: plain.code, why: "TikTok's response can't be read.", afterMs: null };
  }
  const code = String(rawCode);
  const why = `${readPulledText(message)} (${code})`;
  switch (tiktokErrorKind(rawCode)) {
    case "fine":
      return { is: "sent", code: readPulledText(request) || code };
    case "limit":
    case "temporary":
      return { is: "retry", code, why, afterMs: plain.is === "retry" ? plain.afterMs : null };
    case "credentials":
      return { is: "pause", code, why };
    case "other":
      return refusedVerdict(rows, code, why);
  }
}

export const tiktok = defineNetwork<Settings, z.output<typeof secrets>>({
  code: "tiktok",
  label: "TikTok",
  about: "Sends installs, events and purchases in your app to TikTok.",
  network: "TIKTOK",
  base: "https://business-api.tiktok.com/open_api/v1.3",
  settings,
  secrets,
  fields: [
    {
      name: "app_id",
      label: "TikTok App ID",
      hint: "In TikTok Events Manager under App, the number next to the app's name.",
    },
    appStoreField,
    {
      name: "access_token",
      label: "Access token",
      hint: "In Events Manager, in the app's settings: Generate access token.",
      secret: true,
    },
    deviceIdFormField("TikTok"),
    {
      name: "test_event_code",
      label: "Test event code",
      hint: "From Test events in Events Manager. While it is set, TikTok shows the events there.",
      optional: true,
    },
  ],
  acceptsRefunds: true,
  suggested: [
    suggestedRule("install", "InstallApp", { value: { from: "none" } }),
    suggestedRule("organic", "InstallApp", { value: { from: "none" } }),
    suggestedRule("signup", "Registration", { value: { from: "none" } }),
    suggestedRule("payment", "Purchase"),
  ],
  knownEvents: [
    "AchieveLevel",
    "AddPaymentInfo",
    "AddToCart",
    "AddToWishlist",
    "Checkout",
    "CompleteTutorial",
    "CreateGroup",
    "CreateRole",
    "GenerateLead",
    "InAppADClick",
    "InAppADImpr",
    "InstallApp",
    "JoinGroup",
    "LaunchAPP",
    "LoanApplication",
    "LoanApproval",
    "LoanDisbursal",
    "Login",
    "Purchase",
    "Rate",
    "Registration",
    "Search",
    "SpendCredits",
    "StartTrial",
    "Subscribe",
    "UnlockAchievement",
    "ViewContent",
  ],
  maxRows: 1_000,
  maxAgeDays: 28,
  render,
  request: (rows, { settings, secrets, base }) => ({
    method: "POST",
    url: `${base}/event/track/`,
    headers: { ...jsonHeaders, "access-token": secrets.access_token },
    body: JSON.stringify({
      event_source: "app",
      event_source_id: settings.app_id,
      ...withoutEmpty({ test_event_code: settings.test_event_code }),
      data: rows.map(({ payload }) => payload),
    }),
  }),
  read,
});
