/** The outbox has no clicks and spend, because of their number; reports have them. */
export const outboxKinds = [
  "install",
  "install.decided",
  "signup",
  "event",
  "payment",
  "payment.removed",
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
