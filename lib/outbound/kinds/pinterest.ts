/** Sends app events to Pinterest's Conversions API, which answers each event of a call separately. */
import { z } from "zod";
import { requiredLine } from "@/lib/base/fields";
import { defineNetwork } from "@/lib/outbound/kinds/define-network";
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
  languageTagOf,
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
  withoutEmpty,
} from "@/lib/outbound/mapping/payload";
import { tokenField } from "@/lib/outbound/mapping/token-field";
import { readPulledList, readPulledObject, readPulledText } from "@/lib/spend/pull/rows";

const settings = z.object({
  ad_account_id: requiredLine("Ad account ID", 32).regex(/^\d+$/, "An ad account ID has digits only."),
  app_store_id: appStoreId,
});
const secrets = z.object({ access_token: tokenField("Conversion access token") });
type Settings = z.output<typeof settings>;
type Secrets = z.output<typeof secrets>;

const standard = [
  "add_payment_info",
  "add_to_cart",
  "add_to_wishlist",
  "app_install",
  "app_open",
  "checkout",
  "contact",
  "custom",
  "initiate_checkout",
  "lead",
  "schedule",
  "search",
  "signup",
  "start_trial",
  "submit_application",
  "subscribe",
  "view_category",
  "view_content",
  "watch_video",
] as const;

/** The data that Pinterest has a field for; other event data is not sent. */
const dataNames = ["content_ids", "contents", "num_items", "search_string"];

function render({ fact, rule, value, settings }: Rendering<Settings>) {
  const { install } = fact;
  if (install === null) return unsupportedHere("Pinterest accepts app events only with their install.");
  const name = sentEventName({ rule, fact });
  const appId = storeIdOf(install, settings.app_store_id);
  if (appId === null) return unsupportedHere(noStoreId(install));
  const person = permittedIdentity(fact);
  const em = hashedEmail(person.email, "plain");
  const ph = hashedPhone(person.phone, "digits");
  const externalId = person.id && hashedUserId(person.id);
  const maid = mayTrack(fact) ? deviceIdAs(advertisingIdOfFact(fact), "sha256_lower") : null;
  if (em === null && maid === null)
    return noIdentifier("There is no email address or advertising ID that may be sent.");
  const click = clickParam(fact, "epik");
  const { currency, value: amount, ...data } = eventDataFields({ fact, value }, dataNames);
  const payload = {
    event_name: name,
    action_source: install.platform === "IOS" ? "app_ios" : "app_android",
    event_time: unixSeconds(fact.at),
    event_id: fact.uid,
    opt_out: !mayPersonalize(fact),
    app_id: appId,
    ...withoutEmpty({
      app_version: install.appVersion,
      device_model: install.deviceModel,
      os_version: install.osVersion,
      language: languageTagOf(install)?.slice(0, 2).toLowerCase(),
    }),
    user_data: withoutEmpty({
      em: listOfPresent(em),
      ph: listOfPresent(ph),
      external_id: listOfPresent(externalId),
      hashed_maids: listOfPresent(maid),
      click_id: click,
    }),
    ...withoutEmpty({
      custom_data: withoutEmpty({
        ...data,
        currency,
        // Pinterest takes amounts as text.
        value: amount === undefined ? null : String(amount),
        order_id: fact.payment?.id,
      }),
    }),
  };
  return renderedPayload(payload, [
    { of: "email", is: em, hashedAt: "user_data.em.0" },
    { of: "phone", is: ph, hashedAt: "user_data.ph.0" },
    { of: "user_id", is: externalId, hashedAt: "user_data.external_id.0" },
    { of: "advertising_id", is: maid, hashedAt: "user_data.hashed_maids.0" },
    { of: "click_id", is: click },
  ]);
}

type To = DestinationConfig<Settings, Secrets>;

const requestOf = (
  rows: OutboundRow[],
  { settings, secrets, base }: To,
  isTest: boolean,
): OutgoingRequest => ({
  method: "POST",
  url: `${base}/ad_accounts/${settings.ad_account_id}/events${isTest ? "?test=true" : ""}`,
  headers: { ...jsonHeaders, authorization: `Bearer ${secrets.access_token}` },
  body: JSON.stringify({ data: rows.map(({ payload }) => payload) }),
});

/** The sample for a test if there is no event yet. Pinterest only validates it. */
const sample = (now: Date) => ({
  event_name: "app_install",
  action_source: "app_android",
  event_time: unixSeconds(now),
  event_id: "test",
  opt_out: true,
  app_id: "com.example.app",
  user_data: { em: [hashedEmail("test@example.com", "plain")] },
});

function read(answer: HttpAnswer, rows: number): DeliveryVerdict | DeliveryVerdict[] {
  const body = responseBody(answer);
  const events = readPulledList(body.events).map(readPulledObject);
  const code = String(answer.status);
  if ((answer.status < 300 || answer.status === 422) && events.length === rows)
    return events.map(({ status, error_message: why }) =>
      status === "failed"
        ? { is: "dead", code, why: readPulledText(why) || "Pinterest did not process the event." }
        : { is: "sent", code },
    );
  const plain = verdictOfStatus(answer);
  if (plain.is === "sent") return plain;
  const why = readPulledText(body.message) || plain.why;
  if (answer.status === 400 || answer.status === 422) return refusedVerdict(rows, code, why);
  return { ...plain, why };
}

/** https://developers.pinterest.com/docs/api/v5/events-create */
export const pinterest = defineNetwork<Settings, Secrets>({
  code: "pinterest",
  label: "Pinterest",
  about: "Sends installs, events and purchases in your app to Pinterest. Not tested with a real account.",
  network: "PINTEREST",
  base: "https://api.pinterest.com/v5",
  settings,
  secrets,
  fields: [
    {
      name: "ad_account_id",
      label: "Ad account ID",
      hint: "In Pinterest Ads Manager: the number in its URL.",
    },
    appStoreField,
    {
      name: "access_token",
      label: "Conversion access token",
      hint: "In Ads Manager under Conversions, Set up API.",
      secret: true,
    },
  ],
  acceptsRefunds: false,
  suggested: [
    suggestedRule("install", "app_install", { value: { from: "none" } }),
    suggestedRule("organic", "app_install", { value: { from: "none" } }),
    suggestedRule("signup", "signup", { value: { from: "none" } }),
    suggestedRule("payment", "checkout"),
  ],
  knownEvents: standard,
  otherEvent: "custom",
  maxRows: 1_000,
  maxAgeDays: 7,
  render,
  request: (rows, destination) => requestOf(rows, destination, false),
  check: (rows, destination, now) => {
    const events = rows.map((row) => ({
      ...row,
      payload: row.payload.event_name ? row.payload : sample(now),
    }));
    return requestOf(events, destination, true);
  },
  read,
});
