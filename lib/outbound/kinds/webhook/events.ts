/** The webhook types, and how a list of names selects them. Pure. */
import { Refusal } from "@/lib/base/refusal";
import type { FactEvent } from "@/lib/outbound/mapping/fact";
import { type OutboundRule, outboundRule } from "@/lib/outbound/mapping/rule";

/** Each type with its description in the reference. */
export const webhookTypes: { on: FactEvent; type: string; meaning: string }[] = [
  {
    on: "install",
    type: "install.attributed",
    meaning: "An install was attributed to a campaign or network.",
  },
  {
    on: "reattributed",
    type: "install.reattributed",
    meaning: "An install was attributed again, with another result. `previous` is the earlier decision.",
  },
  {
    on: "organic",
    type: "install.organic",
    meaning: "An organic install. Add this type to receive it.",
  },
  { on: "rejected", type: "install.rejected", meaning: "A fraud rule removed an install from its campaign." },
  { on: "reengagement", type: "reengagement", meaning: "A link brought a user back to the app." },
  {
    on: "signup",
    type: "user.identified",
    meaning: "The first user of an install signed up. Later users of the install are not sent.",
  },
  { on: "event", type: "event.*", meaning: "An in-app event. The type is `event.` and the event's name." },
  { on: "payment", type: "payment.completed", meaning: "A completed payment, with `amount` and `currency`." },
  { on: "refund", type: "payment.refunded", meaning: "A refunded or removed payment." },
  {
    on: "ad_revenue",
    type: "ad_revenue",
    meaning:
      "What an ad impression earned, or all like impressions of a user and an hour if the project adds them up. Add this type to receive it.",
  },
  {
    on: "uninstall",
    type: "uninstall",
    meaning:
      "The push service reported on three days that the app was removed. `timestamp` is the first of these days. Sent once, 1–2 days late on Android and 9–11 on iOS, unless the app is opened again.",
  },
  {
    on: "alert",
    type: "alert.fired",
    meaning:
      "An alert rule fired. `value`, `usual`, `low` and `high` are in `unit`; for `money`, in units of `currency`.",
  },
  {
    on: "alert_resolved",
    type: "alert.resolved",
    meaning:
      "An alert ended. `ended` is `inside` (back to normal), `silent` (too little data) or `gone` (no longer watched). `id` equals the `id` in `alert.fired`.",
  },
  { on: "pull_failed", type: "spend.pull_failed", meaning: "Cairn can no longer read an ad account." },
  {
    on: "apple_postback",
    type: "skan.postback",
    meaning:
      "A verified SKAdNetwork or AdAttributionKit postback of a winning ad, sent once. Development postbacks are not sent. Apple's signature does not cover the fields in `unsigned`.",
  },
];

/** A new webhook receives all other types. */
export const chosenTypes: readonly FactEvent[] = ["organic", "ad_revenue"];

/** Rules cannot select it: a schedule chooses its webhook. */
export const reportType = {
  type: "report.scheduled",
  meaning:
    "A scheduled report for this webhook: `rows` and `totals` with the IDs of `columns`, the `rows` of a saved query, or the `figures` of a weekly summary.",
};

/** `event.purchase` is one event, `event.*` matches all events. */
export function rulesNamed(types: readonly string[]): OutboundRule[] {
  return types.map((type) => {
    const known = webhookTypes.find((each) => each.type === type);
    if (known) return outboundRule.parse({ on: known.on, sends: type });
    const name = /^event\.(.+)$/s.exec(type)?.[1];
    if (name === undefined) throw new Refusal("invalid_request", `There is no type "${type}". ${allTypes}`);
    return outboundRule.parse({ on: "event", name, sends: type });
  });
}

const allTypes = `There are ${webhookTypes.map(({ type }) => type).join(", ")}, and event.NAME.`;
