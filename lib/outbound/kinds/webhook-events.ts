/** The types that a webhook is told of, as a list of names chooses them. Pure. */
import { Refusal } from "@/lib/base/refusal";
import type { FactKind } from "@/lib/outbound/fact";
import { type OutboundRule, outboundRule } from "@/lib/outbound/rule";

/** By the name of the type. */
export const webhookTypes: { on: FactKind; type: string }[] = [
  { on: "install", type: "install.attributed" },
  { on: "reattributed", type: "install.reattributed" },
  { on: "organic", type: "install.organic" },
  { on: "rejected", type: "install.rejected" },
  { on: "reengagement", type: "reengagement" },
  { on: "signup", type: "user.identified" },
  { on: "event", type: "event.*" },
  { on: "payment", type: "payment.completed" },
  { on: "refund", type: "payment.refunded" },
  { on: "alert", type: "alert.fired" },
  { on: "alert_resolved", type: "alert.resolved" },
  { on: "pull_failed", type: "spend.pull_failed" },
];

/** `event.purchase` is one event, `event.*` every one. */
export function rulesNamed(types: readonly string[]): OutboundRule[] {
  return types.map((type) => {
    const known = webhookTypes.find((each) => each.type === type);
    if (known) return outboundRule.parse({ on: known.on, sends: type });
    const name = /^event\.(.+)$/s.exec(type)?.[1];
    if (name === undefined) throw new Refusal(400, `There is no type "${type}". ${allTypes}`);
    return outboundRule.parse({ on: "event", name, sends: type });
  });
}

const allTypes = `There are ${webhookTypes.map(({ type }) => type).join(", ")}, and event.NAME.`;
