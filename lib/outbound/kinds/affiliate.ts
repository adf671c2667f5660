/** Postbacks to an affiliate: one address per kind of event, with macros. */
import { createHmac } from "node:crypto";
import { z } from "zod";
import { line } from "@/lib/base/fields";
import { spelledAsChannel } from "@/lib/campaigns/networks";
import {
  clickMacros,
  expandAddress,
  fillingOf,
  identifiersIn,
  macrosIn,
  signatureMacro,
  valueOfMacro,
} from "@/lib/outbound/kinds/macros";
import { noIdentifier, rendered, suggest, unsupported } from "@/lib/outbound/kinds/payload";
import { signedTemplate } from "@/lib/outbound/kinds/template";
import type { FactDecision, FactKind } from "@/lib/outbound/mapping/fact";
import {
  type DestinationConfig,
  defineKind,
  type Outbound,
  type Outgoing,
  type Rendering,
  readStatus,
} from "@/lib/outbound/mapping/kind";

const methods = ["GET", "POST form", "POST JSON"] as const;

const cap = z.preprocess(
  (value) => (value === "" || value === undefined ? null : typeof value === "string" ? Number(value) : value),
  z
    .number({ error: "Enter a whole number, or leave it empty for no limit." })
    .int("Enter a whole number, or leave it empty for no limit.")
    .min(1, "Enter at least 1, or leave it empty for no limit.")
    .max(10_000_000)
    .nullable(),
);

const addresses = {
  install_url: signedTemplate("URL for installs"),
  event_url: signedTemplate("URL for events"),
  payment_url: signedTemplate("URL for payments"),
  refund_url: signedTemplate("URL for refunds"),
  rejected_url: signedTemplate("URL for rejected installs"),
  reversal_url: signedTemplate("URL for reversals"),
};
type Address = keyof typeof addresses;

const settings = z
  .object({
    affiliate: line("Affiliate"),
    method: z.enum(methods, { error: `Choose ${methods.join(", ")}.` }).default("GET"),
    ...addresses,
    daily_cap: cap,
  })
  .superRefine((entered, context) => {
    if (Object.keys(addresses).some((name) => entered[name as Address] !== null)) return;
    context.addIssue({ code: "custom", path: ["install_url"], message: "Enter at least one URL." });
  });
const secrets = z.object({ signing_key: z.string().trim().max(500).optional() });
type Settings = z.output<typeof settings>;
type Secrets = z.output<typeof secrets>;

const addressOf: Partial<Record<FactKind, Address>> = {
  install: "install_url",
  rejected: "rejected_url",
  reengagement: "event_url",
  signup: "event_url",
  event: "event_url",
  payment: "payment_url",
  refund: "refund_url",
  reversal: "reversal_url",
};

const isOfAffiliate = (decision: FactDecision | null, { affiliate }: Settings): boolean =>
  decision?.affiliate != null && spelledAsChannel(decision.affiliate) === spelledAsChannel(affiliate);

function render(rendering: Rendering<Settings>) {
  const { fact, settings } = rendering;
  // An affiliate never receives the conversions of another affiliate, whatever its rules are.
  if (!isOfAffiliate(fact.decision, settings))
    return {
      unfit: "not_attributed_here" as const,
      why: `It is not counted under a campaign of ${settings.affiliate}.`,
    };
  const address = addressOf[fact.kind];
  const template = address ? settings[address] : null;
  if (template === null) return unsupported("No URL is configured for this event.");
  const used = macrosIn(template).filter((name) => clickMacros.some((macro) => macro === name));
  if (used.length > 0 && used.every((name) => valueOfMacro(name, rendering) === ""))
    return noIdentifier(`The followed link has no click ID of ${settings.affiliate}.`);
  return rendered(
    { method: settings.method, url: expandAddress(template, fillingOf(rendering, template)) },
    identifiersIn(template, rendering),
  );
}

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
function request([row]: Outbound[], { secrets }: DestinationConfig<Settings, Secrets>): Outgoing {
  const { method, url } = (row?.payload ?? {}) as { method: Settings["method"]; url: string };
  const [address = "", ...rest] = url.split("?");
  const query = signed(rest.join("?"), secrets.signing_key);
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

const paid: readonly FactKind[] = ["install", "reengagement", "signup", "event", "payment"];

export const affiliate = defineKind<Settings, Secrets>({
  code: "affiliate",
  label: "Affiliate",
  group: "affiliate",
  about: "Sends an affiliate only the installs and events of its own links.",
  network: null,
  base: "",
  settings,
  secrets,
  fields: [
    {
      name: "affiliate",
      label: "Affiliate",
      hint: "Cairn sends only events attributed to the affiliate's campaigns.",
    },
    {
      name: "method",
      label: "Method",
      hint: "With POST, the parameters of the URL are sent in the body.",
      options: methods,
    },
    {
      name: "install_url",
      label: "URL for installs",
      hint: "The affiliate's postback URL with macros, such as https://partner.example/postback?click={click_id}&payout={payout}.",
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
      hint: "The maximum number of conversions sent per day. Refunds, rejected installs and reversals don't count.",
      optional: true,
    },
    {
      name: "signing_key",
      label: "Signing key",
      hint: "For {signature}: HMAC-SHA256, in hex, of all other parameters as sent.",
      secret: true,
      optional: true,
    },
  ],
  accepts: ["install", "rejected", "reengagement", "signup", "event", "payment", "refund"],
  suggested: [
    suggest("install", "install", { value: { from: "none" }, only_own: true }),
    suggest("signup", "signup", { value: { from: "none" }, only_own: true }),
    suggest("payment", "purchase", { value: { from: "none" }, only_own: true }),
    suggest("refund", "refund", { value: { from: "none" }, only_own: true }),
    suggest("rejected", "rejected", { value: { from: "none" }, only_own: true }),
  ],
  knownEvents: [],
  corrections: {
    keepsId: false,
    applies: ({ reversal_url: address }) => address !== null && address !== undefined,
    describe: (applies) =>
      applies
        ? "When the install is no longer attributed to the affiliate, Cairn calls the URL for reversals."
        : "Enter a URL for reversals in the destination's settings, or settle it with the affiliate using this delivery.",
  },
  owns: isOfAffiliate,
  dailyCap: ({ daily_cap: max }) => (max === null ? null : { most: max, counts: paid }),
  complaint: (settings, { signing_key: key }) => {
    const name = (Object.keys(addresses) as Address[]).find((each) =>
      settings[each]?.includes(signatureMacro),
    );
    return name && !key ? { field: "signing_key", message: "{signature} needs a signing key." } : null;
  },
  maxRows: 1,
  maxAgeDays: null,
  // Affiliates are paid by postbacks, so these are always sent. Personal data is left out if it is not allowed.
  needsUserData: false,
  needsPersonalization: false,
  needsTracking: false,
  render,
  request,
  read: (answer) => readStatus(answer),
});
