/** The outcome of one event at one destination before sending. Pure. */
import type { Fact } from "@/lib/outbound/mapping/fact";
import { checkConsent, checkRule, type SkipReason } from "@/lib/outbound/mapping/gates";
import type { DestinationKind, RenderedPayload } from "@/lib/outbound/mapping/kind";
import { matchingRuleFor, type OutboundRule, reportRule, sentValue } from "@/lib/outbound/mapping/rule";

export type PreparationInput = {
  kind: DestinationKind;
  settings: unknown;
  rules: readonly OutboundRule[];
  /** Overrides the rules: a correction uses the rule of its original. */
  rule?: OutboundRule;
  fact: Fact;
  isDuplicate: boolean;
  now: Date;
};

export type PreparedDelivery =
  | { rule: OutboundRule; rendered: RenderedPayload }
  | { rule: OutboundRule | null; skipped: SkipReason; why: string | null };

/** A mapping may include only attributed installs. "Organic" then explains more than a missing rule. */
const unruled = (rules: readonly OutboundRule[], { kind }: Fact): SkipReason =>
  kind === "organic" && rules.some(({ on }) => on === "install") ? "organic_not_sent" : "no_rule";

export function prepare({
  kind,
  settings,
  rules,
  fact,
  isDuplicate,
  now,
  ...given
}: PreparationInput): PreparedDelivery {
  const rule =
    given.rule ?? (fact.kind === "report" ? reportRule : matchingRuleFor(rules, fact.kind, fact.name));
  const judged = { kind, rule, fact, now };
  const refused = checkConsent(judged);
  if (refused !== null) return { rule, skipped: refused, why: null };
  if (rule === null) return { rule, skipped: unruled(rules, fact), why: null };
  const rendered = kind.render({ fact, rule, value: sentValue(rule, fact), settings });
  if ("unfit" in rendered) return { rule, skipped: rendered.unfit, why: rendered.why };
  const withheld = checkRule(judged) ?? (isDuplicate ? "duplicate" : null);
  return withheld === null ? { rule, rendered } : { rule, skipped: withheld, why: null };
}
