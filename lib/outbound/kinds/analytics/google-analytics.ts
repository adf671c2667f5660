/** Sends events to Google Analytics 4 by the Measurement Protocol, one user per call. It never reports wrong events. */
import { z } from "zod";
import { requiredLine } from "@/lib/base/fields";
import {
  defineAnalytics,
  eventData,
  eventDataField,
  readServiceAnswer,
} from "@/lib/outbound/kinds/analytics/define-analytics";
import {
  eventPropertiesOf,
  sentIdentifiersOf,
  serviceIdentityOf,
  userPropertiesOf,
} from "@/lib/outbound/kinds/analytics/person";
import { suggestedEvents } from "@/lib/outbound/kinds/analytics/suggested";
import {
  type DeliveryVerdict,
  type DestinationConfig,
  type HttpAnswer,
  type OutgoingRequest,
  type Rendering,
  regionalAddress,
} from "@/lib/outbound/mapping/kind";
import {
  jsonHeaders,
  permittedIdentity,
  renderedPayload,
  responseBody,
  sentEventName,
  unsupportedHere,
  withoutEmpty,
} from "@/lib/outbound/mapping/payload";
import { tokenField } from "@/lib/outbound/mapping/token-field";
import { readPulledList, readPulledObject, readPulledText } from "@/lib/spend/pull/rows";

const addresses = {
  Global: "https://www.google-analytics.com",
  EU: "https://region1.google-analytics.com",
} as const;

const appForm = /^1:\d+:(android|ios|web):[0-9a-f]+$/;
const settings = z.object({
  stream: requiredLine("Stream", 100).refine(
    (text) => appForm.test(text) || /^G-[0-9A-Z]{4,20}$/.test(text),
    "Enter a Firebase app ID such as 1:1234567890:android:0a1b2c, or a measurement ID such as G-ABC1234567.",
  ),
  region: z.enum(["Global", "EU"], { error: "Choose Global or EU." }).default("Global"),
  event_data: eventData,
});
const secrets = z.object({ api_secret: tokenField("API secret", 200) });
type Settings = z.output<typeof settings>;
type Secrets = z.output<typeof secrets>;

/** The limits of the Measurement Protocol. */
const max = { name: 40, property: 36, parameter: 100, parameters: 25 };
const reservedPrefixes = /^(_|firebase_|ga_|google_)/;
const reservedNames = new Set(
  (
    "ad_activeview ad_click ad_exposure ad_query ad_reward adunit_exposure app_clear_data app_exception app_install " +
    "app_remove app_store_refund app_update app_upgrade dynamic_link_app_open dynamic_link_app_update " +
    "dynamic_link_first_open error firebase_campaign firebase_in_app_message_action first_open first_visit " +
    "in_app_purchase notification_dismiss notification_foreground notification_open notification_receive " +
    "notification_send os_update session_start user_engagement"
  ).split(" "),
);

const cut = (text: string, length: number) => Array.from(text).slice(0, length).join("");

/** A name that Google Analytics accepts: a letter, then letters, digits and underscores. */
const nameOf = (text: string) => cut(text.replaceAll(/[^0-9A-Za-z_]+/g, "_"), max.name);

const isName = (name: string) =>
  /^[A-Za-z][0-9A-Za-z_]*$/.test(name) && !reservedPrefixes.test(name) && !reservedNames.has(name);

/** Text and numbers, shortened to the limits; Google Analytics drops an event with longer ones. */
const parametersOf = (properties: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(properties)
      .flatMap(([name, value]): [string, string | number][] => {
        const own = nameOf(name);
        if (!/^[A-Za-z]/.test(own) || reservedPrefixes.test(own)) return [];
        if (typeof value === "number") return [[own, value]];
        return typeof value === "string" || typeof value === "boolean"
          ? [[own, cut(String(value), max.parameter)]]
          : [];
      })
      .slice(-max.parameters),
  );

/** The Firebase app decides the platform of its stream. */
function isOtherPlatform({ fact, settings }: Rendering<Settings>): boolean {
  const platform = appForm.exec(settings.stream)?.[1]?.toUpperCase();
  return (platform === "ANDROID" || platform === "IOS") && fact.install?.platform !== platform;
}

function render(rendering: Rendering<Settings>) {
  const { fact, rule, settings } = rendering;
  if (isOtherPlatform(rendering))
    return unsupportedHere("It is from another platform than the stream's app.");
  const isApp = appForm.test(settings.stream);
  const idName = isApp ? "firebase_app_instance_id" : "ga_client_id";
  const identity = serviceIdentityOf({ ...fact, user: null }, idName, false);
  if ("unfit" in identity)
    return { ...identity, why: `The app didn't send ${idName}, which Google Analytics requires.` };
  const name = nameOf(sentEventName({ rule, fact }));
  if (!isName(name))
    return unsupportedHere(`Google Analytics reserves the event name ${name}, or doesn't accept it.`);
  const { id: user } = permittedIdentity(fact);
  const {
    revenue,
    payment_id: transaction,
    ...others
  } = eventPropertiesOf(rendering) as Record<string, unknown>;
  const payload = withoutEmpty({
    [isApp ? "app_instance_id" : "client_id"]: identity.device,
    user_id: user,
    timestamp_micros: fact.at.getTime() * 1_000,
    consent: {
      ad_user_data: fact.permissions.adUserData ? "GRANTED" : "DENIED",
      ad_personalization: fact.permissions.adPersonalization ? "GRANTED" : "DENIED",
    },
    user_properties: Object.fromEntries(
      Object.entries(userPropertiesOf(fact)).map(([key, value]) => [
        key,
        { value: cut(value, max.property) },
      ]),
    ),
    events: [
      {
        name,
        params: parametersOf({
          ...others,
          ...withoutEmpty({
            transaction_id: transaction,
            value: typeof revenue === "number" ? Math.abs(revenue) : null,
          }),
        }),
      },
    ],
  });
  return renderedPayload(payload, sentIdentifiersOf({ user, device: identity.device }));
}

const call = (
  path: string,
  body: unknown,
  { settings, secrets, base }: DestinationConfig<Settings, Secrets>,
): OutgoingRequest => {
  const stream = appForm.test(settings.stream) ? "firebase_app_id" : "measurement_id";
  const query = new URLSearchParams({ [stream]: settings.stream, api_secret: secrets.api_secret });
  return {
    method: "POST",
    url: `${regionalAddress(base, addresses.Global, addresses[settings.region])}${path}?${query}`,
    headers: jsonHeaders,
    body: JSON.stringify(body),
  };
};

/** Only the validation server explains problems, as a list. */
function read(answer: HttpAnswer): DeliveryVerdict {
  const messages = readPulledList(responseBody(answer).validationMessages).map(readPulledObject);
  const why = messages
    .map(({ fieldPath, description }) =>
      [readPulledText(fieldPath), readPulledText(description)].filter(Boolean).join(": "),
    )
    .join(" ");
  if (messages.length > 0) return { is: "dead", code: String(answer.status), why };
  return readServiceAnswer(answer, { words: "", advice: "Check the stream and its API secret." });
}

export const googleAnalytics = defineAnalytics<Settings, Secrets>({
  code: "google_analytics",
  label: "Google Analytics",
  about:
    "Sends the attribution as user properties, and the events that you choose. Google Analytics accepts wrong streams and secrets without an error: check its realtime report.",
  base: addresses.Global,
  settings,
  secrets,
  fields: [
    {
      name: "stream",
      label: "Stream",
      hint: "The Firebase app ID of one app, or a web stream's measurement ID. Add a destination for each.",
    },
    {
      name: "api_secret",
      label: "API secret",
      hint: "In Google Analytics under Admin, Data streams, your stream: Measurement Protocol API secrets.",
      secret: true,
    },
    {
      name: "region",
      label: "Collection",
      hint: "EU collects the data in the EU.",
      options: ["Global", "EU"],
    },
    eventDataField,
  ],
  suggested: suggestedEvents({
    install: "install_attributed",
    moved: "attribution_changed",
    back: "app_reengaged",
  }),
  maxRows: 1,
  // Google Analytics accepts times of the last 72 hours.
  maxAgeDays: 3,
  render,
  request: ([row], destination) => call("/mp/collect", row?.payload, destination),
  read,
  check: (_, destination, now) => {
    const isApp = appForm.test(destination.settings.stream);
    const who = isApp ? { app_instance_id: "0".repeat(32) } : { client_id: "1.1" };
    const events = [{ name: "cairn_test", params: {} }];
    return call(
      "/debug/mp/collect",
      {
        ...who,
        timestamp_micros: now.getTime() * 1_000,
        validation_behavior: "ENFORCE_RECOMMENDATIONS",
        events,
      },
      destination,
    );
  },
});
