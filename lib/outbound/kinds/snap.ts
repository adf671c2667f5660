/** Sends app events to Snapchat's Conversions API. One invalid event rejects the whole call. */
import { z } from "zod";
import { requiredLine } from "@/lib/base/fields";
import { deviceText } from "@/lib/facts/app-calls/device";
import { defineNetwork } from "@/lib/outbound/kinds/define-network";
import { deviceIdForm, deviceIdFormField } from "@/lib/outbound/kinds/device-id-form";
import { extinfoOf } from "@/lib/outbound/kinds/extinfo";
import { appStoreField, appStoreId, noStoreId, storeIdOf } from "@/lib/outbound/kinds/store-id";
import { advertisingIdOfFact } from "@/lib/outbound/mapping/fact";
import { deviceIdAs, hashedEmail, hashedPhone, hashedUserId } from "@/lib/outbound/mapping/hash";
import {
  type DeliveryVerdict,
  type DestinationConfig,
  type HttpAnswer,
  type OutboundRow,
  type OutgoingRequest,
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

const settings = z.object({
  snap_app_id: requiredLine("Snap App ID", 64).regex(
    /^[0-9a-zA-Z-]+$/,
    "A Snap App ID has letters, digits and dashes only.",
  ),
  app_store_id: appStoreId,
  device_id_form: deviceIdForm,
});
const secrets = z.object({ access_token: tokenField("Access token") });
type Settings = z.output<typeof settings>;
type Secrets = z.output<typeof secrets>;

/** The data that Snapchat has a field for; other event data is not sent. */
const dataNames = [
  "content_ids",
  "contents",
  "content_category",
  "num_items",
  "search_string",
  "sign_up_method",
];

function render({ fact, rule, value, settings }: Rendering<Settings>) {
  const { install } = fact;
  if (install === null) return unsupportedHere("Snapchat accepts app events only with their install.");
  const extinfo = extinfoOf(install, fact.at);
  if (extinfo === null)
    return unsupportedHere("The app didn't send its OS version, which Snapchat requires.");
  const appId = storeIdOf(install, settings.app_store_id);
  if (appId === null) return unsupportedHere(noStoreId(install));
  const person = permittedIdentity(fact);
  const em = hashedEmail(person.email, "plain");
  const ph = hashedPhone(person.phone, "digits");
  const externalId = person.id && hashedUserId(person.id);
  const isHashed = settings.device_id_form === "SHA-256";
  const madid = mayTrack(fact)
    ? deviceIdAs(advertisingIdOfFact(fact), isHashed ? "sha256_lower" : "lower")
    : null;
  if (em === null && ph === null && madid === null)
    return noIdentifier("There is no email address, phone number or advertising ID that may be sent.");
  const click = clickParam(fact, "ScCid");
  const idfv = vendorIdOf(fact);
  const payload = {
    event_name: sentEventName({ rule, fact }),
    event_time: unixSeconds(fact.at),
    event_id: fact.uid,
    action_source: "MOBILE_APP",
    ...limitedUse(fact),
    user_data: withoutEmpty({
      em: listOfPresent(em),
      ph: listOfPresent(ph),
      external_id: listOfPresent(externalId),
      madid,
      idfv,
      sc_click_id: click,
      client_user_agent: deviceText(install.deviceData, "user_agent"),
    }),
    app_data: {
      app_id: appId,
      advertiser_tracking_enabled: mayPersonalize(fact) ? 1 : 0,
      application_tracking_enabled: fact.permissions.adUserData ? 1 : 0,
      extinfo,
    },
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
    { of: "advertising_id", is: madid, hashedAt: isHashed ? "user_data.madid" : null },
    { of: "vendor_id", is: idfv },
    { of: "click_id", is: click },
  ]);
}

type To = DestinationConfig<Settings, Secrets>;

/** Snapchat accepts the token only as a part of the URL. */
const requestOf = (rows: OutboundRow[], { settings, secrets, base }: To, path: string): OutgoingRequest => ({
  method: "POST",
  url: `${base}/${encodeURIComponent(settings.snap_app_id)}/${path}?access_token=${encodeURIComponent(secrets.access_token)}`,
  headers: jsonHeaders,
  body: JSON.stringify({ data: rows.map(({ payload }) => payload) }),
});

/** The sample for a test if there is no event yet. Snapchat only validates it. */
const sample = (now: Date) => ({
  event_name: "APP_INSTALL",
  event_time: unixSeconds(now),
  event_id: "test",
  action_source: "MOBILE_APP",
  user_data: { em: [hashedEmail("test@example.com", "plain")] },
  app_data: {
    app_id: "com.example.app",
    advertiser_tracking_enabled: 0,
    application_tracking_enabled: 1,
    extinfo: ["a2", "", "", "", "15", ...Array<string>(11).fill("")],
  },
});

function read(answer: HttpAnswer, rows: number): DeliveryVerdict {
  const { status, reason } = responseBody(answer);
  const plain = verdictOfStatus(answer);
  const isInvalid = typeof status === "string" && /^(invalid|error|failed|failure)$/i.test(status);
  const why = readPulledText(reason) || ("why" in plain ? plain.why : readPulledText(status));
  if (plain.is === "sent") return isInvalid ? refusedVerdict(rows, readPulledText(status), why) : plain;
  if (plain.is === "dead" && answer.status === 400) return refusedVerdict(rows, plain.code, why);
  return { ...plain, why };
}

export const snap = defineNetwork<Settings, Secrets>({
  code: "snap",
  label: "Snapchat",
  about: "Sends installs, events and purchases in your app to Snapchat.",
  network: "SNAPCHAT",
  base: "https://tr.snapchat.com/v3",
  settings,
  secrets,
  fields: [
    {
      name: "snap_app_id",
      label: "Snap App ID",
      hint: "In Snapchat Ads Manager under Events Manager, in the details of your app.",
    },
    appStoreField,
    {
      name: "access_token",
      label: "Access token",
      hint: "In Ads Manager under Business details, Conversions API tokens.",
      secret: true,
    },
    deviceIdFormField("Snapchat"),
  ],
  acceptsRefunds: true,
  acceptsAdRevenue: true,
  needsPersonalization: true,
  suggested: [
    suggestedRule("install", "APP_INSTALL", { value: { from: "none" } }),
    suggestedRule("organic", "APP_INSTALL", { value: { from: "none" } }),
    suggestedRule("signup", "SIGN_UP", { value: { from: "none" } }),
    suggestedRule("payment", "PURCHASE"),
  ],
  knownEvents: [
    "APP_INSTALL",
    "APP_OPEN",
    "PURCHASE",
    "SIGN_UP",
    "ADD_CART",
    "ADD_TO_WISHLIST",
    "ADD_BILLING",
    "START_CHECKOUT",
    "VIEW_CONTENT",
    "LIST_VIEW",
    "SEARCH",
    "SUBSCRIBE",
    "START_TRIAL",
    "LOGIN",
    "LEVEL_COMPLETE",
    "COMPLETE_TUTORIAL",
    "ACHIEVEMENT_UNLOCKED",
    "SPENT_CREDITS",
    "RATE",
    "SAVE",
    "SHARE",
    "INVITE",
    "RESERVE",
    "AD_CLICK",
    "AD_VIEW",
    "CUSTOM_EVENT_1",
    "CUSTOM_EVENT_2",
    "CUSTOM_EVENT_3",
    "CUSTOM_EVENT_4",
    "CUSTOM_EVENT_5",
  ],
  maxRows: 2_000,
  maxAgeDays: 37,
  render,
  request: (rows, destination) => requestOf(rows, destination, "events"),
  check: (rows, destination, now) => {
    const events = rows.map((row) => ({
      ...row,
      payload: row.payload.event_name ? row.payload : sample(now),
    }));
    return requestOf(events, destination, "events/validate");
  },
  read,
});
