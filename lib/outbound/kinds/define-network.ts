import { type DestinationKind, defineKind } from "@/lib/outbound/mapping/kind";

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
  /** Its API has no field for refused ad personalization, which users in the European Economic Area can choose. */
  needsPersonalization?: boolean;
  /** Its API has no field for users who opted out under the law of a US state. */
  needsNoOptOut?: boolean;
};

/** An ad network: receives conversions of users who agreed, without the advertising ID if tracking is denied. */
export const defineNetwork = <Settings, Secrets>({
  acceptsRefunds,
  needsPersonalization = false,
  needsNoOptOut = false,
  ...kind
}: Network<Settings, Secrets>): DestinationKind =>
  defineKind<Settings, Secrets>({
    ...kind,
    group: "network",
    needsUserData: true,
    needsPersonalization,
    needsTracking: false,
    needsNoOptOut,
    accepts: acceptsRefunds ? [...conversions, "refund"] : conversions,
  });
