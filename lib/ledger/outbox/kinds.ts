/** The outbox excludes clicks and spend, which are too many; reports have them. */
export const outboxKinds = [
  "install",
  "install.decided",
  "signup",
  "event",
  "payment",
  "payment.removed",
  "ad_revenue",
  "open",
  "uninstall",
  "person.erased",
  "alert",
  "alert.resolved",
  "report",
  "spend.pull_failed",
  "skan.postback",
] as const;

export type OutboxKind = (typeof outboxKinds)[number];
