/** A network that can be asked for an account's costs. */

import type { PulledClaim } from "@/lib/spend/claims/claim";
import type { CallNetwork } from "@/lib/spend/pull/request";
import type { PulledRow, PullWindow } from "@/lib/spend/pull/rows";

export type PullAccount = {
  /** The network's own id of the account. */
  externalId: string;
  /** In which it is billed, as far as it was said here. */
  currency: string | null;
  credentials: Record<string, string>;
  /** For tests: how to wait between tries. */
  wait?: (ms: number) => Promise<unknown>;
};

/** Addresses of the networks, without a slash at the end. */
export type Bases = Record<"meta" | "google" | "googleToken" | "tiktok" | "apple" | "appleToken", string>;

export type PullDependencies = { call: CallNetwork; base: Bases; now: () => Date };

/** What a campaign's days cost, and what the network says came of them. */
export type PulledData = { rows: PulledRow[]; claims: PulledClaim[] };

export type SpendSource = {
  /** The number of days in one request. */
  daysAtOnce: number;
  /** The zone that the account's days are of, in the network's words. */
  zone(account: PullAccount, means: PullDependencies): Promise<string>;
  pull(account: PullAccount, window: PullWindow, means: PullDependencies): Promise<PulledData>;
};
