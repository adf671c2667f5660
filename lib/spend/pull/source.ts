/** The interface of a network that reports an account's costs. */

import type { PulledClaim } from "@/lib/spend/claims/claim";
import type { CallNetwork } from "@/lib/spend/pull/request";
import type { PulledRow, PullWindow } from "@/lib/spend/pull/rows";

export type PullAccount = {
  /** The network's own ID of the account. */
  externalId: string;
  /** The billing currency, if it was entered in Cairn. */
  currency: string | null;
  credentials: Record<string, string>;
  /** For tests: how to wait between attempts. */
  wait?: (ms: number) => Promise<unknown>;
};

/** Addresses of the networks, without a slash at the end. */
export type NetworkAddresses = Record<
  | "meta"
  | "google"
  | "googleToken"
  | "tiktok"
  | "apple"
  | "appleToken"
  | "snap"
  | "snapToken"
  | "reddit"
  | "redditToken",
  string
>;

export type PullDependencies = { call: CallNetwork; base: NetworkAddresses; now: () => Date };

/** The costs of campaigns' days, and the network's own counts. */
export type PulledData = { rows: PulledRow[]; claims: PulledClaim[] };

export type SpendSource = {
  /** The number of days in one request. */
  daysAtOnce: number;
  /** The time zone of the account's days, in the network's format. */
  zone(account: PullAccount, dependencies: PullDependencies): Promise<string>;
  pull(account: PullAccount, window: PullWindow, dependencies: PullDependencies): Promise<PulledData>;
};
