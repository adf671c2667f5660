/** Finds the entries of a project's block list that match an install or a touch that could have led to it. Pure. */
import type { FraudLevel } from "@/lib/attribution/fraud/rules";

/** What an entry names. */
export const blockKinds = [
  "publisher",
  "network",
  "server_clicks",
  "address",
  "country",
  "app_version",
  "os",
] as const;
export type BlockKind = (typeof blockKinds)[number];

/** The consequences of an entry, mildest first. */
export const blockActions = ["tag", "hold", "reject"] as const satisfies FraudLevel[];
export type BlockAction = (typeof blockActions)[number];

export type BlockEntry = {
  id: number;
  kind: BlockKind;
  /** In the spelling of the list, such as `com.game`, `10.0.0.0/8`, `DE`, `2.1.*` or `ANDROID 9`. */
  value: string;
  /** Only touches of this network; null for all. */
  network: string | null;
  action: BlockAction;
  /** Of a publisher: only installs after this number within `per_hours`. Null: all. */
  max_installs: number | null;
  per_hours: number | null;
  reason: string;
  created_by: string;
  /** The day of its start in the project's time zone. */
  since: string;
  starts_at: Date;
  ends_at: Date | null;
};

export type BlockedInstall = {
  receivedAt: Date;
  country: string | null;
  appVersion: string | null;
  platform: string;
  osVersion: string | null;
  /** The entry with the install's address. */
  blockEntry: number | null;
};

export type BlockedTouch = {
  network: string | null;
  publisherId: string | null;
  country: string | null;
  blockEntry: number | null;
  byServer: boolean;
};

/** The number of earlier installs of an entry's publisher within its hours. */
export type CountEarlier = (entry: BlockEntry) => number;

export type BlockMatch = { entry: BlockEntry; evidence: Record<string, string | number> };

/** Entries apply to installs that arrive from their start until their end. */
const isInForce = ({ starts_at, ends_at }: BlockEntry, at: Date) =>
  starts_at <= at && (ends_at === null || at < ends_at);

const matches = (text: string | null, value: string) =>
  text !== null && (value.endsWith("*") ? text.startsWith(value.slice(0, -1)) : text === value);

const hasSystem = ({ platform, osVersion }: BlockedInstall, value: string) => {
  const [system, version] = value.split(" ");
  if (platform !== system) return false;
  return version === undefined || osVersion === version || (osVersion?.startsWith(`${version}.`) ?? false);
};

/** True if the install itself has what the entry names. */
function isOfInstall({ id, kind, value }: BlockEntry, install: BlockedInstall): boolean {
  if (kind === "address") return install.blockEntry === id;
  if (kind === "country") return install.country === value;
  if (kind === "app_version") return matches(install.appVersion, value);
  return kind === "os" && hasSystem(install, value);
}

/** True if the touch has what the entry names. */
function isOfTouch({ id, kind, value }: BlockEntry, touch: BlockedTouch): boolean {
  if (kind === "publisher") return touch.publisherId === value;
  if (kind === "network") return touch.network === value;
  if (kind === "server_clicks") return touch.network === value && touch.byServer;
  if (kind === "address") return touch.blockEntry === id;
  return kind === "country" && touch.country === value;
}

const evidenceOf = (
  { kind, value, network, max_installs, per_hours, reason, created_by, since }: BlockEntry,
  of: "click" | "install",
  earlier: number,
) => ({
  of,
  kind,
  value,
  ...(network !== null && { network }),
  since,
  by: created_by,
  reason,
  ...(max_installs !== null && { installs: earlier + 1, limit: max_installs, hours: per_hours ?? 24 }),
});

/** Entries without a network that match the install itself. */
export const blocksOfInstall = (entries: readonly BlockEntry[], install: BlockedInstall): BlockMatch[] =>
  entries.flatMap((entry) =>
    entry.network === null && isInForce(entry, install.receivedAt) && isOfInstall(entry, install)
      ? [{ entry, evidence: evidenceOf(entry, "install", 0) }]
      : [],
  );

/** Entries that match the touch, or the install for touches of the entry's network. */
export function blocksOfTouch(
  entries: readonly BlockEntry[],
  touch: BlockedTouch,
  install: BlockedInstall,
  earlierOf: CountEarlier,
): BlockMatch[] {
  return entries.flatMap((entry) => {
    const { network, kind, max_installs: max } = entry;
    if (!isInForce(entry, install.receivedAt)) return [];
    if (network !== null && touch.network !== network) return [];
    const ofInstall = isOfInstall(entry, install);
    // Without a network, the install has the finding already.
    if (network === null && ofInstall) return [];
    if (!ofInstall && !isOfTouch(entry, touch)) return [];
    const earlier = kind === "publisher" && max !== null ? earlierOf(entry) : 0;
    if (max !== null && earlier < max) return [];
    return [{ entry, evidence: evidenceOf(entry, ofInstall ? "install" : "click", earlier) }];
  });
}
