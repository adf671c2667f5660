import { z } from "zod";
import {
  alertBodyOf,
  isoText,
  postbackBodyOf,
  pullBodyOf,
  resolvedBodyOf,
  webhookBody,
} from "@/lib/outbound/kinds/webhook/body";
import { chatMessage, chatOfUrl } from "@/lib/outbound/kinds/webhook/chats";
import { chosenTypes, rulesNamed, webhookTypes } from "@/lib/outbound/kinds/webhook/events";
import { webhookSignaturesOf } from "@/lib/outbound/kinds/webhook/signature";
import type { Fact, FactKind } from "@/lib/outbound/mapping/fact";
import {
  type DeliveryVerdict,
  defineKind,
  type HttpAnswer,
  verdictOfStatus,
} from "@/lib/outbound/mapping/kind";

export const webhookUrl = z
  .url({ protocol: /^https?$/, error: "Enter a URL that begins with https://." })
  .max(2_000, "The URL is too long.");

const webhookSettings = z.object({
  url: webhookUrl,
  /** Sends all stored data, instead of only the event and its attribution. */
  full: z.boolean().default(false),
  /** Name, email and phone of the user. */
  personal: z.boolean().default(false),
});

export const webhookSecret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/=]{32,100}$/, "A signing secret begins with whsec_.");

const webhookSecrets = z.object({
  secret: webhookSecret,
  /** The previous secret also signs until this time, so that receivers switch without a gap. */
  previous: z.object({ secret: webhookSecret, until: z.string() }).nullable().default(null),
});

/** The sent type: an event's type contains its name. */
const typeOf = (sends: string, name: string | null) => (sends === "event.*" ? `event.${name}` : sends);

/** Handles 410 and redirects, then the general statuses. */
function read(answer: HttpAnswer): DeliveryVerdict {
  if (answer.status === 410)
    return { is: "pause", code: "410", why: "It responded with 410: the receiver is permanently gone." };
  if (answer.status >= 300 && answer.status < 400)
    return {
      is: "dead",
      code: String(answer.status),
      why: "It responded with a redirect. Cairn doesn't follow redirects.",
    };
  const verdict = verdictOfStatus(answer);
  // A server may reject a single message; only networks reject because of credentials.
  return verdict.is === "pause" ? { is: "dead", code: verdict.code, why: verdict.why } : verdict;
}

/** The payload of events without a user and an install. */
const bodies: Partial<Record<FactKind, (fact: Fact) => Record<string, unknown>>> = {
  alert: alertBodyOf,
  alert_resolved: resolvedBodyOf,
  pull_failed: pullBodyOf,
  apple_postback: postbackBodyOf,
};

export const webhook = defineKind({
  code: "webhook",
  label: "Webhook",
  group: "webhook",
  about:
    "Sends events to your server, Slack, Teams or Discord as they happen, signed as in Standard Webhooks.",
  network: null,
  base: "",
  settings: webhookSettings,
  secrets: webhookSecrets,
  fields: [
    { name: "url", label: "Address", hint: "https://example.com/hooks/cairn" },
    { name: "full", label: "Send all details", options: "switch", optional: true },
    { name: "personal", label: "Send name, email and phone", options: "switch", optional: true },
  ],
  accepts: webhookTypes.map(({ on }) => on),
  suggested: rulesNamed(webhookTypes.flatMap(({ on, type }) => (chosenTypes.includes(on) ? [] : [type]))),
  knownEvents: webhookTypes.map(({ type }) => type),
  maxRows: 1,
  maxAgeDays: null,
  needsUserData: false,
  needsPersonalization: false,
  needsTracking: false,
  needsNoOptOut: false,
  render({ fact, rule, settings, value }) {
    if (fact.report !== null) return { payload: fact.report, identifiers: [], hashed: [] };
    const type = typeOf(rule.sends, fact.name);
    const data = bodies[fact.kind]?.(fact) ?? webhookBody(fact, settings, value);
    const payload = { type, timestamp: isoText(fact.at), data };
    const identifiers = [
      ...(settings.personal && fact.user?.email ? ["email"] : []),
      ...(settings.personal && fact.user?.phone ? ["phone"] : []),
      ...(fact.user ? ["user_id"] : []),
    ];
    return { payload, identifiers, hashed: [] };
  },
  request([row], { settings, secrets }, now) {
    const { url } = settings;
    const chat = chatOfUrl(url);
    const body = chat ? JSON.stringify(chatMessage(chat, row!.payload)) : row!.text;
    const headers = { "content-type": "application/json" };
    if (chat) return { method: "POST", url, headers, body };
    const timestamp = Math.floor(now.getTime() / 1_000);
    const signature = webhookSignaturesOf(secrets, { id: row!.deliveryId, timestamp, body }, now);
    return {
      method: "POST",
      url,
      headers: {
        ...headers,
        "webhook-id": row!.deliveryId,
        "webhook-timestamp": String(timestamp),
        "webhook-signature": signature,
      },
      body,
    };
  },
  read,
});
