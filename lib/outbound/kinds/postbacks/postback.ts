/** Postbacks: one URL per kind of event, with macros. Affiliates and ad networks share this file. */
import { createHmac } from "node:crypto";
import { z } from "zod";
import {
  clickMacros,
  expandAddress,
  identifiersIn,
  macroFiller,
  macrosIn,
  signatureMacro,
  valueOfMacro,
} from "@/lib/outbound/kinds/postbacks/macros";
import { urlTemplate } from "@/lib/outbound/kinds/postbacks/template";
import type { FactKind } from "@/lib/outbound/mapping/fact";
import type { DestinationKind, OutboundRow, OutgoingRequest, Rendering } from "@/lib/outbound/mapping/kind";
import { noIdentifier, renderedPayload, unsupportedHere } from "@/lib/outbound/mapping/payload";

export const postbackMethods = ["GET", "POST form", "POST JSON"] as const;
export type PostbackMethod = (typeof postbackMethods)[number];

const cap = z.preprocess(
  (value) => (value === "" || value === undefined ? null : typeof value === "string" ? Number(value) : value),
  z
    .number({ error: "Enter a whole number, or leave it empty for no limit." })
    .int("Enter a whole number, or leave it empty for no limit.")
    .min(1, "Enter at least 1, or leave it empty for no limit.")
    .max(10_000_000)
    .nullable(),
);

const postbackAddresses = (isSecure: boolean) => ({
  install_url: urlTemplate("URL for installs", isSecure),
  event_url: urlTemplate("URL for events", isSecure),
  payment_url: urlTemplate("URL for payments", isSecure),
  refund_url: urlTemplate("URL for refunds", isSecure),
  ad_revenue_url: urlTemplate("URL for ad revenue", isSecure),
  rejected_url: urlTemplate("URL for rejected installs", isSecure),
  reversal_url: urlTemplate("URL for reversals", isSecure),
});
type Address = keyof ReturnType<typeof postbackAddresses>;
export type PostbackTemplates = Record<Address, string | null>;

const addresses = Object.keys(postbackAddresses(false)) as Address[];

/** The settings of a destination whose URLs a member enters. */
export const postbackSettings = (isSecure: boolean) => ({
  method: z.enum(postbackMethods, { error: `Choose ${postbackMethods.join(", ")}.` }).default("GET"),
  ...postbackAddresses(isSecure),
  daily_cap: cap,
});

/** For `superRefine`. */
export function requireAddress(entered: PostbackTemplates, context: z.RefinementCtx): void {
  if (addresses.some((name) => entered[name] !== null)) return;
  context.addIssue({ code: "custom", path: ["install_url"], message: "Enter at least one URL." });
}

export const postbackSecrets = z.object({ signing_key: z.string().trim().max(500).optional() });
export type PostbackSecrets = z.output<typeof postbackSecrets>;

export const needsSigningKey = (settings: PostbackTemplates, { signing_key: key }: PostbackSecrets) =>
  !key && addresses.some((name) => settings[name]?.includes(signatureMacro))
    ? { field: "signing_key", message: "{signature} needs a signing key." }
    : null;

const addressOf: Partial<Record<FactKind, Address>> = {
  install: "install_url",
  rejected: "rejected_url",
  reengagement: "event_url",
  signup: "event_url",
  event: "event_url",
  payment: "payment_url",
  refund: "refund_url",
  ad_revenue: "ad_revenue_url",
  reversal: "reversal_url",
};

/** The kinds that postbacks exist for, and those that count for a daily cap. */
export const postbackKinds: readonly FactKind[] = [
  ...(["install", "rejected", "reengagement", "signup", "event", "payment", "refund"] as const),
  "ad_revenue",
];
export const kindsWithPayout: readonly FactKind[] = ["install", "reengagement", "signup", "event", "payment"];

/** The call for an event. `partner` is the receiver's name in sentences. */
export function renderPostback(
  rendering: Rendering<unknown>,
  templates: Partial<PostbackTemplates>,
  { method, partner, dropsEmpty = false }: { method: PostbackMethod; partner: string; dropsEmpty?: boolean },
) {
  const address = addressOf[rendering.fact.kind];
  const template = address ? (templates[address] ?? null) : null;
  if (template === null) return unsupportedHere("No URL is configured for this event.");
  const used = macrosIn(template).filter((name) => clickMacros.some((macro) => macro === name));
  if (used.length > 0 && used.every((name) => valueOfMacro(name, rendering) === ""))
    return noIdentifier(`The followed link has no click ID of ${partner}.`);
  const url = expandAddress(template, macroFiller(rendering, template));
  return renderedPayload(
    { method, url: dropsEmpty ? withoutEmpty(url) : url },
    identifiersIn(template, rendering),
  );
}

/** Networks treat an empty ID as a wrong one. */
const withoutEmpty = (url: string) => url.replaceAll(/(?<=[?&])[^=&]+=(?:&|$)/g, "").replace(/[?&]$/, "");

/** HMAC-SHA256 over the sent parameters, without the signature itself. */
function signed(query: string, key: string | undefined): string {
  const others = query
    .split("&")
    .filter((pair) => !pair.includes(signatureMacro))
    .join("&");
  if (others === query || !key) return others;
  return query.replace(signatureMacro, createHmac("sha256", key).update(others, "utf8").digest("hex"));
}

/** With POST, the query parameters are sent in the body. */
export function postbackRequest([row]: OutboundRow[], key: string | undefined): OutgoingRequest {
  const { method, url } = (row?.payload ?? {}) as { method: PostbackMethod; url: string };
  const [address = "", ...rest] = url.split("?");
  const query = signed(rest.join("?"), key);
  if (method === "GET")
    return { method, url: query ? `${address}?${query}` : address, headers: {}, body: null };
  const isForm = method === "POST form";
  return {
    method: "POST",
    url: address,
    headers: { "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json" },
    body: isForm ? query : JSON.stringify(Object.fromEntries(new URLSearchParams(query))),
  };
}

/** The fields of the form for the URLs, after a field that names the partner. */
export const postbackFields: DestinationKind["fields"] = [
  {
    name: "method",
    label: "Method",
    hint: "With POST, the parameters of the URL are sent in the body.",
    options: postbackMethods,
  },
  {
    name: "install_url",
    label: "URL for installs",
    hint: "The partner's postback URL with macros, such as https://partner.example/postback?click={click_id}&payout={payout}.",
    optional: true,
  },
  {
    name: "event_url",
    label: "URL for events and sign-ups",
    hint: "{event_name} is the name in the mapping.",
    optional: true,
  },
  {
    name: "payment_url",
    label: "URL for payments",
    hint: "{payout} is the amount from the mapping, {revenue} the full amount, both in {currency}. If they have different currencies, {revenue} is left out.",
    optional: true,
  },
  { name: "refund_url", label: "URL for refunds", optional: true },
  {
    name: "ad_revenue_url",
    label: "URL for ad revenue",
    hint: "{revenue} is the exact amount in {currency}, {ad_network} the network that paid. One call per impression, or per hour if impressions are added up.",
    optional: true,
  },
  {
    name: "rejected_url",
    label: "URL for rejected installs",
    hint: "{reject_reason} lists the fraud rules that fired.",
    optional: true,
  },
  {
    name: "reversal_url",
    label: "URL for reversals",
    hint: "Called for sent events when their install is attributed elsewhere. {event_id} is the original ID. {reject_reason} is reattributed or lists the fraud rules.",
    optional: true,
  },
  {
    name: "daily_cap",
    label: "Daily cap",
    hint: "The maximum number of conversions sent per day. Refunds, rejected installs, reversals and ad revenue don't count.",
    optional: true,
  },
  {
    name: "signing_key",
    label: "Signing key",
    hint: "For {signature}: HMAC-SHA256, in hex, of all other parameters as sent.",
    secret: true,
    optional: true,
  },
];
