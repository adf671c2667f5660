/** Listeners are not told of clicks and spend: they come by the thousand, and reports hold them. */
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
