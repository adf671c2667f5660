/** What payloads of all networks are made with. Pure. */
import { deviceText } from "@/lib/facts/app-calls/device";
import type { Fact, FactInstall } from "@/lib/outbound/mapping/fact";
import type { HttpAnswer, RenderedPayload, Rendering, Unfit } from "@/lib/outbound/mapping/kind";
import { type OutboundRule, outboundRule } from "@/lib/outbound/mapping/rule";

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === "" ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === "object" &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.keys(value).length === 0);

/** Without what is not known: networks take an empty value for a wrong one. */
export const given = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));

/** What the network knows of a happening's data, by the names it has for it, and what it was worth. */
export const dataOf = (
  { fact, value }: Pick<Rendering<unknown>, "fact" | "value">,
  names: readonly string[],
) =>
  given({
    ...Object.fromEntries(names.map((name) => [name, fact.data[name]])),
    value: value?.amount,
    currency: value?.currency,
  });

/** A list of one or none. */
export const listOfOne = <T>(value: T | null): T[] => (value === null ? [] : [value]);

export const unixSeconds = (at: Date) => Math.floor(at.getTime() / 1_000);

type Identifier =
  | "email"
  | "phone"
  | "user_id"
  | "advertising_id"
  | "vendor_id"
  | "install_id"
  | "click_id"
  | "install_referrer";

/** One identifier, null where it is not known, and where in the payload it stands as a hash. */
export type SentIdentifier = { of: Identifier; is: string | null; hashedAt?: string | null };

export function rendered(
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

export const unsupported = (why: string): Unfit => ({ unfit: "unsupported", why });
export const noIdentifier = (why: string): Unfit => ({ unfit: "no_identifier", why });

/** Personal data, where the user lets it be passed on. */
export function personOf({ user, permissions }: Fact) {
  const known = user !== null && permissions.adUserData ? user : null;
  return { id: known?.id ?? null, email: known?.email ?? null, phone: known?.phone ?? null };
}

/** The id that an app shares with other apps of its maker, as Apple writes it. */
export function vendorIdOf({ install, permissions }: Fact): string | null {
  if (!permissions.adUserData) return null;
  return install?.devices.find(({ kind }) => kind === "idfv")?.id.toUpperCase() ?? null;
}

/** Whether apps may follow the user: on an iPhone only after they said yes, elsewhere unless they said no. */
export const mayTrack = ({ install, permissions }: Fact): boolean =>
  permissions.advertisingId && (install?.platform !== "IOS" || permissions.att === "authorized");

/** The user lets apps follow them, and ads be chosen for them by it. */
export const mayPersonalize = (fact: Fact): boolean => mayTrack(fact) && fact.permissions.adPersonalization;

/** Meta and Snapchat have the same fields: limited data use, where the network finds the user's state by itself. */
export const limitedUse = ({ permissions }: Fact) =>
  permissions.adPersonalization
    ? { data_processing_options: [] }
    : {
        data_processing_options: ["LDU"],
        data_processing_options_country: 0,
        data_processing_options_state: 0,
      };

/** A parameter of the followed link; networks write the same name in different cases. */
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

/** What the rule calls it; `{name}` is the event's own name. */
export const sentEventName = ({ rule, fact }: Pick<Rendering<unknown>, "rule" | "fact">): string =>
  rule.sends.replaceAll("{name}", fact.name ?? "").trim();

/** The language tag of the device, as `en-US`. */
export function localeOf({ language, deviceData }: FactInstall): string | null {
  const tag = language?.replaceAll("_", "-") ?? null;
  const region = deviceText(deviceData, "country", "region");
  return tag !== null && !tag.includes("-") && region !== null && /^[A-Za-z]{2}$/.test(region)
    ? `${tag}-${region.toUpperCase()}`
    : tag;
}

/** A line of the mapping that a new destination begins with. */
export const suggest = (
  on: OutboundRule["on"],
  sends: string,
  more: Partial<OutboundRule> = {},
): OutboundRule => outboundRule.parse({ on, sends, ...more });

export const jsonHeaders = { "content-type": "application/json", accept: "application/json" };

/** The answer as an object; empty where it is no JSON. */
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

/** A batch is refused for one of its rows; alone it is the row itself. */
export const refusedVerdict = (rows: number, code: string | null, why: string) =>
  rows > 1 ? ({ is: "split", code, why } as const) : ({ is: "dead", code, why } as const);
