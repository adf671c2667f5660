import { z } from "zod";
import type { FactKind } from "@/lib/outbound/mapping/fact";
import {
  type DeliveryVerdict,
  type DestinationKind,
  defineKind,
  type HttpAnswer,
  verdictOfStatus,
} from "@/lib/outbound/mapping/kind";
import { refusedVerdict } from "@/lib/outbound/mapping/payload";

const accepts = [
  ...(["install", "organic", "reattributed", "reengagement", "signup"] as const),
  ...(["event", "payment", "refund", "ad_revenue", "uninstall"] as const),
] satisfies readonly FactKind[];

type Same =
  | "group"
  | "network"
  | "accepts"
  | "knownEvents"
  | "needsUserData"
  | "needsPersonalization"
  | "needsTracking"
  | "needsNoOptOut";

/**
 * A service for product analytics or messaging. It receives the attribution as properties of its users, and the events
 * that members choose. It never receives advertising IDs, email addresses, phone numbers and IP addresses.
 */
export const defineAnalytics = <Settings, Secrets>(
  kind: Omit<DestinationKind<Settings, Secrets>, Same>,
): DestinationKind =>
  defineKind<Settings, Secrets>({
    ...kind,
    group: "analytics",
    network: null,
    accepts,
    knownEvents: [],
    needsUserData: true,
    needsPersonalization: false,
    needsTracking: false,
    needsNoOptOut: false,
  });

export const eventData = z.boolean().default(false);
export const eventDataField = {
  name: "event_data",
  label: "Send the properties of events",
  hint: "Without it, events are sent with their amount only.",
  options: "switch",
  optional: true,
} as const;

export const installIds = z.boolean().default(false);
/** `setting` is the name of the service's ID in the app's call. */
export const installIdsField = (setting: string) =>
  ({
    name: "install_ids",
    label: "Send installs without a user",
    hint: `Cairn's install ID is used until the app sends its user ID or ${setting}.`,
    options: "switch",
    optional: true,
  }) as const;

export const basicAuth = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`, "utf8").toString("base64")}`;

/** The general meaning of a status, with the service's own text, and the member's next step for wrong credentials. */
export function readServiceAnswer(
  answer: HttpAnswer,
  { words, advice }: { words: string; advice: string },
): DeliveryVerdict {
  const plain = verdictOfStatus(answer);
  if (plain.is === "sent") return plain;
  const why = words || plain.why;
  return { ...plain, why: plain.is === "pause" ? withNextStep(why, advice) : why };
}

/** A call that is rejected as a whole, or is too large, is halved until the wrong row is alone. */
export const halveRejectedCall = (
  verdict: DeliveryVerdict,
  { status }: HttpAnswer,
  rows: number,
): DeliveryVerdict =>
  verdict.is === "dead" && (status === 400 || status === 413)
    ? refusedVerdict(rows, verdict.code, verdict.why)
    : verdict;

export const withNextStep = (why: string, advice: string) => `${why.replace(/[.\s]*$/, ".")} ${advice}`;
