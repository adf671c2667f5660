import type { PaymentType } from "@/lib/ledger/payment-types";

/** A store's or service's notification, in one form for all of them. */
export type Notice = {
  /** The sender's ID of the notification, the same for each repeat. */
  id: string;
  /** The sender's type, for the list of notifications. */
  kind: string;
} & (
  | { does: "nothing"; why: IgnoredReason }
  /** The store's server must be queried for the purchase. */
  | {
      does: "look_up";
      proof: { token: string; product: string | null; isSubscription: boolean };
      isVoided: boolean;
    }
  | ({ does: NoticeEffect } & NoticedPurchase)
);

export type NoticeEffect = "pay" | "refund" | "reverse_refund" | "note";

export type NoticedPurchase = {
  key: string;
  line: string;
  at: Date;
  type: PaymentType;
  amount: { major: number; currency: string } | null;
  product: string | null;
  /** The refunded share of the price. */
  share: number;
  /** IDs of the user or install, as the app gave them to the store or service. */
  accounts: string[];
  /** Under which an app may have reported a purchase of Google: the order, earlier ones, and a hash of the token. */
  names?: string[];
  platform: "IOS" | "ANDROID" | "UNKNOWN";
};

/** Why a notification changes nothing. */
export const ignoredReasons = {
  test: "A test of the connection.",
  sandbox: "A sandbox purchase: no money was paid.",
  free: "Nothing was paid, such as for a free trial.",
  other_app: "The purchase belongs to another app.",
  family_shared: "Shared through Family Sharing: another person paid.",
  no_payment: "Neither a payment nor a refund.",
  repeat: "The purchase is already counted.",
  erased: "The person was erased.",
  unreadable: "The notification has no purchase.",
  invalid: "The store does not confirm the purchase.",
  no_price: "The store gives no price for the purchase.",
} as const;
export type IgnoredReason = keyof typeof ignoredReasons;

/** The reason for which a notification waits. */
const waitingReasons = {
  no_user: "No user or install is known for the purchase yet.",
  no_purchase: "The purchase is not known yet.",
  pending: "The payment is not confirmed yet.",
  no_credentials: "Waits for the credentials of the store's server.",
  store: "The store's server can't be reached.",
} as const;

export const noticeReasonText = (reason: string | null): string | null =>
  reason === null
    ? null
    : (({ ...ignoredReasons, ...waitingReasons } as Record<string, string>)[reason] ?? reason);
