/** The macros of postbacks: their values, and how templates are filled. Pure. */
import { plainDecimal } from "@/lib/base/money";
import { networkOfCode, sharedClickParameters } from "@/lib/campaigns/networks";
import { advertisingIdOfFact } from "@/lib/outbound/mapping/fact";
import { deviceIdAs } from "@/lib/outbound/mapping/hash";
import type { Rendering } from "@/lib/outbound/mapping/kind";
import {
  clickParam,
  listOfPresent,
  mayTrack,
  sentEventName,
  unixSeconds,
  vendorIdOf,
} from "@/lib/outbound/mapping/payload";
import { amountOf } from "@/lib/outbound/mapping/rule";

type MacroValues = Pick<Rendering<unknown>, "fact" | "rule" | "value">;
type Macro = (values: MacroValues) => string | number | null | undefined;

/** The macro's own name is first. */
const clickOf =
  (first: string): Macro =>
  ({ fact }) =>
    clickParam(fact, ...listOfPresent(fact.click?.clickParameter ?? null), first, ...sharedClickParameters) ??
    clickParam(fact, ...(networkOfCode(fact.decision?.network ?? "")?.clickIds ?? []));

const param =
  (...names: string[]): Macro =>
  ({ fact }) =>
    clickParam(fact, ...names);

const device =
  (kind: "gaid" | "idfa"): Macro =>
  ({ fact }) => {
    // Templates have no field for an opt-out.
    const id = mayTrack(fact) && !fact.permissions.optedOut ? advertisingIdOfFact(fact) : null;
    return id?.kind === kind ? deviceIdAs(id, "as_written") : null;
  };

const numbered = (prefix: string, from: number, to: number): [string, Macro][] =>
  Array.from({ length: to - from + 1 }, (_, n) => {
    const name = `${prefix}${from + n}`;
    return [name, param(name)];
  });

const part = ({ id, name }: { id: string | null; name: string | null }) => name ?? id;

/** All amounts of a call share one currency: amounts in other currencies are left out. */
const revenueOf = ({ fact: { money }, value }: MacroValues) =>
  money && (value === null || value.currency === money.currency) ? amountOf(money) : null;

export const macros: Readonly<Record<string, Macro>> = {
  click_id: clickOf("click_id"),
  clickid: clickOf("clickid"),
  tid: clickOf("tid"),
  install_id: ({ fact }) => fact.install?.id,
  event_name: ({ fact, rule }) => sentEventName({ fact, rule }),
  event_id: ({ fact }) => fact.uid,
  timestamp: ({ fact }) => unixSeconds(fact.at),
  timestamp_ms: ({ fact }) => fact.at.getTime(),
  click_time: ({ fact }) => fact.click && unixSeconds(fact.click.at),
  revenue: revenueOf,
  payout: ({ value }) => value?.amount,
  currency: ({ fact, value }) => value?.currency ?? fact.money?.currency,
  ad_network: ({ fact }) => fact.adRevenue?.network,
  ad_placement: ({ fact }) => fact.adRevenue?.placement,
  ad_unit: ({ fact }) => fact.adRevenue?.adUnit,
  ad_format: ({ fact }) => fact.adRevenue?.adFormat,
  impressions: ({ fact }) => fact.adRevenue?.impressions,
  gaid: device("gaid"),
  idfa: device("idfa"),
  advertising_id: (values) => device("gaid")(values) ?? device("idfa")(values),
  idfv: ({ fact }) => vendorIdOf(fact),
  ip_country: ({ fact }) => fact.install?.country ?? fact.click?.country,
  platform: ({ fact }) => fact.install?.platform.toLowerCase(),
  app_id: ({ fact }) => fact.install?.package,
  campaign: ({ fact }) => fact.decision?.campaign?.name,
  ad_set: ({ fact }) => fact.decision && part(fact.decision.adSet),
  creative: ({ fact }) => fact.decision && part(fact.decision.creative),
  keyword: ({ fact }) => fact.decision && part(fact.decision.keyword),
  ...Object.fromEntries(numbered("sub", 1, 10)),
  ...Object.fromEntries(numbered("s", 2, 4)),
  aff_id: param("aff_id", "affiliate_id"),
  pub_id: ({ fact }) =>
    clickParam(
      fact,
      ...listOfPresent(fact.click?.publisherParameter ?? null),
      "pub_id",
      "publisher_id",
      "site_id",
    ),
  /** The campaign at the network, if the link has it. */
  network_campaign_id: param("campaign_id", "campaignid"),
  touch_type: ({ fact }) => fact.decision?.touch,
  method: ({ fact }) => fact.decision?.method,
  confidence: ({ fact }) => fact.decision?.confidence,
  is_retargeting: ({ fact }) => (fact.kind === "reengagement" ? 1 : 0),
  reject_reason: ({ fact }) =>
    fact.kind === "rejected"
      ? fact.decision?.flags.join(",")
      : fact.kind === "reversal"
        ? fact.corrected?.why
        : null,
};

/** The partner's click ID: without it, the partner cannot assign a postback. */
export const clickMacros = ["click_id", "clickid", "tid"] as const;

/** Filled when the call is made, because the signature needs a secret. */
export const signatureMacro = "{signature}";

const form = /\{([A-Za-z0-9_]+)\}/g;

export const macrosIn = (template: string): string[] =>
  [...template.matchAll(form)].map(([, name]) => name ?? "");

export const unknownMacros = (template: string, also: readonly string[] = []): string[] =>
  [...new Set(macrosIn(template))].filter((name) => !Object.hasOwn(macros, name) && !also.includes(name));

/** The macro's text; empty if it is unknown. */
export function valueOfMacro(name: string, values: MacroValues): string {
  const value = Object.hasOwn(macros, name) ? macros[name]?.(values) : null;
  if (value === null || value === undefined) return "";
  return typeof value === "number" ? plainDecimal(value) : value;
}

/** Encodes characters with a meaning in a URL, and dots that would lead to another folder. */
function percentEncoded(value: string): string {
  if (value === "." || value === "..") return "";
  return encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The value of a macro; empty if unknown. */
export type MacroValue = (name: string) => string;

/** If no payout is sent, its currency is not used. */
export function macroFiller(values: MacroValues, template: string): MacroValue {
  const used = macrosIn(template).includes("payout") ? values : { ...values, value: null };
  return (name) => valueOfMacro(name, used);
}

/** Other text in braces is left unchanged. */
export const expandAddress = (template: string, fill: MacroValue): string =>
  template.replaceAll(form, (whole, name: string) =>
    Object.hasOwn(macros, name) ? percentEncoded(fill(name)) : whole,
  );

/** Inside quotes, a macro becomes part of the text; outside, it becomes a number, a text or null. */
export function expandJson(template: string, fill: MacroValue): string {
  let isInside = false;
  return template.replaceAll(/\\.|"|\{([A-Za-z0-9_]+)\}/gs, (whole, name: string | undefined) => {
    if (whole === '"') isInside = !isInside;
    if (name === undefined || !Object.hasOwn(macros, name)) return whole;
    const value = fill(name).toWellFormed();
    if (isInside) return JSON.stringify(value).slice(1, -1);
    if (value === "") return "null";
    return /^-?(0|[1-9]\d{0,14})(\.\d{1,9})?$/.test(value) ? value : JSON.stringify(value);
  });
}

/** Identifying macros of a template, by the names that a delivery shows. */
export const identifiersIn = (template: string, values: MacroValues) => {
  const used = new Set(macrosIn(template));
  const first = (...names: string[]) =>
    names
      .filter((name) => used.has(name))
      .map((name) => valueOfMacro(name, values))
      .find(Boolean) ?? null;
  return [
    { of: "click_id", is: first(...clickMacros) },
    { of: "advertising_id", is: first("gaid", "idfa", "advertising_id") },
    { of: "vendor_id", is: first("idfv") },
    { of: "install_id", is: first("install_id") },
  ] as const;
};
