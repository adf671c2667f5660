/** Sends app events to a Meta dataset. One invalid event rejects the whole call. */
import { z } from "zod";
import { clearableText, requiredLine } from "@/lib/base/fields";
import { deviceReferrer, deviceText } from "@/lib/facts/app-calls/device";
import { defineNetwork } from "@/lib/outbound/kinds/define-network";
import { extinfoOf } from "@/lib/outbound/kinds/extinfo";
import { advertisingIdOfFact, type Fact } from "@/lib/outbound/mapping/fact";
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
  limitedUse,
  listOfPresent,
  mayPersonalize,
  mayTrack,
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
import { metaErrorOf } from "@/lib/spend/pull/meta-errors";

const settings = z.object({
  dataset_id: requiredLine("Dataset ID", 32).regex(/^\d+$/, "A dataset ID has digits only."),
  test_event_code: clearableText("Test event code", 64).optional(),
});
const secrets = z.object({ access_token: tokenField("Access token") });
type Settings = z.output<typeof settings>;

/** The data that Meta has a field for; other event data is not sent. */
const dataNames = [
  "content_ids",
  "contents",
  "content_type",
  "content_name",
  "content_category",
  "description",
  "level",
  "max_rating_value",
  "num_items",
  "payment_info_available",
  "registration_method",
  "search_string",
  "success",
];

/** Meta's own format of its click ID, with the time of the click. */
function fbcOf(fact: Fact): string | null {
  const id = clickParam(fact, "fbclid");
  return id === null || fact.click === null ? null : `fb.1.${fact.click.at.getTime()}.${id}`;
}

function render({ fact, rule, value }: Rendering<Settings>) {
  const { install } = fact;
  if (install === null) return unsupportedHere("Meta accepts app events only with their install.");
  const extinfo = extinfoOf(install, fact.at);
  if (extinfo === null) return unsupportedHere("The app didn't send its OS version, which Meta requires.");
  const name = sentEventName({ rule, fact });
  if (name === "Purchase" && value === null)
    return unsupportedHere("Meta accepts a Purchase only with an amount. Choose one in the rule.");

  const person = permittedIdentity(fact);
  const em = hashedEmail(person.email, "plain");
  const ph = hashedPhone(person.phone, "digits");
  const externalId = person.id && hashedUserId(person.id);
  const madid = mayTrack(fact) ? deviceIdAs(advertisingIdOfFact(fact), "lower") : null;
  const fbc = fbcOf(fact);
  const referrer = deviceReferrer(install.deviceData);
  const vendor = vendorIdOf(fact);
  const payload = {
    event_name: name,
    event_time: unixSeconds(fact.at),
    event_id: fact.uid,
    action_source: "app",
    ...limitedUse(fact),
    user_data: withoutEmpty({
      em: listOfPresent(em),
      ph: listOfPresent(ph),
      external_id: listOfPresent(externalId),
      madid,
      anon_id: install.id,
      fbc,
      client_user_agent: deviceText(install.deviceData, "user_agent"),
    }),
    app_data: withoutEmpty({
      advertiser_tracking_enabled: mayPersonalize(fact) ? 1 : 0,
      application_tracking_enabled: fact.permissions.adUserData ? 1 : 0,
      extinfo,
      campaign_ids: deviceText(install.deviceData, "campaign_ids"),
      install_referrer: referrer,
      installer_package: deviceText(install.deviceData, "installer_package"),
      vendor_id: vendor,
    }),
    ...withoutEmpty({
      custom_data: withoutEmpty({
        ...eventDataFields({ fact, value }, dataNames),
        order_id: fact.payment?.id,
      }),
    }),
  };
  return renderedPayload(payload, [
    { of: "email", is: em, hashedAt: "user_data.em.0" },
    { of: "phone", is: ph, hashedAt: "user_data.ph.0" },
    { of: "user_id", is: externalId, hashedAt: "user_data.external_id.0" },
    { of: "advertising_id", is: madid },
    { of: "install_id", is: install.id },
    { of: "click_id", is: fbc },
    { of: "install_referrer", is: referrer },
    { of: "vendor_id", is: vendor },
  ]);
}

function read(answer: HttpAnswer, rows: number): DeliveryVerdict {
  const body = responseBody(answer);
  const error = metaErrorOf(body, answer.headers["x-business-use-case-usage"] ?? null);
  if (error === null) {
    const verdict = verdictOfStatus(answer);
    const trace = body.fbtrace_id;
    return verdict.is === "sent" && typeof trace === "string" ? { is: "sent", code: trace } : verdict;
  }
  const code = String(error.code);
  const why = `${error.text} (${code})`;
  if (error.is === "credentials") return { is: "pause", code, why };
  if (error.is === "limit" || error.is === "temporary" || answer.status >= 500)
    return { is: "retry", code, why, afterMs: error.afterMs };
  return refusedVerdict(rows, code, why);
}

export const meta = defineNetwork<Settings, z.output<typeof secrets>>({
  code: "meta",
  label: "Meta",
  about: "Sends installs, events and purchases to Meta, so that it can find similar people.",
  network: "META",
  base: "https://graph.facebook.com/v24.0",
  settings,
  secrets,
  fields: [
    {
      name: "dataset_id",
      label: "Dataset ID",
      hint: "In Events Manager under Settings. The dataset must be linked to your app.",
    },
    {
      name: "access_token",
      label: "Access token",
      hint: "In Events Manager under Settings, Conversions API: Generate access token.",
      secret: true,
    },
    {
      name: "test_event_code",
      label: "Test event code",
      hint: "From Test events in Events Manager. While it is set, Meta shows the events there and does not count them.",
      optional: true,
    },
  ],
  acceptsRefunds: true,
  acceptsAdRevenue: true,
  needsPersonalization: true,
  suggested: [
    suggestedRule("install", "MobileAppInstall", { value: { from: "none" } }),
    suggestedRule("organic", "MobileAppInstall", { value: { from: "none" } }),
    suggestedRule("signup", "CompleteRegistration", { value: { from: "none" } }),
    suggestedRule("payment", "Purchase"),
  ],
  knownEvents: [
    "MobileAppInstall",
    "ActivateApp",
    "CompleteRegistration",
    "ViewContent",
    "Search",
    "Rate",
    "TutorialCompletion",
    "AddToCart",
    "AddToWishlist",
    "InitiateCheckout",
    "AddPaymentInfo",
    "Purchase",
    "LevelAchieved",
    "AchievementUnlocked",
    "SpentCredits",
    "Subscribe",
    "StartTrial",
    "Contact",
    "Donate",
    "Schedule",
    "SubmitApplication",
    "FindLocation",
    "CustomizeProduct",
    "AdClick",
    "AdImpression",
  ],
  maxRows: 1_000,
  maxAgeDays: 7,
  render,
  request: (rows, { settings, secrets, base }) => ({
    method: "POST",
    url: `${base}/${settings.dataset_id}/events`,
    // A header, because URLs are written to logs.
    headers: { ...jsonHeaders, authorization: `Bearer ${secrets.access_token}` },
    body: JSON.stringify({
      data: rows.map(({ payload }) => payload),
      ...withoutEmpty({ test_event_code: settings.test_event_code }),
    }),
  }),
  read,
});
