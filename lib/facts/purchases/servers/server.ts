import type { CheckReason, StoreProof, StorePurchase } from "@/lib/facts/payments/store-purchases";

/** The answer of a store's server about a purchase, with its own words for errors. */
export type StoreAnswer =
  | { is: "purchase"; purchase: StorePurchase }
  | { is: "invalid"; reason: CheckReason }
  /** The customer has not paid yet. */
  | { is: "unpaid" }
  | { is: "later"; text: string; afterMs: number | null }
  /** The store rejects the credentials, so every query would fail. */
  | { is: "refused"; text: string };

export type StoreServer = {
  fetch(proof: StoreProof, now: Date): Promise<StoreAnswer>;
  /** Checks the credentials with a purchase that does not exist. */
  test(now: Date): Promise<StoreAnswer>;
};

/** Parsed credentials: the part to encrypt, and the part that may be shown. */
export type ReadStoreCredentials =
  | { secret: Record<string, string>; named: Record<string, string> }
  | { problems: Record<string, string> };
