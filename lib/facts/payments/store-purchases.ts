import { t } from "@/lib/base/languages/texts";
/** The stores and services that report purchases, and the states of a payment that has a store's proof. */

/** Stores whose proof of a purchase is checked. */
export const stores = ["apple", "google"] as const;
export type Store = (typeof stores)[number];

/** Everything that sends notifications about purchases. */
export const purchaseSources = ["apple", "google", "revenuecat", "adapty"] as const;
export type PurchaseSource = (typeof purchaseSources)[number];

/**
 * The effect of checks. `show`: payments count as reported, and their state is shown. `require`: a payment with proof
 * counts only once the store confirms it, with the store's price if known.
 */
export const checkModes = ["off", "show", "require"] as const;
export type CheckMode = (typeof checkModes)[number];

export const checkStates = ["pending", "valid", "invalid", "refunded"] as const;
export type CheckState = (typeof checkStates)[number];

/** Why a payment is not valid, or not yet. */
export const checkReasons = {
  unreadable: t("The signed transaction can't be read."),
  not_signed: t("The transaction is not signed by Apple."),
  other_app: t("The purchase belongs to another app."),
  sandbox: "A sandbox purchase: no money was paid.",
  family_shared: t("Shared through Family Sharing: another person paid."),
  duplicate: t("Another report of the same purchase already counts."),
  replayed: t("The same purchase was already counted for another user."),
  unknown: t("The store does not know this purchase."),
  cancelled: t("The store cancelled the purchase."),
  unpaid: t("The store waits for the customer's payment."),
  no_credentials: t("Waits for the credentials of the store's server."),
  unconfirmed: t("The store did not confirm the purchase within 30 days."),
} as const;
export type CheckReason = keyof typeof checkReasons;

export const reasonText = (reason: string | null): string | null =>
  reason === null ? null : ((checkReasons as Record<string, string>)[reason] ?? reason);

/** The fields of a query of a store's server. */
export type StoreProof = {
  /** Apple's transaction ID. */
  transaction?: string;
  /** Google's purchase token. */
  token?: string;
  product?: string | null;
  isSubscription?: boolean;
};

/** A purchase as a store describes it. */
export type StorePurchase = {
  /** The store's ID of this transaction, unique within the store. */
  transaction: string;
  /** The same for all transactions of a subscription. */
  line: string;
  product: string | null;
  /** Null if the store does not say it. */
  amount: { major: number; currency: string } | null;
  paidAt: Date | null;
  refundedAt: Date | null;
  /** The share of the price that was refunded. */
  refundedShare: number;
  isSubscription: boolean;
  isRenewal: boolean;
  /** An ID that the app gave the purchase: a user ID or an install instance ID. */
  account: string | null;
};

/** `purchase_key` of a transaction, the same for all that report it. */
export const purchaseKey = (store: Store, transaction: string) => `${store}:${transaction}`;

/** `purchase_key` of the refund of a transaction. */
export const refundKey = (key: string) => `${key}:refund`;
