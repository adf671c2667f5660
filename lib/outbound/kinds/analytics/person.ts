/** The parts of an analytics event that all services share. Pure. */
import { createHash } from "node:crypto";
import type { Fact } from "@/lib/outbound/mapping/fact";
import type { Rendering, UnsendableReason } from "@/lib/outbound/mapping/kind";
import { noIdentifier, permittedIdentity, withoutEmpty } from "@/lib/outbound/mapping/payload";

/** Text replaces an older value in every service; an absent property would keep it. */
const none = "(none)";

const part = ({ id, name }: { id: string | null; name: string | null }) => name ?? id;

/** The current attribution. Names have at most 24 characters, the limit of Google Analytics. */
function attributionOf({ decision, install }: Fact): Record<string, string> {
  const isRejected = decision?.reason === "fraud";
  const shown = isRejected ? null : decision;
  const values = {
    network: shown?.network,
    campaign: shown?.campaign?.name,
    campaign_id: shown?.campaign?.displayId,
    ad_set: shown && part(shown.adSet),
    creative: shown && part(shown.creative),
    keyword: shown && part(shown.keyword),
    affiliate: shown?.affiliate,
    attribution: decision?.type,
    match: decision?.method,
    install_day: install?.at.toISOString().slice(0, 10),
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`cairn_${name}`, value || none]));
}

/** The user's properties. A link that brought somebody back does not change the attribution of their install. */
export const userPropertiesOf = (fact: Fact): Record<string, string> =>
  fact.decision === null || fact.kind === "reengagement" ? {} : attributionOf(fact);

const withAttribution = ["install", "organic", "reattributed", "reengagement"];

/** The ad impressions, under the names of Google Analytics' own event. */
const adRevenueOf = ({ adRevenue: earned }: Fact) =>
  earned && {
    ad_source: earned.network,
    ad_placement: earned.placement,
    ad_unit_name: earned.adUnit,
    ad_format: earned.adFormat,
    impressions: earned.impressions,
  };

/** Names by which services would take another user, project or time from the app's own data. */
const reserved = ["distinct_id", "token", "time", "ip"];

/** The properties of the event: its attribution or amount, and its own data if the settings allow that. */
export const eventPropertiesOf = ({ fact, value, settings }: Rendering<{ event_data: boolean }>) => ({
  ...(settings.event_data && fact.kind === "event"
    ? Object.fromEntries(
        Object.entries(fact.data).filter(([name]) => !name.startsWith("$") && !reserved.includes(name)),
      )
    : {}),
  ...withoutEmpty({
    ...(withAttribution.includes(fact.kind) && fact.decision !== null ? attributionOf(fact) : {}),
    revenue: value && (fact.kind === "refund" ? -value.amount : value.amount),
    currency: value?.currency,
    payment_type: fact.payment?.type,
    payment_id: fact.payment?.id,
    ...adRevenueOf(fact),
  }),
});

type Identity = { user: string | null; device: string | null };

/**
 * The customer's own ID of the user, and the service's ID of the device. `usesInstallId`: Cairn's install ID replaces
 * a missing ID of the device.
 */
export function serviceIdentityOf(
  fact: Fact,
  name: string,
  usesInstallId: boolean,
): Identity | UnsendableReason {
  const user = permittedIdentity(fact).id;
  const ids = fact.install?.serviceIds ?? {};
  const device = Object.hasOwn(ids, name) ? ids[name] : usesInstallId && fact.install?.id;
  if (user === null && !device)
    return noIdentifier(`There is no user ID yet, and the app didn't send ${name}.`);
  return { user, device: device || null };
}

/** The identifiers that a delivery lists. */
export const sentIdentifiersOf = ({ user, device }: Identity) =>
  [
    { of: "user_id", is: user },
    { of: "service_id", is: device },
  ] as const;

export const platformName = ({ install }: Fact): string | null =>
  install === null || install.platform === "UNKNOWN" ? null : install.platform === "IOS" ? "iOS" : "Android";

/** The ID of a delivery as a UUID, for services that accept no other form. */
export function uuidOf(uid: string): string {
  const hex = createHash("sha256").update(uid, "utf8").digest("hex");
  const variant = "89ab"[Number.parseInt(hex[16]!, 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
