import { z } from "zod";
import { requiredLine } from "@/lib/base/fields";
import { t } from "@/lib/base/languages/texts";
import { currencyDigits, millionthDigits } from "@/lib/base/money";
import { type Fact, type FactKind, factEvents, type Money } from "@/lib/outbound/mapping/fact";

const share = z
  .number({ error: t("Enter a percentage from 0.01 to 100.") })
  .min(0.01)
  .max(100);

/** The part of an event's amount that is sent. */
const ruleValue = z.discriminatedUnion("from", [
  z.object({ from: z.literal("none") }),
  z.object({ from: z.literal("fact") }),
  z.object({
    from: z.literal("fixed"),
    amount: z
      .number({ error: t("Enter an amount.") })
      .min(0)
      .max(1_000_000),
    currency: z.string().regex(/^[A-Z]{3}$/, t("Enter a currency code, such as EUR.")),
  }),
  z.object({ from: z.literal("share"), percent: share }),
]);

const names = z.array(z.string().trim().min(1).max(200)).max(50);

/** All given conditions must match; an event without the required data does not match. */
const ruleFilter = z.object({
  platforms: z
    .array(z.enum(["ANDROID", "IOS"]))
    .max(2)
    .optional(),
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .max(250)
    .optional(),
  campaigns: z.array(z.number().int()).max(500).optional(),
  payment_types: names.optional(),
  /** In units of the event's currency. */
  least_amount: z.number().min(0).optional(),
});

export const outboundRule = z.object({
  on: z.enum(factEvents),
  /** The event's name; null means every event. */
  name: requiredLine(t("Event name"), 256).nullable().default(null),
  /** The event's name at the destination. */
  sends: requiredLine(t("Name at the destination"), 200),
  value: ruleValue.default({ from: "fact" }),
  /** Only events attributed to a campaign of the destination's own network or affiliate. */
  only_own: z.boolean().default(false),
  filter: ruleFilter.default({}),
});
export type OutboundRule = z.output<typeof outboundRule>;

/** A schedule chooses its recipients, so reports have a fixed rule. */
export const reportRule: OutboundRule = outboundRule.parse({ on: "report", sends: "report.scheduled" });

export const outboundRules = z.array(outboundRule).max(100, t("A destination has at most 100 rules."));

/** The first rule for this kind and name: each destination gets an event once. */
export const matchingRuleFor = (rules: readonly OutboundRule[], kind: FactKind, name: string | null) =>
  rules.find((rule) => rule.on === kind && (rule.name === null || rule.name === name)) ?? null;

export type SentValue = { amount: number; currency: string };

/** The amount to send, in units of its currency; null if there is none. */
export function sentValue(rule: OutboundRule, { money }: Pick<Fact, "money">): SentValue | null {
  const { value } = rule;
  if (value.from === "fixed") return { amount: value.amount, currency: value.currency };
  if (value.from === "none" || money === null) return null;
  const percent = value.from === "share" ? value.percent : 100;
  return { amount: amountOf(money, percent), currency: money.currency };
}

/** An amount, or a part of it, in units of its currency. */
export function amountOf({ minor, currency, isExact = false }: Money, percent = 100): number {
  const extra = isExact ? millionthDigits : 0;
  const digits = currencyDigits(currency) + extra;
  const units = Math.round((minor * 10 ** extra * percent) / 100);
  return Number((units / 10 ** digits).toFixed(digits));
}

export function passesRule({ filter }: OutboundRule, fact: Fact): boolean {
  const { install, decision, money } = fact;
  const isAmong = <T>(allowed: readonly T[] | undefined, value: T | null | undefined) =>
    allowed === undefined || allowed.length === 0 || (value != null && allowed.includes(value));
  const amount = money === null ? null : money.minor / 10 ** currencyDigits(money.currency);
  return (
    isAmong<string>(filter.platforms, install?.platform) &&
    isAmong(filter.countries, install?.country) &&
    isAmong(filter.campaigns, decision?.campaign?.id) &&
    isAmong(filter.payment_types, fact.payment?.type) &&
    (filter.least_amount === undefined || (amount !== null && amount >= filter.least_amount))
  );
}
