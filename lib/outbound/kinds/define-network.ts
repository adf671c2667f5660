import { type DestinationKind, defineKind } from "@/lib/outbound/mapping/kind";
import { sentEventName, unsupportedHere } from "@/lib/outbound/mapping/payload";

const conversions = [
  "install",
  "organic",
  "reattributed",
  "reengagement",
  "signup",
  "event",
  "payment",
] as const;

type Same =
  | "group"
  | "needsUserData"
  | "needsPersonalization"
  | "needsTracking"
  | "needsNoOptOut"
  | "accepts";
type Network<Settings, Secrets> = Omit<DestinationKind<Settings, Secrets>, Same> & {
  /** It accepts refunds. */
  acceptsRefunds: boolean;
  /** Its public documentation has an event for ads that users saw in the app. */
  acceptsAdRevenue?: boolean;
  /** Its API has no field for refused ad personalization, which users in the European Economic Area can choose. */
  needsPersonalization?: boolean;
  /** Its API has no field for users who opted out under the law of a US state. */
  needsNoOptOut?: boolean;
};

/**
 * An ad network: receives conversions of users who agreed, without the advertising ID if tracking is denied. A network
 * with an event for all others accepts only its own events.
 */
export const defineNetwork = <Settings, Secrets>({
  acceptsRefunds,
  acceptsAdRevenue = false,
  needsPersonalization = false,
  needsNoOptOut = false,
  ...kind
}: Network<Settings, Secrets>): DestinationKind =>
  defineKind<Settings, Secrets>({
    ...kind,
    render(rendering) {
      const { label, knownEvents, otherEvent } = kind;
      const name = sentEventName(rendering);
      return otherEvent === undefined || knownEvents.includes(name)
        ? kind.render(rendering)
        : unsupportedHere(
            `${label} has no event "${name}". Map it to one of its events, such as ${otherEvent}.`,
          );
    },
    group: "network",
    needsUserData: true,
    needsPersonalization,
    needsTracking: false,
    needsNoOptOut,
    accepts: [
      ...conversions,
      ...(acceptsRefunds ? (["refund"] as const) : []),
      ...(acceptsAdRevenue ? (["ad_revenue"] as const) : []),
    ],
  });
