/** What each network that can be asked what an account cost has to offer. */
import type { Ask } from "@/lib/facts/spend/pull/ask";
import type { PulledRow, Window } from "@/lib/facts/spend/pull/rows";

export type PullAccount = {
  /** The network's own id of the account. */
  externalId: string;
  /** In which it is billed, as far as it was said here. */
  currency: string | null;
  credentials: Record<string, string>;
  /** For tests: how to wait between tries. */
  wait?: (ms: number) => Promise<unknown>;
};

/** Where the networks answer, without a slash at the end. */
export type Bases = Record<"meta" | "google" | "googleToken" | "tiktok" | "apple" | "appleToken", string>;

export type Source = {
  /** How many days are asked for at once. */
  daysAtOnce: number;
  pull(
    account: PullAccount,
    window: Window,
    means: { ask: Ask; base: Bases; now: () => Date },
  ): Promise<PulledRow[]>;
};
