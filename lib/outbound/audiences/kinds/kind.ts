/** Defines the differences between receivers of audiences. Pure; calls are in `run/`. */
import type { z } from "zod";
import type { DeviceId, Platform } from "@/lib/facts/app-calls/device";
import type { Permissions } from "@/lib/facts/consent/permissions";
import type {
  DeliveryVerdict,
  DestinationConfig,
  DestinationKind,
  HttpAnswer,
  OutgoingRequest,
} from "@/lib/outbound/mapping/kind";

/** An install and its user, as far as receivers can match them. */
export type AudienceCandidate = {
  installId: string;
  instance: string;
  platform: Platform;
  user: { id: string; email: string | null; phone: string | null } | null;
  devices: DeviceId[];
  permissions: Permissions;
  tcString: string | null;
  isTest: boolean;
  isErased: boolean;
};

/** IDs in the receiver's form, by the receiver's names. */
export type MemberIds = Record<string, string>;

export const memberChanges = ["add", "remove"] as const;
export type MemberChange = (typeof memberChanges)[number];

/** One request: its ID is new for each attempt. */
export type AudienceCall = {
  change: MemberChange;
  members: readonly { digest: string; ids: MemberIds }[];
  id: string;
  audience: { id: number; title: string };
  now: Date;
};

export type AudienceConfig<Settings, Secrets> = DestinationConfig<Settings, Secrets>;

export type AudienceKind<Settings = unknown, Secrets = unknown> = Pick<
  DestinationKind,
  "network" | "needsUserData" | "needsPersonalization" | "needsTracking" | "needsNoOptOut" | "fields"
> & {
  code: string;
  label: string;
  /** One sentence for members who choose a receiver. */
  about: string;
  /** A sentence about what could not be tested without an account of the network. */
  unchecked: string | null;
  /** The destination of the same network, which has its addresses and access tokens. */
  service: DestinationKind | null;
  settings: z.ZodType<Settings>;
  secrets: z.ZodType<Secrets>;
  maxRows: number;
  /** Null without an ID that the receiver can match. */
  idsOf(candidate: AudienceCandidate): MemberIds | null;
  /** Null if members are only listed here. */
  call: null | ((call: AudienceCall, config: AudienceConfig<Settings, Secrets>) => OutgoingRequest);
  read(answer: HttpAnswer, rows: number): DeliveryVerdict;
};

/** Ties the types of settings and secrets together, so that all kinds fit into one table. */
export const defineAudience = <Settings, Secrets>(kind: AudienceKind<Settings, Secrets>): AudienceKind =>
  kind as unknown as AudienceKind;

/** The meaning of the service's response, which answers for all members of a request. */
export const readLike =
  (service: DestinationKind) =>
  (answer: HttpAnswer, rows: number): DeliveryVerdict => {
    const verdict = service.read(answer, rows);
    return Array.isArray(verdict) ? verdict[0]! : verdict;
  };

/** Advertising to chosen people needs each of these. */
export const advertisingConsent = {
  needsUserData: true,
  needsPersonalization: true,
  needsTracking: true,
  needsNoOptOut: true,
} as const;

/** The customer's own use: each ID is included only as far as its user allows. */
export const ownUse = {
  needsUserData: false,
  needsPersonalization: false,
  needsTracking: false,
  needsNoOptOut: false,
} as const;

export const advertisingDevice = ({ devices, permissions }: AudienceCandidate): DeviceId | null =>
  (permissions.advertisingId ? devices.find(({ kind }) => kind === "gaid" || kind === "idfa") : null) ?? null;

/** Without unknown IDs; null if none is left. */
export function presentIds(ids: Record<string, string | null | undefined>): MemberIds | null {
  const present = Object.entries(ids).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return present.length === 0 ? null : Object.fromEntries(present);
}
