/** Helpers for the payloads of all networks. Pure. */
import { deviceText } from "@/lib/facts/app-calls/device";
import type { Fact, FactInstall } from "@/lib/outbound/mapping/fact";
import {
  type DeliveryVerdict,
  type HttpAnswer,
  type RenderedPayload,
  type Rendering,
  type UnsendableReason,
  verdictOfStatus,
} from "@/lib/outbound/mapping/kind";
import { type OutboundRule, outboundRule } from "@/lib/outbound/mapping/rule";

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === "" ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === "object" &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.keys(value).length === 0);

/** Removes unknown values: networks treat an empty value as a wrong one. */
export const withoutEmpty = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));

/** The event data that the network has fields for, under its names, and the value. */
export const eventDataFields = (
  { fact, value }: Pick<Rendering<unknown>, "fact" | "value">,
  names: readonly string[],
) =>
  withoutEmpty({
    ...Object.fromEntries(names.map((name) => [name, fact.data[name]])),
    value: value?.amount,
    currency: value?.currency,
  });

/** A list with one entry, or an empty list. */
export const listOfPresent = <T>(value: T | null): T[] => (value === null ? [] : [value]);

export const unixSeconds = (at: Date) => Math.floor(at.getTime() / 1_000);

type Identifier =
  | "email"
  | "phone"
  | "user_id"
  | "advertising_id"
  | "vendor_id"
  | "install_id"
  | "service_id"
  | "click_id"
  | "install_referrer";

/** One identifier, null if unknown, and the payload field that has its hash. */
export type SentIdentifier = { of: Identifier; is: string | null; hashedAt?: string | null };

export function renderedPayload(
  payload: Record<string, unknown>,
  identifiers: readonly SentIdentifier[],
): RenderedPayload {
  const known = identifiers.filter(({ is }) => is !== null);
  const hashed = known.flatMap(({ of, hashedAt }) =>
    hashedAt && (of === "email" || of === "phone" || of === "advertising_id" || of === "user_id")
      ? [{ at: hashedAt, of }]
      : [],
  );
  return { payload, identifiers: [...new Set(known.map(({ of }) => of))], hashed };
}

export const unsupportedHere = (why: string): UnsendableReason => ({ unfit: "unsupported", why });
export const noIdentifier = (why: string): UnsendableReason => ({ unfit: "no_identifier", why });

/** Personal data, if the user allows sharing it. */
export function permittedIdentity({ user, permissions }: Fact) {
  const known = user !== null && permissions.adUserData ? user : null;
  return { id: known?.id ?? null, email: known?.email ?? null, phone: known?.phone ?? null };
}

/** The ID that apps of one vendor share, in Apple's format. */
export function vendorIdOf({ install, permissions }: Fact): string | null {
  if (!permissions.adUserData) return null;
  return install?.devices.find(({ kind }) => kind === "idfv")?.id.toUpperCase() ?? null;
}

/** True if tracking is allowed: on an iPhone only with consent, elsewhere unless the user refused. */
export const mayTrack = ({
  install,
  permissions,
}: Pick<Fact, "permissions"> & {
  install: Pick<FactInstall, "platform"> | null;
}): boolean => permissions.advertisingId && (install?.platform !== "IOS" || permissions.att === "authorized");

/** True if the user allows tracking and ad personalization. */
export const mayPersonalize = (fact: Fact): boolean => mayTrack(fact) && fact.permissions.adPersonalization;

/** Limited data use, in the fields that Meta and Snapchat share. The network detects the user's state itself. */
export const limitedUse = ({ permissions }: Fact) =>
  permissions.adPersonalization
    ? { data_processing_options: [] }
    : {
        data_processing_options: ["LDU"],
        data_processing_options_country: 0,
        data_processing_options_state: 0,
      };

/** A parameter of the followed link; networks differ in the case of names. */
export function clickParam({ click }: Fact, ...names: string[]): string | null {
  const entries = Object.entries(click?.params ?? {});
  for (const name of names) {
    const found = entries.find(
      ([given, value]) => given.toLowerCase() === name.toLowerCase() && value !== "",
    );
    if (found) return found[1];
  }
  return null;
}

/** The event name of the rule; `{name}` is the event's own name. */
export const sentEventName = ({ rule, fact }: Pick<Rendering<unknown>, "rule" | "fact">): string =>
  rule.sends.replaceAll("{name}", fact.name ?? "").trim();

/** The language tag of the device, as `en-US`. */
export function languageTagOf({ language, deviceData }: FactInstall): string | null {
  const tag = language?.replaceAll("_", "-") ?? null;
  const region = deviceText(deviceData, "country", "region");
  return tag !== null && !tag.includes("-") && region !== null && /^[A-Za-z]{2}$/.test(region)
    ? `${tag}-${region.toUpperCase()}`
    : tag;
}

/** One line of a new destination's default mapping. */
export const suggestedRule = (
  on: OutboundRule["on"],
  sends: string,
  more: Partial<OutboundRule> = {},
): OutboundRule => outboundRule.parse({ on, sends, ...more });

export const jsonHeaders = { "content-type": "application/json", accept: "application/json" };

/** The response as an object; empty if it is not JSON. */
export function responseBody({ body }: HttpAnswer): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(body);
    return typeof read === "object" && read !== null && !Array.isArray(read)
      ? (read as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

/** A rejected batch has one invalid row; a row that is rejected alone is invalid itself. */
export const refusedVerdict = (rows: number, code: string | null, why: string) =>
  rows > 1 ? ({ is: "split", code, why } as const) : ({ is: "dead", code, why } as const);

/** A failed call whose account is unknown (404), or one of whose rows is invalid (400). */
export function failedCallVerdict(
  answer: HttpAnswer,
  rows: number,
  failed: { code: string | null; why: string },
): DeliveryVerdict {
  if (answer.status === 400) return refusedVerdict(rows, failed.code, failed.why);
  // An unknown account concerns all rows.
  return answer.status === 404 ? { is: "pause", ...failed } : { ...verdictOfStatus(answer), ...failed };
}
