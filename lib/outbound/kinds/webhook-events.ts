/** The types that a webhook is told of, as a list of names chooses them. Pure. */
import { Refusal } from "@/lib/base/refusal";
import type { Happening } from "@/lib/outbound/fact";
import { type OutboundRule, outboundRule } from "@/lib/outbound/rule";

/** By the name of the type, with what the reference says of it. */
export const webhookTypes: { on: Happening; type: string; meaning: string }[] = [
  { on: "install", type: "install.attributed", meaning: "An install counts for a campaign or network." },
  {
    on: "reattributed",
    type: "install.reattributed",
    meaning: "It counts for another one by now; `previous` is the decision before.",
  },
  {
    on: "organic",
    type: "install.organic",
    meaning: "An install without a campaign. Not sent unless you add it.",
  },
  { on: "rejected", type: "install.rejected", meaning: "A fraud rule took an install from its campaign." },
  { on: "reengagement", type: "reengagement", meaning: "A link brought a user back to the app." },
  { on: "signup", type: "user.identified", meaning: "An install signed up. Not sent for its later users." },
  { on: "event", type: "event.*", meaning: "An in-app event, as `event.` and its name." },
  { on: "payment", type: "payment.completed", meaning: "A completed payment, with `amount` and `currency`." },
  { on: "refund", type: "payment.refunded", meaning: "A refund, or a payment that was removed." },
  {
    on: "uninstall",
    type: "uninstall",
    meaning:
      "The push service said on three days that the app is gone; `timestamp` is the first of them. Told once, 1–2 days late on Android and 9–11 on iOS. Nothing is sent if the app is opened again.",
  },
  {
    on: "alert",
    type: "alert.fired",
    meaning:
      "An alert rule found something. `value`, `usual`, `low` and `high` are in `unit`; where that is `money`, in units of `currency`.",
  },
  {
    on: "alert_resolved",
    type: "alert.resolved",
    meaning:
      "It is over, as `ended` says: `inside`, all is well; `silent`, too little data; `gone`, no longer watched. `id` is that of `alert.fired`.",
  },
  { on: "pull_failed", type: "spend.pull_failed", meaning: "An ad account can't be read any more." },
  {
    on: "apple_postback",
    type: "skan.postback",
    meaning:
      "Apple counted a conversion: a verified postback of SKAdNetwork or AdAttributionKit whose ad won, the first copy alone, and none that a developer made. What stands in `unsigned` is not covered by Apple's signature.",
  },
];

/** Not chosen by rules: a schedule names the webhook that it tells. */
export const reportType = {
  type: "report.scheduled",
  meaning:
    "A run of a scheduled report that names this webhook: `rows` and `totals` by the ids of `columns`, or the `figures` of a weekly summary.",
};

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
